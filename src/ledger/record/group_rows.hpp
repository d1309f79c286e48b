#pragma once

#include <span>
#include <vector>

#include "domain/commission/state.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// How the running sums lie in `commission_groups` and `cpa_positions`. A group that is not there is empty.
Result<std::vector<commission::GroupState>> ReadGroups(Connection& connection, OperatorId owner,
                                                       std::span<const commission::StateKey> keys);

// Stores what the groups say has changed.
Status StoreGroups(Connection& connection, OperatorId owner, const commission::GroupStates& groups,
                   const commission::GroupStates::Changes& changes);

// All groups of an affiliate in a period, without their positions; and of all affiliates in every period.
struct GroupRow {
    commission::StateKey key;
    commission::GroupState group;
};
Result<std::vector<GroupRow>> ReadGroupsOf(Connection& connection, OperatorId owner, AffiliateId affiliate,
                                           Period period);
Result<std::vector<GroupRow>> ReadGroupsOfAffiliate(Connection& connection, OperatorId owner, AffiliateId affiliate);
Result<std::vector<GroupRow>> ReadAllGroups(Connection& connection, OperatorId owner);

}  // namespace fairlead::ledger
