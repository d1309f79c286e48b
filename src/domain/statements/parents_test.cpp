#include "domain/statements/parents.hpp"

#include <gtest/gtest.h>

namespace fairlead::statements {
namespace {

AffiliateId NthAffiliate(std::uint8_t number) {
    AffiliateId id;
    id.uuid.bytes[15] = number;
    return id;
}

TEST(ClosingOrder, PutsChildrenBeforeTheirParents) {
    commission::Plan plan;
    plan.Apply(commission::AffiliateChanged{.affiliate = NthAffiliate(1)});
    plan.Apply(commission::AffiliateChanged{.affiliate = NthAffiliate(2), .parent = NthAffiliate(1)});
    plan.Apply(commission::AffiliateChanged{.affiliate = NthAffiliate(3), .parent = NthAffiliate(2)});
    const std::vector all{NthAffiliate(2), NthAffiliate(1), NthAffiliate(3)};
    EXPECT_EQ(InOrderOfClosing(plan, all), (std::vector{NthAffiliate(1), NthAffiliate(2), NthAffiliate(3)}))
        << "under the first rules, by id";
    plan.Apply(commission::RulesChanged{});
    EXPECT_EQ(InOrderOfClosing(plan, all), (std::vector{NthAffiliate(3), NthAffiliate(2), NthAffiliate(1)}));
}

TEST(FollowedStatements, HaveThePeriodOfTheSubAffiliateThatEndedThen) {
    commission::Plan plan;
    plan.Apply(commission::AffiliateChanged{.affiliate = NthAffiliate(1)});
    plan.Apply(commission::AffiliateChanged{.affiliate = NthAffiliate(2), .parent = NthAffiliate(1)});
    plan.Apply(commission::AffiliateChanged{.affiliate = NthAffiliate(3), .parent = NthAffiliate(2)});
    plan.Apply(commission::StatementPeriodChanged{NthAffiliate(3), PeriodKind::kWeek, std::nullopt});
    const auto followed = [&](std::string_view at, std::uint8_t parent) {
        const commission::Accrual share{.affiliate = NthAffiliate(parent),
                                        .event_time = Timestamp::ParseIso8601(at).value()};
        const auto period = FollowedPeriod(plan, share);
        return period ? period->ToString() : std::string("none");
    };
    EXPECT_EQ(followed("2026-11-15T23:59:59.999999Z", 1), "2026-W46");
    EXPECT_EQ(followed("2026-11-30T23:59:59.999999Z", 1), "2026-11");
    EXPECT_EQ(followed("2026-11-30T23:59:59.999999Z", 2), "none") << "the week of its sub-affiliate has not ended";
    // A Sunday.
    EXPECT_EQ(followed("2026-05-31T23:59:59.999999Z", 1), "none") << "a month and a week ended, so it can be either";
    EXPECT_EQ(followed("2026-05-31T23:59:59.999999Z", 2), "2026-W22");
}

TEST(FollowedLines, AreCarryOversAndWaiversOfDeals) {
    Statement statement;
    DealId deal;
    deal.uuid.bytes[0] = 1;
    const auto add = [&](LineType type, std::string_view amount, bool of_deal) {
        Line line;
        line.type = type;
        line.amount = Decimal::Parse(amount).value();
        if (of_deal) line.deal = deal;
        statement.lines.push_back(line);
    };
    add(LineType::kRevShare, "-30", true);
    add(LineType::kWaiver, "20", true);
    add(LineType::kCarryOver, "10", true);
    add(LineType::kCarryOver, "5", false);
    const auto followed = FollowedByParents(statement);
    ASSERT_EQ(followed.size(), 2U) << "the negative share of sub-affiliates stays with this affiliate";
    EXPECT_EQ(followed[0].amount.ToString(), "20");
    EXPECT_EQ(followed[1].amount.ToString(), "10");
}

}  // namespace
}  // namespace fairlead::statements
