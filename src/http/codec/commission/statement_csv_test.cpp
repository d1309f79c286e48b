#include "http/codec/commission/statement_csv.hpp"

#include <gtest/gtest.h>

#include "base/text/csv_cell.hpp"

namespace fairlead::http {
namespace {

TEST(CsvCells, AreQuotedWhereTheyMustBe) {
    EXPECT_EQ(CsvCell("plain"), "plain");
    EXPECT_EQ(CsvCell("a,b"), "\"a,b\"");
    EXPECT_EQ(CsvCell("say \"hi\""), "\"say \"\"hi\"\"\"");
    EXPECT_EQ(CsvCell("two\nlines"), "\"two\nlines\"");
    EXPECT_EQ(CsvCell(""), "");
}

TEST(CsvCells, TextThatASpreadsheetWouldRunIsDefused) {
    EXPECT_EQ(CsvTextCell("=1+1"), "'=1+1");
    EXPECT_EQ(CsvTextCell("+1"), "'+1");
    EXPECT_EQ(CsvTextCell("-1"), "'-1");
    EXPECT_EQ(CsvTextCell("@SUM(A1)"), "'@SUM(A1)");
    EXPECT_EQ(CsvTextCell("\tx"), "'\tx");
    EXPECT_EQ(CsvTextCell("=A1,\"x\""), "\"'=A1,\"\"x\"\"\"");
    EXPECT_EQ(CsvTextCell("Best = Bets"), "Best = Bets");
    EXPECT_EQ(CsvTextCell("a; b, c"), "\"a; b, c\"");
}

TEST(CsvCells, AFormulaAfterSpacesOrInFullWidthIsDefused) {
    EXPECT_EQ(CsvTextCell("  =1+1"), "'  =1+1");
    EXPECT_EQ(CsvTextCell("\xC2\xA0=1+1"), "'\xC2\xA0=1+1");
    EXPECT_EQ(CsvTextCell("\xE3\x80\x80@SUM(A1)"), "'\xE3\x80\x80@SUM(A1)");
    for (const char* start : {"\xEF\xBC\x9D", "\xEF\xBC\x8B", "\xEF\xBC\x8D", "\xEF\xBC\xA0"}) {
        EXPECT_EQ(CsvTextCell(std::string(start) + "1"), "'" + std::string(start) + "1");
    }
}

TEST(CsvCells, AFormulaAfterAPossibleSplitIsDefused) {
    EXPECT_EQ(CsvTextCell("Bets;=1+1"), "'Bets;'=1+1");
    EXPECT_EQ(CsvTextCell("Bets; @SUM(A1);x"), "'Bets;' @SUM(A1);x");
    EXPECT_EQ(CsvTextCell("Bets\t-1"), "'Bets\t'-1");
}

TEST(StatementCsv, HasARowPerLineAndATotal) {
    app::StatementRecord record;
    record.statement.period = *Period::Parse("2026-03");
    record.statement.payable = *Decimal::Parse("4");
    statements::Line share;
    share.type = statements::LineType::kRevShare;
    share.version = 2;
    share.count = 3;
    share.base = *Decimal::Parse("-30.5");
    share.rate = *Decimal::Parse("20");
    share.amount = *Decimal::Parse("-6.1");
    statements::Line adjustment;
    adjustment.type = statements::LineType::kAdjustment;
    adjustment.count = 1;
    adjustment.amount = *Decimal::Parse("10.1");
    adjustment.note = "=cmd, \"x\"";
    record.statement.lines = {share, adjustment};
    record.facts = {{.players = 2, .end_rate = *Decimal::Parse("25")}, {}};
    EXPECT_EQ(StatementCsv(record, app::OperatorEntry()),
              "component,brandId,brand,dealId,deal,dealVersion,count,base,rate,amount,currency,fromPeriod,note,"
              "players,endRate\r\n"
              "revShare,,,,,2,3,-30.5,20,-6.1,EUR,,,2,25\r\n"
              "adjustment,,,,,,1,,,10.1,EUR,,\"'=cmd, \"\"x\"\"\",,\r\n"
              "Total,,,,,,,,,4,EUR,2026-03,,,\r\n");
}

}  // namespace
}  // namespace fairlead::http
