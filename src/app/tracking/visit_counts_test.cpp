#include "app/tracking/visit_counts.hpp"

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

constexpr Timestamp kNoon{1'773'144'000'000'000};  // 2026-03-10T12:00:00Z.
const OperatorId kCountedOwner = OperatorId::New();

// Adds up what it gets, as the ledger does. It can fail, and it can answer later.
class KeptSums final : public VisitSums {
public:
    void Add(OperatorId owner, std::vector<VisitSum> sums, StatusDone done) override {
        EXPECT_EQ(owner, kCountedOwner);
        ++calls_;
        if (is_away_) return done(Fail(ErrorCode::kUnavailable, "the ledger cannot be reached"));
        for (const VisitSum& sum : sums) {
            auto& kept = kept_[{sum.day, sum.link}];
            kept.first += sum.bots;
            kept.second += sum.limited;
        }
        if (!is_slow_) return done(Status());
        waiting_.push_back(std::move(done));
    }
    void Read(VisitSumQuery /*query*/, AnswerDone<VisitSumPage> done) override { done(VisitSumPage()); }

    void set_away(bool away) { is_away_ = away; }
    void set_slow(bool slow) { is_slow_ = slow; }
    void Answer() {
        for (StatusDone& done : std::exchange(waiting_, {})) done(Status());
    }

    int calls() const { return calls_; }
    std::size_t size() const { return kept_.size(); }
    // Bots and visitors over the limit.
    std::pair<std::int64_t, std::int64_t> Of(Date day, LinkId link) { return kept_[{day, link}]; }
    std::int64_t total() const {
        std::int64_t total = 0;
        for (const auto& [place, kept] : kept_) total += kept.first + kept.second;
        return total;
    }

private:
    bool is_away_ = false;
    bool is_slow_ = false;
    int calls_ = 0;
    std::map<std::pair<Date, LinkId>, std::pair<std::int64_t, std::int64_t>> kept_;
    std::vector<StatusDone> waiting_;
};

class VisitCountsTest : public testing::Test {
protected:
    // Whether `then` was called before this returns.
    bool IsStoredAtOnce() {
        bool called = false;
        counts_.WhenStored(kCountedOwner, [&] { called = true; });
        return called;
    }

    KeptSums kept_;
    VisitCounts counts_{kept_, [](OperatorId, Timestamp at) { return Date::OfUtc(at); }};
    const LinkId link_ = LinkId::New();
};

TEST_F(VisitCountsTest, VisitsOfALinkAndADayBecomeOneSum) {
    for (int i = 0; i < 5; ++i) counts_.Count(kCountedOwner, link_, OnlyCounted::kLimited, kNoon);
    counts_.Count(kCountedOwner, link_, OnlyCounted::kBot, {kNoon.micros + 3600 * kMicrosPerSecond});
    counts_.Count(kCountedOwner, link_, OnlyCounted::kLimited, {kNoon.micros + kMicrosPerDay});
    EXPECT_TRUE(IsStoredAtOnce());
    const Date day = Date::OfUtc(kNoon);
    EXPECT_EQ(kept_.Of(day, link_), std::pair(std::int64_t{1}, std::int64_t{5}));
    EXPECT_EQ(kept_.Of({day.days + 1}, link_), std::pair(std::int64_t{0}, std::int64_t{1}));
    EXPECT_EQ(kept_.size(), 2U);
    EXPECT_EQ(kept_.calls(), 1);
}

TEST_F(VisitCountsTest, WithoutVisitsNothingIsStored) {
    EXPECT_TRUE(IsStoredAtOnce());
    EXPECT_EQ(kept_.calls(), 0);
}

TEST_F(VisitCountsTest, VisitsWaitWhileTheLedgerCannotBeReached) {
    kept_.set_away(true);
    counts_.Count(kCountedOwner, link_, OnlyCounted::kBot, kNoon);
    EXPECT_TRUE(IsStoredAtOnce());
    counts_.Count(kCountedOwner, link_, OnlyCounted::kBot, kNoon);
    kept_.set_away(false);
    EXPECT_TRUE(IsStoredAtOnce());
    EXPECT_EQ(kept_.total(), 2);
}

TEST_F(VisitCountsTest, AReaderWaitsForVisitsThatAreOnTheirWay) {
    kept_.set_slow(true);
    counts_.Count(kCountedOwner, link_, OnlyCounted::kBot, kNoon);
    bool first = false;
    bool second = false;
    counts_.WhenStored(kCountedOwner, [&] { first = true; });
    counts_.Count(kCountedOwner, link_, OnlyCounted::kBot, kNoon);
    counts_.WhenStored(kCountedOwner, [&] { second = true; });
    EXPECT_FALSE(first);
    kept_.Answer();
    EXPECT_TRUE(first);
    EXPECT_FALSE(second);
    kept_.Answer();
    EXPECT_TRUE(second);
    EXPECT_EQ(kept_.total(), 2);
}

TEST_F(VisitCountsTest, TooManyLinksAreCountedWithoutTheirNames) {
    const std::size_t links = kWaitingVisitSumsMax + 500;
    for (std::size_t i = 0; i < links; ++i) counts_.Count(kCountedOwner, LinkId::New(), OnlyCounted::kLimited, kNoon);
    EXPECT_TRUE(IsStoredAtOnce());
    EXPECT_EQ(kept_.total(), static_cast<std::int64_t>(links));
    EXPECT_EQ(kept_.size(), kWaitingVisitSumsMax + 1);
    EXPECT_EQ(kept_.Of(Date::OfUtc(kNoon), LinkId{}).second, 500);
}

TEST_F(VisitCountsTest, TheEndStoresTheRest) {
    counts_.Start();
    counts_.Count(kCountedOwner, link_, OnlyCounted::kLimited, kNoon);
    counts_.Stop();
    EXPECT_EQ(kept_.total(), 1);
}

}  // namespace
}  // namespace fairlead::app
