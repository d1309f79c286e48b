#include "domain/tracking/terms.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "domain/attribution/naive_oracle_test.hpp"
#include "domain/tracking/any_click_test.hpp"

namespace fairlead::tracking {
namespace {

const OperatorId kOwner = NthId<OperatorId>(1);

std::array<Term, kClickTerms> TermsOf(const Click& click) {
    return ClickTerms(BrandTerm(kOwner, click.brand), click.address_hash, click.agent_digest, click.country);
}

std::vector<Term> SearchedFor(const events::Event& registration) {
    const attribution::Evidence evidence(registration);
    return TermsToSearch(BrandTerm(kOwner, registration.brand),
                         {.address_hash = evidence.address_hash ? &*evidence.address_hash : nullptr,
                          .agent_digest = evidence.agent_digest ? &*evidence.agent_digest : nullptr,
                          .country = evidence.country});
}

bool Meet(const Click& click, const events::Event& registration) {
    const auto terms = TermsOf(click);
    return std::ranges::any_of(SearchedFor(registration),
                               [&](Term sought) { return std::ranges::find(terms, sought) != terms.end(); });
}

// Terms are stored. If one changes, no earlier click can be found. The expected values were computed independently of
// this code, from the description in terms.cpp.
TEST(Terms, NeverChange) {
    const Term brand = BrandTerm(NthId<OperatorId>(1), NthId<BrandId>(2));
    EXPECT_EQ(brand, 0x00B52FC13E765F77ULL);
    const std::array<Term, kClickTerms> expected{0x891288AE9E4BF06DULL, 0xCE48D818EC79F933ULL, 0x177CEB826105856EULL,
                                                 0x06C482BD8AB22E24ULL, 0x2FD4EC10D119979AULL, 0x3193D40EFC7857D4ULL};
    EXPECT_EQ(ClickTerms(brand, NthAddress(0), NthAddress(1), "DE"), expected);
    EXPECT_EQ(PlayerTerm(NthId<OperatorId>(1), NthId<PlayerId>(2)), 0xB83D222039D4B6F8ULL);
    EXPECT_EQ(ShareTerm(NthId<OperatorId>(1), 2), 0xA36C8DA4DFB742B6ULL);
}

TEST(Terms, AreDifferentForDifferentValues) {
    std::set<Term> seen;
    std::size_t made = 0;
    for (std::uint64_t owner = 1; owner <= 3; ++owner) {
        for (std::uint64_t brand = 1; brand <= 20; ++brand) {
            seen.insert(BrandTerm(NthId<OperatorId>(owner), NthId<BrandId>(brand)));
            seen.insert(PlayerTerm(NthId<OperatorId>(owner), NthId<PlayerId>(brand)));
            made += 2;
        }
    }
    EXPECT_EQ(seen.size(), made);
    const auto terms = ClickTerms(1, NthAddress(0), NthAddress(0), "");
    EXPECT_EQ(std::set(terms.begin(), terms.end()).size(), kClickTerms);
}

TEST(Terms, MoreEvidenceMeansFewerClicksToRead) {
    const Click here{.brand = NthId<BrandId>(1), .country = "DE", .address_hash = NthAddress(0)};
    Click elsewhere = here;
    elsewhere.address_hash = NthAddress(1);
    elsewhere.country = "FR";
    events::Event registration{.brand = here.brand};
    EXPECT_TRUE(Meet(here, registration) && Meet(elsewhere, registration));
    registration.country = "DE";
    EXPECT_TRUE(Meet(here, registration) && !Meet(elsewhere, registration));
    registration.country = "";
    registration.ip_hash = ToHex(NthAddress(1));
    EXPECT_TRUE(!Meet(here, registration) && Meet(elsewhere, registration));
}

TEST(Terms, AClickFromAnUnknownCountryIsFoundByAnyCountry) {
    const Click click{.brand = NthId<BrandId>(1)};
    EXPECT_TRUE(Meet(click, {.brand = click.brand, .country = "DE"}));
}

TEST(Terms, EveryMatchingClickIsFound) {
    int fitting = 0;
    for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
        SeededChoice choose(seed);
        Click click = AnyClick(choose);
        click.uncounted = Uncounted::kNo;
        events::Event registration = attribution::AnyRegistration(choose, {}, std::span(&click, 1));
        registration.brand = click.brand;
        const attribution::Evidence evidence(registration);
        if (Compare(evidence, click, {}) != attribution::Outcome::kWon) continue;
        ASSERT_TRUE(Meet(click, registration)) << "seed " << seed;
        ++fitting;
    }
    EXPECT_GT(fitting, 4000);
}

RC_GTEST_PROP(Terms, OtherBrandsAndOperatorsAreNeverFound, (std::uint64_t seed)) {
    SeededChoice choose(seed);
    const Click click = AnyClick(choose);
    events::Event registration = attribution::AnyRegistration(choose, {}, std::span(&click, 1));
    if (registration.brand != click.brand) RC_ASSERT(!Meet(click, registration));
    const auto terms = TermsOf(click);
    const auto of_another =
        ClickTerms(BrandTerm(NthId<OperatorId>(2), click.brand), click.address_hash, click.agent_digest, click.country);
    for (const Term term : of_another) RC_ASSERT(std::ranges::find(terms, term) == terms.end());
}

}  // namespace
}  // namespace fairlead::tracking
