#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/ledger_loss.hpp"
#include "base/crypto/secrets.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// How far the record of each operator had come: a file beside the ledger, which is written about once a second and when
// the ledger is closed. A ledger that is behind it has lost commits: SQLite ignores everything in its log after the
// first damaged byte, and does not report it.
//
// Grammar (text):
//   file     := "fairlead marks 1\n" "ledger " id:hex "\n" operator* "sum " digest:hex "\n"
//   operator := "operator " id " commit " number " block " number " change " number " hash " hash:hex "\n"

struct CommitMark {
    OperatorId owner;
    std::int64_t commit = 0;  // The newest row of `commits`, with its hash.
    std::int64_t block = 0;   // The newest block of facts.
    std::int64_t change = 0;  // The version of the catalogue.
    Bytes32 hash{};
};

struct CommitMarks {
    std::string ledger_id;  // A restored ledger has another id, and these marks say nothing about it.
    std::vector<CommitMark> operators;
};

std::string EncodeCommitMarks(const CommitMarks& marks);
// Nothing if the file is damaged.
std::optional<CommitMarks> DecodeCommitMarks(std::string_view text);

// The path of the file for the ledger at `path`.
std::string CommitMarksPath(const std::string& path);

Result<CommitMarks> ReadCommitMarks(Connection& ledger);

// What the ledger lacks compared with the file. Nothing if there is no file, or if it belongs to another ledger.
Result<std::vector<app::LedgerLoss>> FindLoss(Connection& ledger, const std::string& path);

inline constexpr std::string_view kMarksWitness = "the file of marks beside it";

}  // namespace fairlead::ledger
