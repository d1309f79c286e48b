#pragma once

#include <vector>

#include "domain/plans/plan.hpp"
#include "domain/statements/statement.hpp"

namespace fairlead::statements {

// Sub-affiliates and their parents: docs/commission.md §6.11.

// The amounts that a statement carries over or waives within a deal. Parents get their share of each.
std::vector<Money> FollowedByParents(const Statement& statement);

// The affiliates ordered by id, and children before their parents if the rules say so.
std::vector<AffiliateId> InOrderOfClosing(const commission::Plan& plan, std::vector<AffiliateId> affiliates);

// The period of the sub-affiliate's statement that a parent's share follows. The share does not record it, so this is
// the period that ended on the day of the share for affiliates that are now below the parent. Nothing if no period or
// different ones ended then, for example a month and a week.
std::optional<Period> FollowedPeriod(const commission::Plan& plan, const commission::Accrual& share);

}  // namespace fairlead::statements
