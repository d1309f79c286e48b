#pragma once

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "ledger/record/seal_rows.hpp"

namespace fairlead::ledger {

// Compares the seals of an operator with the rows that they seal, in both directions, and names the members that
// differ. Reads both in pieces.
class SealCheck {
public:
    using Differs = std::function<void(const std::string&)>;
    SealCheck(Connection& connection, OperatorId owner, Differs differs)
        : connection_(connection), owner_(owner), differs_(std::move(differs)) {}

    // Adds the seals of a commit, up to this number, to its record.
    Status AddUpTo(std::int64_t last, CommitRecord& record);
    // After the last commit: looks for rows that were never sealed.
    Status Finish();

private:
    Status ReadMore();
    Status CompareWaiting();
    Status Compare(const SealedTable& table, std::span<const SealRow> seals);
    void CompareRow(const SealedTable& table, const SealRow& seal, const SealedRow& found);
    Status FindUnsealed(const SealedTable& table);

    Connection& connection_;
    OperatorId owner_;
    Differs differs_;
    std::deque<SealRow> read_;                                    // Those of later commits.
    std::map<const SealedTable*, std::vector<SealRow>> waiting_;  // Not yet compared.
    std::size_t waiting_count_ = 0;
    std::map<const SealedTable*, std::int64_t> rows_;  // The rows that were compared.
    std::int64_t reached_ = 0;
};

}  // namespace fairlead::ledger
