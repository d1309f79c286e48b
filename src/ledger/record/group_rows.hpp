#pragma once

#include <span>
#include <vector>

#include "domain/accruals/state.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Reads the running sums in the tables `commission_groups` and `cpa_positions`. A missing group is empty.
Result<std::vector<commission::GroupState>> ReadGroups(Connection& connection, OperatorId owner,
                                                       std::span<const commission::StateKey> keys);

// Stores the changed groups and positions.
Status StoreGroups(Connection& connection, OperatorId owner, const commission::GroupStates& groups,
                   const commission::GroupStates::Changes& changes);

// A group without its positions: of an affiliate and a period, of an affiliate, or of all affiliates.
struct GroupRow {
    commission::StateKey key;
    commission::GroupState group;
};
Result<std::vector<GroupRow>> ReadGroupsOf(Connection& connection, OperatorId owner, AffiliateId affiliate,
                                           Period period);
Result<std::vector<GroupRow>> ReadGroupsOfAffiliate(Connection& connection, OperatorId owner, AffiliateId affiliate);
Result<std::vector<GroupRow>> ReadAllGroups(Connection& connection, OperatorId owner);

}  // namespace fairlead::ledger
