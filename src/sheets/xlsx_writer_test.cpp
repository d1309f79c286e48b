#include "sheets/xlsx_writer.hpp"

#include <gtest/gtest.h>

namespace fairlead::sheets {
namespace {

TEST(XlsxWriter, WritesAZipWithASheet) {
    reporting::ReportTable table{.group_keys = {"brand"},
                                 .metrics = {"click_count", "ngr"},
                                 .row_count = 1,
                                 .cells = {"=A1 & <b>"},
                                 .values = {Decimal::FromInteger(3), *Decimal::Parse("-12.34")},
                                 .totals = {Decimal::FromInteger(3), *Decimal::Parse("-12.34")},
                                 .unpriced = {},
                                 .generated_at = {}};
    XlsxWriter writer;
    const auto bytes = writer.Write(table);
    ASSERT_TRUE(bytes) << bytes.error().message;
    EXPECT_TRUE(bytes->starts_with("PK"));
    EXPECT_TRUE(bytes->contains("xl/worksheets/sheet1.xml"));
}

}  // namespace
}  // namespace fairlead::sheets
