#include "base/errors.hpp"

#include <string>

#include <gtest/gtest.h>

namespace fairlead {
namespace {

Errors Several(std::size_t count) {
    Errors errors;
    for (std::size_t i = 0; i < count; ++i) {
        errors.push_back({ErrorCode::kUnknownMember, "/" + std::to_string(i), "is not known"});
    }
    return errors;
}

TEST(Errors, AHundredAreAllKept) {
    const Errors errors = Several(100);
    EXPECT_EQ(errors.size(), 100U);
    EXPECT_FALSE(errors.HasMore());
}

TEST(Errors, TheHundredAndFirstIsDroppedAndNoted) {
    const Errors errors = Several(101);
    ASSERT_EQ(errors.size(), 100U);
    EXPECT_EQ(errors[99].pointer, "/99");
    EXPECT_TRUE(errors.HasMore());
}

TEST(Errors, NestedErrorsGetThePointerOfTheirValue) {
    Errors all{{ErrorCode::kRequired, "/name", "is required"}};
    AppendAt("/terms/cpa", Several(2), all);
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[0].pointer, "/name");
    EXPECT_EQ(all[2].pointer, "/terms/cpa/1");
    EXPECT_FALSE(all.HasMore());
}

TEST(Errors, NestedErrorsShareTheBound) {
    Errors all;
    AppendAt("/first", Several(60), all);
    AppendAt("/second", Several(41), all);
    ASSERT_EQ(all.size(), 100U);
    EXPECT_EQ(all[99].pointer, "/second/39");
    EXPECT_TRUE(all.HasMore());
}

TEST(Errors, DroppedErrorsOfAValueCountForTheWholeRequest) {
    Errors all;
    AppendAt("/tiers", Several(101), all);
    EXPECT_EQ(all.size(), 100U);
    EXPECT_TRUE(all.HasMore());
}

}  // namespace
}  // namespace fairlead
