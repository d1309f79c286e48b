#include "ledger/seals/row_checks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fairlead::ledger {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// A seal and a change, whose members are few.
RowChecks ChecksOf(const std::string& sealed, const std::string& content = "a=1") {
    RowChecks checks;
    checks.Add(CheckedTable::kChanges, std::int64_t{7});
    checks.Add(CheckedTable::kChanges, "brand");
    checks.Add(CheckedTable::kChanges, content);
    checks.Add(CheckedTable::kSeals, std::int64_t{3});
    for (const std::string& member : {std::string("user"), std::string("id"), sealed}) {
        checks.Add(CheckedTable::kSeals, member);
    }
    return checks;
}

constexpr CheckedRowsOfTables kOneOfEach{CheckedRows{7, 1}, CheckedRows{1, 0}, CheckedRows{1, 0}, CheckedRows{3, 1}};

TEST(RowChecks, EqualRowsHaveNoDamagedMembers) {
    EXPECT_THAT(FindDamagedMembers(ChecksOf("role=viewer").Encode(), ChecksOf("role=viewer"), kOneOfEach), IsEmpty());
}

TEST(RowChecks, ADamagedMemberIsNamedByTableNumberAndColumn) {
    EXPECT_THAT(FindDamagedMembers(ChecksOf("role=viewer").Encode(), ChecksOf("role=admin", "a=2"), kOneOfEach),
                ElementsAre("table changes, number 7, column content", "table seals, number 3, column content"));
}

TEST(RowChecks, EveryFlippedBitOfATextChangesItsCheck) {
    const std::string text = "a text of more than two words, with an odd size";
    const std::string stored = ChecksOf(text).Encode();
    for (std::size_t bit = 0; bit < 8 * text.size(); ++bit) {
        std::string flipped = text;
        flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
        EXPECT_EQ(FindDamagedMembers(stored, ChecksOf(flipped), kOneOfEach).size(), 1U) << bit;
    }
}

TEST(RowChecks, EveryFlippedBitOfANumberChangesItsCheck) {
    const std::int64_t number = 1'794'071'509'000'001;
    RowChecks written;
    written.Add(CheckedTable::kChanges, number);
    for (int bit = 0; bit < 64; ++bit) {
        RowChecks found;
        found.Add(CheckedTable::kChanges, static_cast<std::int64_t>(static_cast<std::uint64_t>(number) ^ 1ULL << bit));
        EXPECT_NE(found.Encode(), written.Encode()) << bit;
    }
}

TEST(RowChecks, ATableWithAMissingRowIsNotCompared) {
    RowChecks found = ChecksOf("role=viewer");
    CheckedRowsOfTables rows = kOneOfEach;
    rows[1].count = 1;
    std::string stored = ChecksOf("role=admin").Encode();
    stored.insert(1 + 3, std::string(18, '\0'));
    EXPECT_THAT(FindDamagedMembers(stored, found, rows), ElementsAre("table seals, number 3, column content"));
}

TEST(RowChecks, ChecksOfAnotherVersionOrSizeSayNothing) {
    const RowChecks found = ChecksOf("role=viewer");
    std::string stored = ChecksOf("role=admin").Encode();
    EXPECT_THAT(FindDamagedMembers(stored + "x", found, kOneOfEach), IsEmpty());
    EXPECT_THAT(FindDamagedMembers(stored.substr(0, 4), found, kOneOfEach), IsEmpty());
    EXPECT_THAT(FindDamagedMembers("", found, kOneOfEach), IsEmpty());
    stored.front() = 2;
    EXPECT_THAT(FindDamagedMembers(stored, found, kOneOfEach), IsEmpty());
}

}  // namespace
}  // namespace fairlead::ledger
