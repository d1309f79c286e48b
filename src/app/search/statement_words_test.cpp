#include "app/search/statement_words.hpp"

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

struct Asked {
    std::string affiliate;
    std::string from;
    std::string to;

    bool operator==(const Asked&) const = default;
};

Asked AskedBy(std::string_view text) {
    const auto words = StatementWords::Parse(text, *Period::Parse("2026-11"));
    return {words.affiliate, words.from ? words.from->ToString() : "", words.to ? words.to->ToString() : ""};
}

TEST(StatementWords, ReadAMonthInSeveralForms) {
    const Asked october{"max", "2026-10", "2026-10"};
    for (const auto* text :
         {"Max 2026-10", "2026-10 max", "max october", "OCT max", "max oct 2026", "statement max october"}) {
        EXPECT_EQ(AskedBy(text), october) << text;
    }
}

TEST(StatementWords, ReadShorterPeriods) {
    EXPECT_EQ(AskedBy("max 2026-w11"), (Asked{"max", "2026-W11", "2026-W11"}));
    EXPECT_EQ(AskedBy("2026-03-H1 max"), (Asked{"max", "2026-03-H1", "2026-03-H1"}));
}

TEST(StatementWords, AMonthWithoutAYearIsTheNewestOne) {
    EXPECT_EQ(AskedBy("november"), (Asked{"", "2026-11", "2026-11"}));
    EXPECT_EQ(AskedBy("december"), (Asked{"", "2025-12", "2025-12"}));
    EXPECT_EQ(AskedBy("dec 2024"), (Asked{"", "2024-12", "2024-12"}));
}

TEST(StatementWords, AYearAloneIsAllItsMonths) {
    EXPECT_EQ(AskedBy("best bets 2025"), (Asked{"best bets", "2025-01", "2025-12"}));
}

TEST(StatementWords, OtherWordsAreTheAffiliate) {
    EXPECT_EQ(AskedBy("Marching 1999 Octopus"), (Asked{"marching 1999 octopus", "", ""}));
}

}  // namespace
}  // namespace fairlead::app
