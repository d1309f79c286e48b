#include "ledger/seals/sealed_tables.hpp"

#include <gtest/gtest.h>

namespace fairlead::ledger {
namespace {

TEST(SealedMembers, AreReadAsTheyWereWritten) {
    const MemberTexts members{{"name", "a=b\nc\\n"}, {"email", ""}, {"parent", std::nullopt}, {"last", "\\"}};
    EXPECT_EQ(DecodeMembers(EncodeMembers(members)), members);
    EXPECT_EQ(EncodeMembers({{"a", "1"}, {"b", std::nullopt}}), "a=1\nb");
    EXPECT_EQ(DecodeMembers(""), MemberTexts());
}

TEST(SealedKeys, AreReadAsTheyWereWritten) {
    const SealedKey key{NewUuid(), 12};
    const SealedTable& steps = TableOf(SealedKind::kStatementStep);
    const auto step = SealedKey::Parse(steps, key.ToText(steps));
    ASSERT_TRUE(step);
    EXPECT_EQ(step->id, key.id);
    EXPECT_EQ(step->number, 12);
    const SealedTable& users = TableOf(SealedKind::kUser);
    EXPECT_EQ(SealedKey::Parse(users, key.ToText(users))->id, key.id);
    EXPECT_FALSE(SealedKey::Parse(users, key.ToText(steps)));
    EXPECT_FALSE(SealedKey::Parse(steps, key.ToText(users)));
    EXPECT_FALSE(SealedKey::Parse(steps, key.id.ToString() + "/x"));
    EXPECT_FALSE(SealedKey::Parse(users, "x"));
}

TEST(SealedTables, EachKindHasItsTable) {
    EXPECT_EQ(TableOf(SealedKind::kAuditEntry).table, "audit_log");
    EXPECT_EQ(TableOf(SealedKind::kOperator).table, "operators");
    for (const SealedTable& table : SealedTables()) EXPECT_EQ(FindSealedTable(table.kind), &table);
    EXPECT_EQ(FindSealedTable("block"), nullptr);
}

}  // namespace
}  // namespace fairlead::ledger
