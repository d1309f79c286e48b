#include "ledger/backup/portable_row.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "base/id/uuid.hpp"

namespace fairlead::ledger {
namespace {

std::vector<Value> AllKinds(const Uuid& id) {
    return {Value::Null(),
            Value::Of(std::numeric_limits<std::int64_t>::min()),
            Value::Of(std::int64_t{0}),
            Value::Of(std::string_view("tab\tand \0 nul", 13)),
            {Value::Kind::kDecimal, 0, "-12.5"},
            {Value::Kind::kBytes, 0, std::string_view("\0\xff", 2)},
            {Value::Kind::kBytes, 0, ""},
            Value::Of(id)};
}

TEST(PortableRow, EveryKindOfCellIsReadAsWritten) {
    const Uuid id = NewUuid();
    const auto row = AllKinds(id);
    std::string bytes;
    AppendRow(bytes, row);
    AppendRow(bytes, row);
    int rows = 0;
    ASSERT_TRUE(ReadPortableRows(bytes, row.size(), [&](std::span<const Value> read) {
        ++rows;
        for (std::size_t i = 0; i < row.size(); ++i) {
            EXPECT_EQ(read[i].kind, row[i].kind) << i;
            EXPECT_EQ(read[i].integer, row[i].integer) << i;
            EXPECT_EQ(read[i].data, row[i].data) << i;
        }
        return Status();
    }));
    EXPECT_EQ(rows, 2);
}

TEST(PortableRow, ATruncatedRowIsRefused) {
    const Uuid id = NewUuid();
    const auto row = AllKinds(id);
    std::string bytes;
    AppendRow(bytes, row);
    const auto ignore = [](std::span<const Value>) { return Status(); };
    for (std::size_t size = 1; size < bytes.size(); ++size) {
        EXPECT_FALSE(ReadPortableRows(std::string_view(bytes).substr(0, size), row.size(), ignore)) << size;
    }
    EXPECT_TRUE(ReadPortableRows("", row.size(), ignore));
    EXPECT_FALSE(ReadPortableRows("\x06", 1, ignore));
    EXPECT_FALSE(ReadPortableRows(bytes, 0, ignore));
}

}  // namespace
}  // namespace fairlead::ledger
