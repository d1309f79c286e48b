#pragma once

#include <string>

#include "domain/explanation/deal_rule_steps.hpp"

namespace fairlead::commission {

// The steps of deal_rule_steps.hpp as sentences.
std::string TextOf(const step::ActivityCounted& step);
std::string TextOf(const step::NextTier& step);
std::string TextOf(const step::ElseRateApplied& step);
std::string TextOf(const step::IntroRateApplied& step);
std::string TextOf(const step::Deducted& step);
std::string TextOf(const step::ProductShare& step);
std::string TextOf(const step::BrandReRated& step);
std::string TextOf(const step::OtherBrandsReRated& step);
std::string TextOf(const step::PoolCounted& step);
std::string TextOf(const step::VersionsCounted& step);
std::string TextOf(const step::OwnPeriodCounted& step);
std::string TextOf(const step::WagersMoved& step);
std::string TextOf(const step::ConditionsMet& step);
std::string TextOf(const step::FirstDepositGrew& step);
std::string TextOf(const step::PlayerExcluded& step);
std::string TextOf(const step::ReversedByHand& step);

// "2 more new depositors", "5.00 EUR more in deposits".
std::string MoreText(TierBy of, Decimal missing, Currency currency);

}  // namespace fairlead::commission
