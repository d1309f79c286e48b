#pragma once

#include <span>
#include <vector>

#include "domain/commission/state.hpp"
#include "ledger/sql/session.hpp"

namespace fairlead::ledger {

// How the running sums lie in `commission_groups` and `cpa_positions`. A group that is not there is empty.
Result<std::vector<commission::GroupState>> ReadGroups(Session& session, OperatorId owner,
                                                       std::span<const commission::GroupKey> keys);

// Stores what the book says has changed.
Status StoreGroups(Session& session, OperatorId owner, const commission::Book& book,
                   const commission::Book::Changes& changes);

// All groups of an affiliate in a period, without their positions; and of all affiliates in every period.
struct GroupRow {
    commission::GroupKey key;
    commission::GroupState group;
};
Result<std::vector<GroupRow>> ReadGroupsOf(Session& session, OperatorId owner, AffiliateId affiliate, Period period);
Result<std::vector<GroupRow>> ReadGroupsOfAffiliate(Session& session, OperatorId owner, AffiliateId affiliate);
Result<std::vector<GroupRow>> ReadAllGroups(Session& session, OperatorId owner);

}  // namespace fairlead::ledger
