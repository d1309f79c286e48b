#include "facts/operator_marks.hpp"

#include <gtest/gtest.h>

namespace fairlead::facts {
namespace {

class OperatorMarksTest : public testing::Test {
protected:
    app::BlockMark Block(std::int64_t number) const { return {owner_, number, Timestamp{number * 1000}}; }
    void LedgerHas(std::int64_t number) { marks_.SetNewest(std::vector{Block(number)}); }
    void StoreSays(std::int64_t number) {
        marks_.SetMarks(number == 0 ? std::vector<app::BlockMark>() : std::vector{Block(number)});
    }
    bool IsFilling() const {
        const auto missing = marks_.Missing();
        const auto found = missing.find(owner_);
        return found != missing.end() && found->second.is_filling;
    }

    OperatorId owner_ = OperatorId::New();
    OperatorMarks marks_;
};

TEST_F(OperatorMarksTest, AStoreIsBeingFilledUntilItHasCaughtUpOnce) {
    LedgerHas(10);
    StoreSays(0);
    EXPECT_TRUE(IsFilling());
    marks_.Move(std::vector{Block(6)});
    EXPECT_TRUE(IsFilling());
    marks_.Move(std::vector{Block(10)});
    LedgerHas(12);
    EXPECT_FALSE(IsFilling());
    EXPECT_EQ(marks_.Missing().at(owner_).blocks, 2);
}

TEST_F(OperatorMarksTest, AStoreThatIsOnlyLateIsNotBeingFilled) {
    LedgerHas(10);
    StoreSays(10);
    LedgerHas(500);
    StoreSays(10);
    EXPECT_FALSE(IsFilling());
}

TEST_F(OperatorMarksTest, AStoreThatHasLostSomethingIsBeingFilledAgain) {
    LedgerHas(10);
    StoreSays(10);
    StoreSays(0);
    EXPECT_TRUE(IsFilling());
    marks_.Move(std::vector{Block(10)});
    EXPECT_FALSE(IsFilling());
    marks_.ForgetMarks();
    EXPECT_TRUE(IsFilling());
}

}  // namespace
}  // namespace fairlead::facts
