#include "app/resources/deals/deal_resource.hpp"

#include <string>

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

namespace json = boost::json;
using commission::Deal;

// An operator whose deals are created and changed one after the other, as with a ledger.
class Deals : public testing::Test {
protected:
    using Decided = std::expected<ManageCatalogue::CatalogueDecision, Errors>;

    Decided Decide(const ManageCatalogue::Decide& decide) {
        auto decision = decide({snapshot_, entry_});
        if (!decision) return decision;
        for (const auto& record : decision->change.upserts) entry_.records.deals.Put(std::get<Deal>(record));
        return decision;
    }
    Decided Create(std::string_view body) { return Decide(DealResource().Create({json::parse(body), "tester", {}})); }
    Decided Update(DealId id, std::string_view body) {
        return Decide(DealResource().Update(id.uuid, {json::parse(body), "tester", {}}));
    }
    Decided Withdraw(DealId id, std::int32_t version) {
        return Decide(WithdrawDealVersion(id.uuid, version, {json::object(), "tester", {}}));
    }
    ErrorCode WhyNotWithdrawn(DealId id, std::int32_t version) {
        const auto refused = Withdraw(id, version);
        EXPECT_FALSE(refused);
        return refused ? ErrorCode::kInternal : refused.error().front().code;
    }
    DealId Make(std::string_view body = R"({"name": "CPA", "terms": {"currency": "EUR", "cpa": {"amount": "100"}}})") {
        const auto made = Create(body);
        EXPECT_TRUE(made);
        return *DealId::Parse(made->answer.at("id").as_string());
    }
    const Deal& Find(DealId id) const { return *entry_.FindDeal(id); }

    CatalogueSnapshot snapshot_;
    OperatorEntry entry_;
};

TEST_F(Deals, TheFirstVersionIsInForceFromTheBeginning) {
    const Deal& deal = Find(Make());
    ASSERT_EQ(deal.versions.size(), 1U);
    EXPECT_EQ(deal.versions[0].number, 1);
    EXPECT_EQ(deal.versions[0].effective_from, std::nullopt);
    EXPECT_EQ(deal.versions[0].created_at, deal.created_at);
    EXPECT_EQ(deal.VersionOn(*Date::Parse("0001-01-01")), deal.versions.data());
}

TEST_F(Deals, ChangedTermsBecomeASecondVersion) {
    const DealId id = Make();
    const auto changed = Update(id, R"({"effectiveFrom": "2026-03-10",
                                        "terms": {"currency": "EUR", "cpl": {"amount": "5"}}})");
    ASSERT_TRUE(changed);
    EXPECT_EQ(changed->answer.at("version"), 2);
    const Deal& deal = Find(id);
    ASSERT_EQ(deal.versions.size(), 2U);
    EXPECT_EQ(deal.versions[0].terms.cpa->amount, *Decimal::Parse("100"));
    EXPECT_FALSE(deal.versions[1].terms.cpa);
    EXPECT_EQ(deal.VersionOn(*Date::Parse("2026-03-09"))->number, 1);
    EXPECT_EQ(deal.VersionOn(*Date::Parse("2026-03-10"))->number, 2);
}

TEST_F(Deals, TermsWithoutADateStartTodayInTheOperatorsTimeZone) {
    entry_.records.self.settings.first_time_zone = "Pacific/Kiritimati";  // 14 hours ahead of UTC.
    const DealId id = Make();
    const Date before = Date::OfUtc(Timestamp{Now().micros + 14 * 3'600'000'000LL});
    ASSERT_TRUE(Update(id, R"({"terms": {"currency": "EUR", "cpa": {"amount": "90"}}})"));
    const Date after = Date::OfUtc(Timestamp{Now().micros + 14 * 3'600'000'000LL});
    const auto from = Find(id).versions.back().effective_from;
    EXPECT_TRUE(from == before || from == after);
}

TEST_F(Deals, ADealShowsItsVersionInForceAndItsUpcomingVersions) {
    const DealId id = Make();
    const auto changed = Update(id, R"({"effectiveFrom": "2999-12-01",
                                        "terms": {"currency": "EUR", "revShare": {"rate": "27"}}})");
    ASSERT_TRUE(changed);
    const json::object& deal = changed->answer;
    EXPECT_EQ(deal.at("version"), 2) << "the newest version";
    EXPECT_TRUE(deal.at("terms").as_object().contains("revShare"));
    EXPECT_EQ(deal.at("inForce").at("version"), 1);
    EXPECT_EQ(deal.at("inForce").at("terms").at("cpa").at("amount"), "100");
    ASSERT_EQ(deal.at("upcoming").as_array().size(), 1U);
    EXPECT_EQ(deal.at("upcoming").at(0).at("effectiveFrom"), "2999-12-01");
    EXPECT_EQ(deal.at("upcoming").at(0).at("terms").at("revShare").at("rate"), "27");
    const auto& audit = changed->change.audit.front();
    EXPECT_FALSE(audit.after.contains("inForce")) << "because it changes with the date";
}

TEST_F(Deals, NothingIsInForceBeforeTheFirstVersionStarts) {
    const auto made = Create(R"({"name": "Next year's", "effectiveFrom": "2999-01-01",
                                 "terms": {"currency": "EUR", "cpl": {"amount": "5"}}})");
    ASSERT_TRUE(made);
    EXPECT_TRUE(made->answer.at("inForce").is_null());
    EXPECT_EQ(made->answer.at("upcoming").at(0).at("version"), 1);
}

TEST_F(Deals, TodayIsTheOperatorsDay) {
    // The zones are 25 hours apart: a day that has started in one has not started in the other.
    const Date ahead = Date::OfUtc(Timestamp{Now().micros + 14 * 3'600'000'000LL});
    const DealId id = Make();
    ASSERT_TRUE(Update(id, R"({"effectiveFrom": ")" + ahead.ToString() + "\"}"));
    const auto in_force = [&](const char* zone) {
        entry_.records.self.settings.first_time_zone = zone;
        return DealResource().Read({entry_, {}}, id.uuid)->at("inForce").at("version");
    };
    EXPECT_EQ(in_force("Pacific/Pago_Pago"), 1);
    EXPECT_EQ(in_force("Pacific/Kiritimati"), 2);
}

constexpr std::string_view kLater = R"({"effectiveFrom": "2999-12-01",
                                        "terms": {"currency": "EUR", "revShare": {"rate": "27"}}})";

TEST_F(Deals, AVersionIsWithdrawnBeforeItStarts) {
    const DealId id = Make();
    ASSERT_TRUE(Update(id, kLater));
    const auto withdrawn = Withdraw(id, 2);
    ASSERT_TRUE(withdrawn);
    EXPECT_EQ(withdrawn->answer.at("version"), 1);
    EXPECT_TRUE(withdrawn->answer.at("terms").as_object().contains("cpa"));
    EXPECT_TRUE(withdrawn->answer.at("effectiveFrom").is_null());
    EXPECT_TRUE(withdrawn->answer.at("upcoming").as_array().empty());
    ASSERT_EQ(withdrawn->change.audit.size(), 1U);
    const auto& entry = withdrawn->change.audit.front();
    EXPECT_EQ(entry.action, "deal.withdrawVersion");
    EXPECT_EQ(entry.subject, "deal/" + id.ToString());
    EXPECT_TRUE(json::parse(entry.before).at("withdrawnAt").is_null());
    EXPECT_TRUE(json::parse(entry.after).at("withdrawnAt").is_string());
    EXPECT_EQ(json::parse(entry.after).at("version"), 2);
    EXPECT_EQ(Find(id).versions.size(), 2U) << "it keeps its position";
}

TEST_F(Deals, AWithdrawnVersionCanBeCreatedAgainWithANewNumber) {
    const DealId id = Make();
    ASSERT_TRUE(Update(id, kLater));
    ASSERT_TRUE(Withdraw(id, 2));
    const auto again = Update(id, kLater);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->answer.at("version"), 3);
    EXPECT_EQ(again->answer.at("upcoming").at(0).at("version"), 3);
}

TEST_F(Deals, WithdrawingTwiceChangesNothingMore) {
    const DealId id = Make();
    ASSERT_TRUE(Update(id, kLater));
    ASSERT_TRUE(Withdraw(id, 2));
    const auto again = Withdraw(id, 2);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->answer.at("version"), 1);
    EXPECT_TRUE(again->change.upserts.empty());
    EXPECT_TRUE(again->change.audit.empty());
}

TEST_F(Deals, AStartedOrOnlyVersionCannotBeWithdrawn) {
    const DealId started = Make();
    ASSERT_TRUE(Update(started, R"({"effectiveFrom": "2026-01-01"})"));
    EXPECT_EQ(WhyNotWithdrawn(started, 1), ErrorCode::kConflict) << "in force from the beginning";
    EXPECT_EQ(WhyNotWithdrawn(started, 2), ErrorCode::kConflict);
    const DealId only = Make(R"({"name": "Next year's", "effectiveFrom": "2999-01-01",
                                 "terms": {"currency": "EUR", "cpl": {"amount": "5"}}})");
    EXPECT_EQ(WhyNotWithdrawn(only, 1), ErrorCode::kConflict);
    for (const std::int32_t number : {-1, 0, 2}) EXPECT_EQ(WhyNotWithdrawn(only, number), ErrorCode::kNotFound);
    EXPECT_EQ(WhyNotWithdrawn(DealId::New(), 1), ErrorCode::kNotFound);
}

TEST_F(Deals, AVersionStartsWithTheOperatorsDay) {
    const Date ahead = Date::OfUtc(Timestamp{Now().micros + 14 * 3'600'000'000LL});
    const DealId id = Make();
    ASSERT_TRUE(Update(id, R"({"effectiveFrom": ")" + ahead.ToString() + "\"}"));
    entry_.records.self.settings.first_time_zone = "Pacific/Kiritimati";
    EXPECT_EQ(WhyNotWithdrawn(id, 2), ErrorCode::kConflict);
    entry_.records.self.settings.first_time_zone = "Pacific/Pago_Pago";  // This day has not started there.
    EXPECT_TRUE(Withdraw(id, 2));
}

TEST_F(Deals, ABodyWithoutADifferenceIsNoChange) {
    const DealId id = Make();
    for (const std::string_view same : {R"({})", R"({"terms": {"cpa": {"amount": "100.0"}, "currency": "EUR"}})",
                                        R"({"effectiveFrom": null})", R"({"isDefault": false, "scope": null})"}) {
        const auto decision = Update(id, same);
        ASSERT_TRUE(decision) << same;
        EXPECT_TRUE(decision->change.upserts.empty()) << same;
        EXPECT_TRUE(decision->change.audit.empty()) << same;
    }
}

TEST_F(Deals, ANewNameIsNoNewVersion) {
    const DealId id = Make();
    ASSERT_TRUE(Update(id, R"({"name": "Another", "binding": "event"})"));
    EXPECT_EQ(Find(id).versions.size(), 1U);
    EXPECT_EQ(Find(id).binding, commission::Binding::kEvent);
}

TEST_F(Deals, AnotherCurrencyNeedsAnotherDeal) {
    const DealId id = Make();
    const auto refused = Update(id, R"({"terms": {"currency": "USD", "cpa": {"amount": "100"}}})");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().front().pointer, "/terms/currency");
    EXPECT_EQ(Find(id).versions.size(), 1U);
}

TEST_F(Deals, ACurrencyIsDeclaredOrHasThreeLetters) {
    const std::string_view body = R"({"name": "x", "terms": {"currency": "USDT", "cpl": {"amount": "1"}}})";
    const auto refused = Create(body);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().front().pointer, "/terms/currency");
    EXPECT_EQ(refused.error().front().code, ErrorCode::kInvalidCurrency);
    entry_.records.self.declared_currencies = {*Currency::Parse("USDT")};
    EXPECT_TRUE(Create(body));
}

TEST_F(Deals, TheDefaultIsTakenFromTheDealThatHadItInTheSameChange) {
    const DealId first =
        Make(R"({"name": "First", "isDefault": true, "terms": {"currency": "EUR", "cpl": {"amount": "1"}}})");
    const DealId second = Make();
    const auto taken = Update(second, R"({"isDefault": true})");
    ASSERT_TRUE(taken);
    ASSERT_EQ(taken->change.upserts.size(), 2U);
    ASSERT_EQ(taken->change.audit.size(), 2U);
    EXPECT_EQ(taken->change.audit[1].subject, "deal/" + first.ToString());
    EXPECT_EQ(taken->change.audit[1].action, "deal.update");
    EXPECT_FALSE(Find(first).is_default);
    EXPECT_TRUE(Find(second).is_default);
    EXPECT_EQ(Find(first).versions.size(), 1U);
}

TEST_F(Deals, AScopeNamesBrandsOfTheOperator) {
    const BrandId brand = BrandId::New();
    const std::string scoped = R"({"scope": {"countries": ["de"], "brandIds": [")" + brand.ToString() + "\"]}}";
    const DealId id = Make();
    const auto refused = Update(id, scoped);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().front().pointer, "/scope/brandIds/0");
    entry_.records.brands.Put({.id = brand, .name = "Mine"});
    ASSERT_TRUE(Update(id, scoped));
    EXPECT_EQ(Find(id).scope, (commission::Scope{.brands = {brand}, .countries = {"DE"}}));
    ASSERT_TRUE(Update(id, R"({"scope": {"countries": ["AT"]}})"));
    EXPECT_EQ(Find(id).scope, (commission::Scope{.brands = {}, .countries = {"AT"}}))
        << "the scope is replaced completely";
}

}  // namespace
}  // namespace fairlead::app
