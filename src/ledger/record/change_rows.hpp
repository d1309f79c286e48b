#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/ports/catalogue_store.hpp"
#include "domain/commission/change.hpp"
#include "ledger/record/commit_record.hpp"
#include "ledger/record/operator_moment.hpp"

namespace fairlead::ledger {

// How changes lie in the table `changes`: a kind and its content as JSON.
struct ChangeRow {
    std::int64_t number = 0;
    std::string kind;
    std::string content;
};

// Fails where the row is not what was written.
Result<commission::Change> DecodeChange(const ChangeRow& row);

// Appends changes, after those that the record has already.
Status StoreChanges(Connection& connection, const OperatorMoment& moment, std::span<const commission::Change> changes,
                    CommitRecord& record);

// The changes after a number, in order, at most so many.
Result<std::vector<ChangeRow>> ReadChanges(Connection& connection, OperatorId owner, std::int64_t after,
                                           std::int64_t up_to);

// What of a catalogue's record moves money; nothing for most.
std::vector<commission::Change> ChangesOf(const app::CatalogueChange::Record& record);
// All of it: what the record of an operator begins with.
std::vector<commission::Change> ChangesOf(const app::OperatorRecords& records);

}  // namespace fairlead::ledger
