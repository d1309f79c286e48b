#include "app/events/refused_requests.hpp"

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

class RefusedRequestsLog : public testing::Test {
protected:
    RefusedRequest Refusal(ApiKeyId key, std::string pointer) {
        RefusedRequest refused;
        refused.at = {++time_};
        refused.key = key;
        refused.errors = {{ErrorCode::kRequired, std::move(pointer), "is required"}};
        return refused;
    }
    std::vector<std::string> Pointers(const RefusedRequests::Query& query) const {
        std::vector<std::string> pointers;
        for (const RefusedRequest& refused : log_.Read(query)) pointers.push_back(refused.errors.front().pointer);
        return pointers;
    }

    const OperatorId owner_ = OperatorId::New();
    const ApiKeyId key_ = ApiKeyId::New();
    std::int64_t time_ = 0;
    RefusedRequests log_;
};

TEST_F(RefusedRequestsLog, TheNewestIsFirstAndPagesGoBack) {
    for (const char* pointer : {"/a", "/b", "/c"}) log_.Note(owner_, Refusal(key_, pointer));
    EXPECT_EQ(Pointers({.owner = owner_, .limit = 2}), (std::vector<std::string>{"/c", "/b"}));
    const auto last = log_.Read({.owner = owner_, .limit = 2}).back().number;
    EXPECT_EQ(Pointers({.owner = owner_, .before = last, .limit = 2}), std::vector<std::string>{"/a"});
}

TEST_F(RefusedRequestsLog, AnOperatorSeesItsOwnKeys) {
    const ApiKeyId other = ApiKeyId::New();
    log_.Note(owner_, Refusal(key_, "/a"));
    log_.Note(owner_, Refusal(other, "/b"));
    EXPECT_TRUE(Pointers({.owner = OperatorId::New()}).empty());
    EXPECT_EQ(Pointers({.owner = owner_, .key = other}), std::vector<std::string>{"/b"});
    EXPECT_EQ(Pointers({.owner = owner_}).size(), 2U);
}

TEST_F(RefusedRequestsLog, TheSameRefusalInSuccessionIsCounted) {
    for (int i = 0; i < 3; ++i) log_.Note(owner_, Refusal(key_, "/a"));
    log_.Note(owner_, Refusal(key_, "/b"));
    log_.Note(owner_, Refusal(key_, "/a"));
    const auto read = log_.Read({.owner = owner_});
    ASSERT_EQ(read.size(), 3U);
    EXPECT_EQ(read[0].count, 1);
    EXPECT_EQ(read[2].count, 3);
    EXPECT_EQ(read[2].first_at.micros, 1);
    EXPECT_EQ(read[2].at.micros, 3);
}

TEST_F(RefusedRequestsLog, AThousandPerKeyAreKept) {
    for (int i = 0; i < 1005; ++i) log_.Note(owner_, Refusal(key_, "/" + std::to_string(i)));
    const auto pointers = Pointers({.owner = owner_, .limit = 2000});
    ASSERT_EQ(pointers.size(), 1000U);
    EXPECT_EQ(pointers.front(), "/1004");
    EXPECT_EQ(pointers.back(), "/5");
}

TEST_F(RefusedRequestsLog, TheMemoryIsBoundedAndTheOldestGoesFirst) {
    RefusedRequests small(20'000);
    const ApiKeyId first = ApiKeyId::New();
    small.Note(owner_, Refusal(first, "/first"));
    for (int i = 0; i < 100; ++i) small.Note(owner_, Refusal(ApiKeyId::New(), std::string(400, 'x')));
    EXPECT_TRUE(small.Read({.owner = owner_, .key = first}).empty());
    const auto kept = small.Read({.owner = owner_, .limit = 200});
    EXPECT_GT(kept.size(), 10U);
    EXPECT_LT(kept.size(), 50U);
    EXPECT_EQ(kept.front().number, 101);
}

TEST_F(RefusedRequestsLog, LongTextsAndManyErrorsAreCut) {
    RefusedRequest refused = Refusal(key_, "/" + std::string(1000, 'x'));
    refused.errors.resize(50, refused.errors.front());
    refused.errors[1].message = std::string(499, 'x') + "€€";
    log_.Note(owner_, refused);
    const auto read = log_.Read({.owner = owner_});
    EXPECT_EQ(read[0].errors.size(), 20U);
    EXPECT_EQ(read[0].errors[0].pointer.size(), 503U);
    EXPECT_EQ(read[0].errors[1].message, std::string(499, 'x') + "…");
}

}  // namespace
}  // namespace fairlead::app
