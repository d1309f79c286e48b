#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/ports/catalogue_store.hpp"
#include "domain/plans/change.hpp"
#include "ledger/record/commit_record.hpp"
#include "ledger/record/operator_moment.hpp"

namespace fairlead::ledger {

// A row of the table `changes`: a kind of change, and its content as JSON.
struct ChangeRow {
    std::int64_t number = 0;
    std::string kind;
    std::string content;
};

// Fails if the row is damaged.
Result<commission::Change> DecodeChange(const ChangeRow& row);

// Appends changes after those that the record already contains.
Status StoreChanges(Connection& connection, const OperatorMoment& moment, std::span<const commission::Change> changes,
                    CommitRecord& record);

// The changes with numbers above `after` and at most `up_to`, ordered by number.
Result<std::vector<ChangeRow>> ReadChanges(Connection& connection, OperatorId owner, std::int64_t after,
                                           std::int64_t up_to);

// Whether the affiliate was suspended after the change with this number.
Result<bool> WasSuspended(Connection& connection, OperatorId owner, AffiliateId affiliate, std::int64_t up_to);

// The changes that affect commission in a catalogue record; none for most kinds of records.
std::vector<commission::Change> ChangesOf(const app::CatalogueChange::Record& record);
// The changes of all records of an operator, with which its record begins.
std::vector<commission::Change> ChangesOf(const app::OperatorRecords& records);

}  // namespace fairlead::ledger
