#include "ledger/sqlite/commit_marks.hpp"

#include <gtest/gtest.h>

namespace fairlead::ledger {
namespace {

CommitMarks SomeMarks() {
    CommitMarks marks{.ledger_id = "00ff", .operators = {}};
    marks.operators.push_back({OperatorId::New(), 12, 34, 5, Digest256("a")});
    marks.operators.push_back({OperatorId::New(), 0, 0, 1, {}});
    return marks;
}

TEST(CommitMarks, AreReadBackAsTheyWereWritten) {
    const CommitMarks marks = SomeMarks();
    const auto read = DecodeCommitMarks(EncodeCommitMarks(marks));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->ledger_id, marks.ledger_id);
    ASSERT_EQ(read->operators.size(), 2U);
    EXPECT_EQ(read->operators[0].owner, marks.operators[0].owner);
    EXPECT_EQ(read->operators[0].commit, 12);
    EXPECT_EQ(read->operators[0].block, 34);
    EXPECT_EQ(read->operators[0].change, 5);
    EXPECT_EQ(read->operators[0].hash, marks.operators[0].hash);
    EXPECT_EQ(read->operators[1].hash, Bytes32{});
}

TEST(CommitMarks, EveryFlippedBitAndEveryCutIsNoticed) {
    const std::string text = EncodeCommitMarks(SomeMarks());
    for (std::size_t i = 0; i < text.size(); ++i) {
        for (int bit = 0; bit < 8; ++bit) {
            std::string damaged = text;
            damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
            EXPECT_FALSE(DecodeCommitMarks(damaged)) << "byte " << i;
        }
        EXPECT_FALSE(DecodeCommitMarks(std::string_view(text).substr(0, i)));
    }
}

}  // namespace
}  // namespace fairlead::ledger
