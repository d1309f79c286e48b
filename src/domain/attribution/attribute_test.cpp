#include "domain/attribution/attribute.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "domain/attribution/naive_oracle_test.hpp"

namespace fairlead::attribution {
namespace {

using catalogue::AttributionFallback;
using tracking::Click;
using tracking::NthAddress;
using tracking::NthId;
using tracking::SeededChoice;
using tracking::Uncounted;

constexpr std::string_view kPhone = "Mozilla/5.0 (iPhone)";

Timestamp At(std::string_view text) { return *Timestamp::ParseIso8601(text); }

// A click of the n-th affiliate on brand 1, from Germany, with a phone, from the first address.
Click ClickOf(std::uint64_t affiliate, std::string_view time) {
    Click click;
    click.time = At(time);
    click.id = tracking::MakeClickId({click.time, 0, affiliate});
    click.brand = NthId<BrandId>(1);
    click.country = "DE";
    click.address_hash = NthAddress(0);
    click.agent_digest = tracking::DigestAgent(kPhone);
    click.origin.affiliate = NthId<AffiliateId>(affiliate);
    return click;
}

events::Event RegistrationAt(std::string_view time) { return {.time = At(time), .brand = NthId<BrandId>(1)}; }

// The outcome of each click, in the order of the candidates, without a named click.
std::vector<Outcome> OutcomesOf(const events::Event& registration, const std::vector<Click>& candidates,
                                const Policy& policy = {}) {
    std::vector<Outcome> outcomes;
    for (const auto& candidate : Attribute(registration, policy, std::nullopt, candidates).candidates) {
        outcomes.push_back(candidate.outcome);
    }
    return outcomes;
}

Outcome OutcomeOf(const events::Event& registration, const Click& click, const Policy& policy = {}) {
    return OutcomesOf(registration, {click}, policy).front();
}

TEST(Attribution, WithoutAClickThePlayerIsOrganic) {
    const auto decision = Attribute(RegistrationAt("2026-03-31T12:00:00Z"), {}, std::nullopt, {});
    EXPECT_EQ(decision.method, Method::kOrganic);
    EXPECT_FALSE(decision.winner);
    EXPECT_TRUE(decision.candidates.empty());
}

TEST(Attribution, TheLastClickBeforeTheRegistrationWins) {
    const std::vector clicks{ClickOf(1, "2026-03-01T12:00:00Z"), ClickOf(2, "2026-03-20T12:00:00Z"),
                             ClickOf(3, "2026-03-10T12:00:00Z")};
    const auto decision = Attribute(RegistrationAt("2026-03-31T12:00:00Z"), {}, std::nullopt, clicks);
    EXPECT_EQ(decision.method, Method::kLastClick);
    EXPECT_EQ(decision.winner, clicks[1]);
    EXPECT_EQ(decision.candidates, (std::vector<Candidate>{{clicks[0], Outcome::kEarlierThanWinner},
                                                           {clicks[1], Outcome::kWon},
                                                           {clicks[2], Outcome::kEarlierThanWinner}}));
}

TEST(Attribution, OfTwoClicksAtTheSameTimeTheGreaterIdWins) {
    Click first = ClickOf(1, "2026-03-20T12:00:00Z");
    Click second = first;
    second.id = tracking::MakeClickId({second.time, 1, 0});
    const auto registration = RegistrationAt("2026-03-31T12:00:00Z");
    EXPECT_EQ(Attribute(registration, {}, std::nullopt, std::vector{first, second}).winner, second);
    EXPECT_EQ(Attribute(registration, {}, std::nullopt, std::vector{second, first}).winner, second);
}

TEST(Attribution, AClickAfterTheRegistrationIsNotACandidate) {
    EXPECT_EQ(OutcomeOf(RegistrationAt("2026-03-31T12:00:00Z"), ClickOf(1, "2026-03-31T12:00:00.000001Z")),
              Outcome::kAfterRegistration);
}

TEST(Attribution, BothEndsOfTheWindowAreIncluded) {
    // Thirty days before noon on the 31st is noon on the 1st.
    const auto registration = RegistrationAt("2026-03-31T12:00:00Z");
    EXPECT_EQ(OutcomeOf(registration, ClickOf(1, "2026-03-31T12:00:00Z")), Outcome::kWon);
    EXPECT_EQ(OutcomeOf(registration, ClickOf(1, "2026-03-01T12:00:00Z")), Outcome::kWon);
    EXPECT_EQ(OutcomeOf(registration, ClickOf(1, "2026-03-01T11:59:59.999999Z")), Outcome::kBeforeWindow);
}

TEST(Attribution, ABrandMayHaveAnotherWindow) {
    const auto registration = RegistrationAt("2026-03-31T12:00:00Z");
    const Policy week{.window_days = 7};
    EXPECT_EQ(OutcomeOf(registration, ClickOf(1, "2026-03-24T12:00:00Z"), week), Outcome::kWon);
    EXPECT_EQ(OutcomeOf(registration, ClickOf(1, "2026-03-24T11:59:59.999999Z"), week), Outcome::kBeforeWindow);
    EXPECT_EQ(OutcomeOf(registration, ClickOf(1, "2025-03-31T12:00:00Z"), {.window_days = 365}), Outcome::kWon);
}

TEST(Attribution, AWindowMayStartBeforeTheEpoch) {
    EXPECT_EQ(WindowStart(Timestamp{0}, {.window_days = 365}).micros, -365 * kMicrosPerDay);
}

TEST(Attribution, AClickOnAnotherBrandDoesNotCountByFallback) {
    Click click = ClickOf(1, "2026-03-20T12:00:00Z");
    click.brand = NthId<BrandId>(2);
    EXPECT_EQ(OutcomeOf(RegistrationAt("2026-03-31T12:00:00Z"), click), Outcome::kOtherBrand);
}

TEST(Attribution, AnUnknownNamedClickNeedsEvidenceForAnother) {
    const Click click = ClickOf(1, "2026-03-20T12:00:00Z");
    auto registration = RegistrationAt("2026-03-31T12:00:00Z");
    registration.click_id = "somebody else's";
    registration.country = "DE";
    const auto decision = Attribute(registration, {}, std::nullopt, std::vector{click});
    EXPECT_EQ(decision.method, Method::kOrganic);
    EXPECT_TRUE(decision.lacks_evidence);
    EXPECT_EQ(decision.candidates, (std::vector<Candidate>{{click, Outcome::kNoEvidenceGiven}}));
    // Decisions of the first releases can be recomputed.
    EXPECT_EQ(OutcomeOf(registration, click, {.unknown_needs_evidence = false}), Outcome::kWon);

    registration.user_agent = kPhone;
    EXPECT_EQ(OutcomeOf(registration, click), Outcome::kWon);
    registration.user_agent = "";
    registration.ip_hash = ToHex(NthAddress(0));
    EXPECT_EQ(OutcomeOf(registration, click), Outcome::kWon);
    registration.ip_hash = ToHex(NthAddress(1));
    EXPECT_EQ(OutcomeOf(registration, click), Outcome::kAddressDiffers);
}

TEST(Attribution, ANamedClickOfAnyBrandWinsAtAnyAge) {
    const Click later = ClickOf(1, "2026-03-20T12:00:00Z");
    for (const char* time : {"2019-01-01T00:00:00Z", "2026-03-31T12:00:00Z", "2026-04-30T00:00:00Z"}) {
        Click named = ClickOf(2, time);
        named.brand = NthId<BrandId>(2);
        auto registration = RegistrationAt("2026-03-31T12:00:00Z");
        registration.click_id = named.id.ToString();
        registration.ip_hash = ToHex(NthAddress(2));
        registration.country = "FR";
        const auto decision =
            Attribute(registration, {.fallback = AttributionFallback::kOff}, named, std::vector{later});
        EXPECT_EQ(decision.method, Method::kDirect) << time;
        EXPECT_EQ(decision.winner, named) << time;
        EXPECT_EQ(decision.named, named.id.ToString());
    }
}

TEST(Attribution, ASuspendedAffiliateGetsNoPlayerByANamedClick) {
    const Click named = ClickOf(1, "2026-03-20T12:00:00Z");
    const Click other = ClickOf(2, "2026-03-21T12:00:00Z");
    auto registration = RegistrationAt("2026-03-31T12:00:00Z");
    registration.click_id = named.id.ToString();
    const auto decision = Attribute(registration, {}, named, std::vector{other}, {NthId<AffiliateId>(1)});
    EXPECT_EQ(decision.method, Method::kOrganic);
    EXPECT_EQ(decision.candidates, (std::vector<Candidate>{{named, Outcome::kAffiliateSuspended}}));
    EXPECT_EQ(Attribute(registration, {}, named, {}, {NthId<AffiliateId>(2)}).winner, named);
}

TEST(Attribution, ANamedClickThatArrivesLaterIsNotCreditedToASuspendedAffiliateEither) {
    Click named = ClickOf(1, "2026-03-20T12:00:00Z");
    EXPECT_EQ(OutcomeOfNamed(named, {}), Outcome::kWon);
    EXPECT_EQ(OutcomeOfNamed(named, {NthId<AffiliateId>(2)}), Outcome::kWon);
    EXPECT_EQ(OutcomeOfNamed(named, {NthId<AffiliateId>(1)}), Outcome::kAffiliateSuspended);
    named.uncounted = Uncounted::kInactiveLink;
    EXPECT_EQ(OutcomeOfNamed(named, {}), Outcome::kNotInForce);
    EXPECT_EQ(OutcomeOfNamed(named, {NthId<AffiliateId>(1)}), Outcome::kNotInForce);
}

TEST(Attribution, TheClicksOfASuspendedAffiliateArePassedOver) {
    const Click other = ClickOf(1, "2026-03-20T12:00:00Z");
    const Click last = ClickOf(2, "2026-03-21T12:00:00Z");
    const auto registration = RegistrationAt("2026-03-31T12:00:00Z");
    const auto decision = Attribute(registration, {}, std::nullopt, std::vector{last, other}, {NthId<AffiliateId>(2)});
    EXPECT_EQ(decision.winner, other);
    EXPECT_EQ(decision.candidates.front().outcome, Outcome::kAffiliateSuspended);
}

TEST(Attribution, ADecisionIsProvedByANamedClickOrByEvidence) {
    const Click click = ClickOf(1, "2026-03-20T12:00:00Z");
    auto registration = RegistrationAt("2026-03-31T12:00:00Z");
    EXPECT_EQ(ProofOf(Attribute(registration, {}, click, {}), registration), Proof::kDirect);
    EXPECT_EQ(ProofOf(Attribute(registration, {}, std::nullopt, {}), registration), Proof::kOrganic);
    const std::vector clicks{click};
    registration.country = "DE";
    EXPECT_EQ(ProofOf(Attribute(registration, {}, std::nullopt, clicks), registration), Proof::kWithoutEvidence);
    registration.user_agent = kPhone;
    EXPECT_EQ(ProofOf(Attribute(registration, {}, std::nullopt, clicks), registration), Proof::kWithEvidence);
    registration.user_agent.clear();
    registration.ip_hash = ToHex(NthAddress(0));
    EXPECT_EQ(ProofOf(Attribute(registration, {}, std::nullopt, clicks), registration), Proof::kWithEvidence);
}

TEST(Attribution, ABotsClickCountsOnlyWhenItIsNamed) {
    const auto registration = RegistrationAt("2026-03-31T12:00:00Z");
    for (const auto why : {Uncounted::kBot, Uncounted::kHead, Uncounted::kPrefetch}) {
        Click click = ClickOf(1, "2026-03-20T12:00:00Z");
        click.uncounted = why;
        EXPECT_EQ(OutcomeOf(registration, click), Outcome::kUncounted);
        EXPECT_EQ(Attribute(registration, {}, click, {}).method, Method::kDirect);
    }
}

TEST(Attribution, AClickOnALinkThatWasNotInForceIsNeverCredited) {
    auto registration = RegistrationAt("2026-03-31T12:00:00Z");
    for (const auto why : {Uncounted::kInactiveLink, Uncounted::kAffiliateNotApproved}) {
        Click click = ClickOf(1, "2026-03-20T12:00:00Z");
        click.uncounted = why;
        EXPECT_EQ(OutcomeOf(registration, click), Outcome::kNotInForce);
        const Click other = ClickOf(2, "2026-03-10T12:00:00Z");
        const auto decision = Attribute(registration, {}, click, std::vector{other});
        EXPECT_EQ(decision.method, Method::kLastClick);
        EXPECT_EQ(decision.winner, other);
        EXPECT_EQ(decision.candidates.front(), (Candidate{click, Outcome::kNotInForce}));
    }
}

TEST(Attribution, AnUnknownNamedClickFallsBackToTheLastClickWithEvidence) {
    auto registration = RegistrationAt("2026-03-31T12:00:00Z");
    registration.user_agent = kPhone;
    registration.click_id = "0190a0b0-c0d0-7e0f-8a1b-2c3d4e5f6071";
    const Click click = ClickOf(1, "2026-03-20T12:00:00Z");
    const auto decision = Attribute(registration, {}, std::nullopt, std::vector{click});
    EXPECT_EQ(decision.method, Method::kLastClick);
    EXPECT_EQ(decision.named, registration.click_id);
}

TEST(Attribution, EachGivenPieceOfEvidenceMustMatch) {
    const Click click = ClickOf(1, "2026-03-20T12:00:00Z");
    const auto outcome_with = [&](auto change) {
        auto registration = RegistrationAt("2026-03-31T12:00:00Z");
        change(registration);
        return OutcomeOf(registration, click);
    };
    EXPECT_EQ(outcome_with([](auto& r) { r.ip_hash = ToHex(NthAddress(0)); }), Outcome::kWon);
    EXPECT_EQ(outcome_with([](auto& r) { r.ip_hash = ToHex(NthAddress(1)); }), Outcome::kAddressDiffers);
    EXPECT_EQ(outcome_with([](auto& r) { r.user_agent = kPhone; }), Outcome::kWon);
    EXPECT_EQ(outcome_with([](auto& r) { r.user_agent = "curl/8"; }), Outcome::kAgentDiffers);
    EXPECT_EQ(outcome_with([](auto& r) { r.country = "DE"; }), Outcome::kWon);
    EXPECT_EQ(outcome_with([](auto& r) { r.country = "FR"; }), Outcome::kCountryDiffers);
    EXPECT_EQ(outcome_with([](auto& r) {
                  r.ip_hash = ToHex(NthAddress(0));
                  r.user_agent = "curl/8";
              }),
              Outcome::kAgentDiffers);
}

TEST(Attribution, AClickFromAnUnknownCountryMatchesAnyCountry) {
    Click click = ClickOf(1, "2026-03-20T12:00:00Z");
    click.country = "";
    auto registration = RegistrationAt("2026-03-31T12:00:00Z");
    registration.country = "FR";
    EXPECT_EQ(OutcomeOf(registration, click), Outcome::kWon);
}

TEST(Attribution, AVisitorWithoutAnAgentMatchesNoGivenAgent) {
    Click click = ClickOf(1, "2026-03-20T12:00:00Z");
    click.agent_digest = tracking::DigestAgent("");
    auto registration = RegistrationAt("2026-03-31T12:00:00Z");
    registration.user_agent = kPhone;
    EXPECT_EQ(OutcomeOf(registration, click), Outcome::kAgentDiffers);
}

TEST(Attribution, TheEvidenceFallbackRequiresAnAddress) {
    const Policy evidence{.fallback = AttributionFallback::kEvidence};
    const Click click = ClickOf(1, "2026-03-20T12:00:00Z");
    auto registration = RegistrationAt("2026-03-31T12:00:00Z");
    registration.user_agent = kPhone;
    EXPECT_EQ(OutcomeOf(registration, click, evidence), Outcome::kNoAddressGiven);
    registration.ip_hash = ToHex(NthAddress(0));
    EXPECT_EQ(OutcomeOf(registration, click, evidence), Outcome::kWon);
}

TEST(Attribution, WithTheFallbackOffOnlyNamedClicksCount) {
    const Policy off{.fallback = AttributionFallback::kOff};
    const Click click = ClickOf(1, "2026-03-20T12:00:00Z");
    auto registration = RegistrationAt("2026-03-31T12:00:00Z");
    registration.ip_hash = ToHex(NthAddress(0));
    EXPECT_EQ(OutcomeOf(registration, click, off), Outcome::kFallbackOff);
    EXPECT_EQ(Attribute(registration, off, click, {}).method, Method::kDirect);
}

TEST(Attribution, ADecisionStoresItsPolicyAndEvidence) {
    const Policy policy{.fallback = AttributionFallback::kEvidence, .window_days = 7};
    auto registration = RegistrationAt("2026-03-31T12:00:00Z");
    EXPECT_FALSE(Attribute(registration, policy, std::nullopt, {}).address_given);
    registration.ip_hash = ToHex(NthAddress(0));
    const auto decision = Attribute(registration, policy, std::nullopt, {});
    EXPECT_TRUE(decision.address_given);
    EXPECT_EQ(decision.policy, policy);
}

// A history of clicks, ordered by time. Some have the same time.
std::vector<Click> AnyHistory(SeededChoice& choose) {
    constexpr std::array<std::int64_t, 6> kSteps{0, 0, 1, kMicrosPerDay / 2, kMicrosPerDay, 15 * kMicrosPerDay};
    std::vector<Click> clicks;
    std::int64_t now = 40'000 * kMicrosPerDay;
    for (std::uint64_t n = choose(13); n > 0; --n) {
        now += kSteps[choose(kSteps.size())];
        Click& click = clicks.emplace_back(tracking::AnyClick(choose));
        click.time.micros = now;
        click.id = tracking::MakeClickId({click.time, static_cast<std::uint32_t>(clicks.size()), choose(1ULL << 46)});
    }
    return clicks;
}

std::optional<Click> FindNamed(const events::Event& registration, const std::vector<Click>& clicks) {
    const auto found =
        std::ranges::find_if(clicks, [&](const Click& click) { return click.id.ToString() == registration.click_id; });
    return found == clicks.end() ? std::nullopt : std::optional(*found);
}

void Shuffle(std::vector<Click>& clicks, SeededChoice& choose) {
    for (std::size_t i = clicks.size(); i > 1; --i) std::swap(clicks[i - 1], clicks[choose(i)]);
}

TEST(Attribution, AnyHistoryIsDecidedByTheRules) {
    std::array<int, 4> seen{};
    for (std::uint64_t seed = 0; seed < 10'000; ++seed) {
        SeededChoice choose(seed);
        std::vector<Click> clicks = AnyHistory(choose);
        Shuffle(clicks, choose);
        for (int i = 0; i < 4; ++i) {
            const Policy policy = AnyPolicy(choose);
            const auto registration = AnyRegistration(choose, policy, clicks);
            const auto decision = Attribute(registration, policy, FindNamed(registration, clicks), clicks);
            const auto expected = AttributeNaively(registration, policy, clicks);
            ASSERT_EQ(decision.method, expected.method) << "seed " << seed;
            ASSERT_EQ(decision.winner, expected.click) << "seed " << seed;
            ++seen[static_cast<std::size_t>(decision.method)];
        }
    }
    // The histories prove little if nearly all of them have the same result.
    EXPECT_GT(seen[static_cast<std::size_t>(Method::kDirect)], 2000);
    EXPECT_GT(seen[static_cast<std::size_t>(Method::kLastClick)], 3000);
    EXPECT_GT(seen[static_cast<std::size_t>(Method::kOrganic)], 4000);
}

TEST(Attribution, ExactlyTheWinnerIsShownAsHavingWon) {
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        SeededChoice choose(seed);
        const std::vector<Click> clicks = AnyHistory(choose);
        const Policy policy = AnyPolicy(choose);
        const auto registration = AnyRegistration(choose, policy, clicks);
        const auto decision = Attribute(registration, policy, std::nullopt, clicks);
        ASSERT_EQ(decision.candidates.size(), clicks.size());
        for (const auto& [click, outcome] : decision.candidates) {
            ASSERT_EQ(outcome == Outcome::kWon, decision.winner && click.id == decision.winner->id) << "seed " << seed;
        }
    }
}

}  // namespace
}  // namespace fairlead::attribution
