#include "ledger/contract/fixture.hpp"

namespace fairlead::ledger {
namespace {

using commission::Deal;
using commission::DealVersion;

constexpr Sql kChangeVersion("UPDATE deal_versions SET terms = '{}' WHERE version = 1");
constexpr Sql kDropVersion("DELETE FROM deal_versions WHERE version = 1");
constexpr Sql kChangeWithdrawal("UPDATE deal_withdrawals SET withdrawn_at = 0");
constexpr Sql kDropWithdrawal("DELETE FROM deal_withdrawals");
constexpr Sql kVersions("SELECT count(*) FROM deal_versions");

Decimal Amount(std::string_view text) { return *Decimal::Parse(text); }

Deal MakeDeal(const std::string& name = "CPA 100") {
    Deal deal{.id = DealId::New(), .name = name, .created_at = Now()};
    deal.versions = {
        {.number = 1, .terms = {.cpa = commission::CpaTerms{.amount = Amount("100")}}, .created_at = Now()}};
    return deal;
}

Deal MakeHybrid(BrandId brand) {
    Deal deal = MakeDeal("Hybrid, \"DE\"");
    deal.binding = commission::Binding::kEvent;
    deal.scope = {.brands = {brand, BrandId::New()}, .countries = {"DE", "AT"}};
    deal.is_default = true;
    deal.tier_pool = "all brands";
    deal.late_events = commission::LateEvents::kOwnPeriod;
    commission::Terms terms{.currency = *Currency::Parse("USDT")};
    terms.cpa = {.amount = Amount("100.00000001"),
                 .amount_by_country = {{"DE", Amount("120")}},
                 .min_first_deposit = Amount("20"),
                 .qualify_within_days = 30,
                 .tiers = {{3, Amount("120")}, {11, Amount("130")}},
                 .tier_mode = commission::TierMode::kWhole,
                 .monthly_cap = 0,
                 .hold_days = 14,
                 .clawback = commission::Clawback::kNever};
    terms.rev_share = {.rate = Amount("33.33333333"),
                       .tiers = {{Amount("10000"), Amount("35")}},
                       .admin_fee_percent = Amount("10"),
                       .deduct_chargebacks = false,
                       .negative = {commission::NegativePolicy::kWaive},
                       .duration_months = 12};
    terms.cpl = {Amount("5")};
    terms.fixed_monthly = {Amount("999999999999999.99999999")};
    terms.sub_affiliate = {Amount("100")};
    const auto day = [](std::string_view text) { return *Date::Parse(text); };
    deal.versions.push_back({.number = 2, .effective_from = day("2026-03-10"), .terms = terms, .created_at = Now()});
    // A date before 1970.
    deal.versions.push_back({.number = 3, .effective_from = day("1969-12-31"), .terms = terms, .created_at = Now()});
    return deal;
}

TEST_P(LedgerContract, DealsAreReadWithEveryVersionAsTheyWereStored) {
    const OperatorId owner = MakeOperator();
    const Deal plain = MakeDeal();
    const Deal hybrid = MakeHybrid(BrandOf(owner));
    const Deal last = MakeDeal("Last");
    ASSERT_TRUE(Apply({.owner = owner, .based_on_version = 1, .upserts = {plain, hybrid, last}}));
    Reopen();
    EXPECT_EQ(ledger_->catalogue().LoadOperator(owner)->deals, (std::vector{plain, hybrid, last}));
    EXPECT_TRUE(ledger_->catalogue().LoadOperator(MakeOperator("Other"))->deals.empty());
}

TEST_P(LedgerContract, AChangedDealKeepsItsVersionsAndGetsANewOne) {
    const OperatorId owner = MakeOperator();
    Deal deal = MakeDeal();
    ASSERT_TRUE(Apply({.owner = owner, .based_on_version = 1, .upserts = {deal}}));
    deal.name = "CPA 90";
    deal.scope.countries = {"CH"};
    DealVersion next = deal.versions.front();
    next.number = 2;
    next.terms.cpa->amount = Amount("90");
    deal.versions.push_back(next);
    ASSERT_TRUE(Apply({.owner = owner, .based_on_version = 2, .upserts = {deal}}));
    EXPECT_EQ(ledger_->catalogue().LoadOperator(owner)->deals, std::vector{deal});

    Deal forged = deal;
    forged.versions.front().terms.cpa->amount = Amount("1");
    ASSERT_TRUE(Apply({.owner = owner, .based_on_version = 3, .upserts = {forged}}));
    EXPECT_EQ(ledger_->catalogue().LoadOperator(owner)->deals, std::vector{deal}) << "a stored version never changes";
}

TEST_P(LedgerContract, TheDefaultMovesInOneChange) {
    const OperatorId owner = MakeOperator();
    Deal first = MakeDeal();
    Deal second = MakeDeal();
    first.is_default = true;
    ASSERT_TRUE(Apply({.owner = owner, .based_on_version = 1, .upserts = {first, second}}));
    std::swap(first.is_default, second.is_default);
    ASSERT_TRUE(Apply({.owner = owner, .based_on_version = 2, .upserts = {second, first}}));
    EXPECT_EQ(ledger_->catalogue().LoadOperator(owner)->deals, (std::vector{first, second}));
}

TEST_P(LedgerContract, TheDatabaseRefusesToChangeOrDeleteAVersion) {
    const OperatorId owner = MakeOperator();
    const Deal deal = MakeDeal();
    ASSERT_TRUE(Apply({.owner = owner, .based_on_version = 1, .upserts = {deal}}));
    const auto connection = place_->Look();
    EXPECT_FALSE(connection->Run(kChangeVersion, {}));
    EXPECT_FALSE(connection->Run(kDropVersion, {}));
    EXPECT_EQ(Count(kVersions), 1);
    EXPECT_EQ(ledger_->catalogue().LoadOperator(owner)->deals, std::vector{deal});
}

TEST_P(LedgerContract, AWithdrawnVersionStaysWithdrawn) {
    const OperatorId owner = MakeOperator();
    Deal deal = MakeDeal();
    DealVersion next = deal.versions.front();
    next.number = 2;
    next.effective_from = *Date::Parse("2999-12-01");
    deal.versions.push_back(next);
    ASSERT_TRUE(Apply({.owner = owner, .based_on_version = 1, .upserts = {deal}}));
    const Deal standing = deal;
    deal.versions[1].withdrawn_at = Now();
    ASSERT_TRUE(Apply({.owner = owner, .based_on_version = 2, .upserts = {deal}}));
    Reopen();
    EXPECT_EQ(ledger_->catalogue().LoadOperator(owner)->deals, std::vector{deal});

    ASSERT_TRUE(Apply({.owner = owner, .based_on_version = 3, .upserts = {standing}}));
    EXPECT_EQ(ledger_->catalogue().LoadOperator(owner)->deals, std::vector{deal}) << "a withdrawal is never reverted";
    const auto connection = place_->Look();
    EXPECT_FALSE(connection->Run(kChangeWithdrawal, {}));
    EXPECT_FALSE(connection->Run(kDropWithdrawal, {}));
    EXPECT_EQ(ledger_->catalogue().LoadOperator(owner)->deals, std::vector{deal});
}

}  // namespace
}  // namespace fairlead::ledger
