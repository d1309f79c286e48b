#include <deque>

#include <gtest/gtest.h>

#include "domain/statements/statement.hpp"

namespace fairlead::statements {
namespace {

using commission::Component;
using commission::LineSum;

template <class IdType>
IdType Numbered(std::uint8_t number) {
    IdType id;
    id.uuid.bytes[15] = number;
    return id;
}

const AffiliateId kAffiliate = Numbered<AffiliateId>(1);
const BrandId kBrand = Numbered<BrandId>(2);
const BrandId kOtherBrand = Numbered<BrandId>(3);
const DealId kDeal = Numbered<DealId>(4);
const DealId kOtherDeal = Numbered<DealId>(5);
const Period kMarch = *Period::Parse("2026-03");
const Period kApril = *Period::Parse("2026-04");

Decimal D(std::string_view text) { return *Decimal::Parse(text); }

LineSum Sum(Component component, std::string_view amount, BrandId brand = kBrand) {
    LineSum sum;
    if (component != Component::kFixedMonthly) sum.brand = brand;
    sum.component = component;
    sum.count = 1;
    sum.amount = D(amount);
    return sum;
}

// A month of one affiliate, built line by line.
class Month {
public:
    explicit Month(Period period = kMarch, std::string_view currency = "EUR") {
        material_.affiliate = kAffiliate;
        material_.period = period;
        material_.currency = *Currency::Parse(currency);
        material_.negative = [](DealId) { return commission::NegativeTerms(); };
    }

    Month& Earns(std::vector<LineSum> lines, DealId deal = kDeal, std::int32_t version = 1) {
        const auto& kept = sums_.emplace_back(std::move(lines));
        material_.groups.push_back({deal, version, kept});
        return *this;
    }
    Month& Waives() {
        material_.negative = [](DealId) { return commission::NegativeTerms{commission::NegativePolicy::kWaive}; };
        return *this;
    }
    Month& Adjusted(std::string_view amount, std::string reason = "by hand") {
        material_.adjustments.push_back({D(amount), std::move(reason)});
        return *this;
    }
    Month& PaysFrom(std::string_view min_payout) {
        material_.min_payout = D(min_payout);
        return *this;
    }
    Month& After(const Statement& previous) {
        material_.previous = &previous;
        material_.previous_hash = previous.content_hash;
        return *this;
    }

    std::optional<Statement> Close() const { return Compose(material_); }

private:
    Material material_;
    std::deque<std::vector<LineSum>> sums_;
};

Line Plain(LineType type, std::string_view amount) {
    Line line;
    line.type = type;
    line.amount = D(amount);
    return line;
}

Line OfDeal(LineType type, std::string_view amount, std::optional<Period> from = {}, DealId deal = kDeal) {
    Line line = Plain(type, amount);
    line.deal = deal;
    line.from = from;
    return line;
}

Line EarnedLine(LineType type, std::string_view amount, BrandId brand = kBrand) {
    Line line = OfDeal(type, amount);
    line.brand = brand;
    line.version = 1;
    line.count = 1;
    return line;
}

Line From(Line line, Period period) {
    line.from = period;
    return line;
}

Decimal Total(const Statement& statement) {
    Decimal total;
    for (const Line& line : statement.lines) total += line.amount;
    return total;
}

using Lines = std::vector<Line>;

// Example 5 of docs/commission.md §5.
TEST(Compose, ANegativeRevShareIsCarriedOverAndReducesTheNextMonth) {
    const auto march = Month(kMarch).Earns({Sum(Component::kRevShare, "-3000")}).Close();
    ASSERT_TRUE(march);
    EXPECT_EQ(march->payable, D("0"));
    EXPECT_EQ(march->lines, (Lines{EarnedLine(LineType::kRevShare, "-3000"), OfDeal(LineType::kCarryOver, "3000")}));

    const auto april = Month(kApril).Earns({Sum(Component::kRevShare, "4500")}).After(*march).Close();
    ASSERT_TRUE(april);
    EXPECT_EQ(april->payable, D("1500"));
    EXPECT_EQ(april->lines,
              (Lines{EarnedLine(LineType::kRevShare, "4500"), OfDeal(LineType::kCarryOver, "-3000", kMarch)}));
}

TEST(Compose, WithoutCarryOverANegativeRevShareIsWaived) {
    const auto march = Month(kMarch).Earns({Sum(Component::kRevShare, "-3000")}).Waives().Close();
    ASSERT_TRUE(march);
    EXPECT_EQ(march->payable, D("0"));
    EXPECT_EQ(march->lines, (Lines{EarnedLine(LineType::kRevShare, "-3000"), OfDeal(LineType::kWaiver, "3000")}));

    const auto april = Month(kApril).Earns({Sum(Component::kRevShare, "4500")}).Waives().After(*march).Close();
    ASSERT_TRUE(april);
    EXPECT_EQ(april->payable, D("4500"));
    EXPECT_EQ(april->lines, (Lines{EarnedLine(LineType::kRevShare, "4500")}));
}

// Examples 8 and 9 of docs/commission.md §5.
TEST(Compose, ALineIsTheSumRoundedOnceToTheMinorUnit) {
    EXPECT_EQ(Month().Earns({Sum(Component::kRevShare, "0.00999999")}).Close()->payable, D("0.01"));
    EXPECT_EQ(Month().Earns({Sum(Component::kRevShare, "36.548")}).Close()->payable, D("36.55"));
    EXPECT_EQ(Month(kMarch, "JPY").Earns({Sum(Component::kRevShare, "36.548")}).Close()->payable, D("37"));
    EXPECT_EQ(Month(kMarch, "KWD").Earns({Sum(Component::kRevShare, "36.5485")}).Close()->payable, D("36.548"));
    EXPECT_EQ(Month(kMarch, "USDT").Earns({Sum(Component::kRevShare, "0.00999999")}).Close()->payable, D("0.00999999"));
}

TEST(Compose, ALineThatRoundsToZeroIsKept) {
    const auto statement = Month().Earns({Sum(Component::kRevShare, "0.00333333")}).Close();
    ASSERT_TRUE(statement);
    EXPECT_EQ(statement->lines, (Lines{EarnedLine(LineType::kRevShare, "0")}));
    EXPECT_EQ(statement->payable, D("0"));
}

TEST(Compose, ANegativeRevShareNeverReducesOtherCommission) {
    const auto statement = Month().Earns({Sum(Component::kCpa, "100"), Sum(Component::kRevShare, "-250.5")}).Close();
    ASSERT_TRUE(statement);
    EXPECT_EQ(statement->payable, D("100"));
    EXPECT_EQ(statement->lines, (Lines{EarnedLine(LineType::kCpa, "100"), EarnedLine(LineType::kRevShare, "-250.5"),
                                       OfDeal(LineType::kCarryOver, "250.5")}));
}

TEST(Compose, BrandsAndVersionsOfADealAreAddedUpBeforeCarryOver) {
    const auto statement = Month()
                               .Earns({Sum(Component::kRevShare, "-70")})
                               .Earns({Sum(Component::kRevShare, "100", kOtherBrand)}, kDeal, 2)
                               .Close();
    ASSERT_TRUE(statement);
    EXPECT_EQ(statement->payable, D("30"));
    EXPECT_EQ(statement->lines.size(), 2U);
}

TEST(Compose, ACarryOverReducesOnlyItsOwnDeal) {
    const auto march = Month(kMarch).Earns({Sum(Component::kRevShare, "-40")}).Close();
    ASSERT_TRUE(march);
    const auto april = Month(kApril).Earns({Sum(Component::kRevShare, "500")}, kOtherDeal).After(*march).Close();
    ASSERT_TRUE(april);
    // The other deal is paid in full, and the carry-over goes to the next statement.
    EXPECT_EQ(april->payable, D("500"));
    EXPECT_EQ(april->lines[1], OfDeal(LineType::kCarryOver, "-40", kMarch));
    EXPECT_EQ(april->lines[2], OfDeal(LineType::kCarryOver, "40"));
}

TEST(Compose, TheRestOfACarryOverIsCarriedOver) {
    const auto march = Month(kMarch).Earns({Sum(Component::kRevShare, "-40")}).Close();
    ASSERT_TRUE(march);
    const auto april = Month(kApril).Earns({Sum(Component::kRevShare, "15")}).After(*march).Close();
    ASSERT_TRUE(april);
    EXPECT_EQ(april->payable, D("0"));
    EXPECT_EQ(april->lines.back(), OfDeal(LineType::kCarryOver, "25"));

    const auto may = Month(kApril.Next()).Earns({Sum(Component::kRevShare, "26")}).After(*april).Close();
    ASSERT_TRUE(may);
    EXPECT_EQ(may->payable, D("1"));
    EXPECT_EQ(may->lines.back(), OfDeal(LineType::kCarryOver, "-25", kApril));
}

TEST(Compose, ANegativeSubAffiliateShareReducesOnlyThatShare) {
    const auto march =
        Month(kMarch).Earns({Sum(Component::kCpa, "80"), Sum(Component::kSubAffiliate, "-6.75")}).Close();
    ASSERT_TRUE(march);
    EXPECT_EQ(march->payable, D("80"));
    EXPECT_EQ(march->lines.back(), Plain(LineType::kCarryOver, "6.75"));

    const auto april = Month(kApril)
                           .Earns({Sum(Component::kSubAffiliate, "13.5")}, kOtherDeal)
                           .Earns({Sum(Component::kRevShare, "-1")})
                           .After(*march)
                           .Close();
    ASSERT_TRUE(april);
    // 13.5 − 6.75 over all deals. RevShare is separate.
    EXPECT_EQ(april->payable, D("6.75"));
    EXPECT_EQ(april->lines[2], From(Plain(LineType::kCarryOver, "-6.75"), kMarch));
    EXPECT_EQ(april->lines[3], OfDeal(LineType::kCarryOver, "1"));
}

TEST(Compose, AClawbackReducesEverythingAndTheRestOpensTheNextStatement) {
    const auto march = Month(kMarch).Earns({Sum(Component::kCpa, "-50"), Sum(Component::kCpl, "20")}).Close();
    ASSERT_TRUE(march);
    EXPECT_EQ(march->payable, D("0"));
    EXPECT_EQ(march->lines.back(), Plain(LineType::kBalance, "30"));

    const auto april = Month(kApril).Earns({Sum(Component::kRevShare, "100")}).After(*march).Close();
    ASSERT_TRUE(april);
    EXPECT_EQ(april->payable, D("70"));
    EXPECT_EQ(april->lines.back(), From(Plain(LineType::kBalance, "-30"), kMarch));
}

TEST(Compose, BelowTheMinimumNothingIsPaidAndTheBalanceOpensTheNextStatement) {
    const auto march = Month(kMarch).Earns({Sum(Component::kCpa, "49.99")}).PaysFrom("50").Close();
    ASSERT_TRUE(march);
    EXPECT_EQ(march->payable, D("0"));
    EXPECT_EQ(march->lines.back(), Plain(LineType::kBalance, "-49.99"));

    const auto april = Month(kApril).Earns({Sum(Component::kCpa, "0.01")}).PaysFrom("50").After(*march).Close();
    ASSERT_TRUE(april);
    EXPECT_EQ(april->payable, D("50"));
    EXPECT_EQ(april->lines.back(), From(Plain(LineType::kBalance, "49.99"), kMarch));
}

TEST(Compose, ABalanceAloneIsAStatementOnceItCanBePaid) {
    const auto march = Month(kMarch).Earns({Sum(Component::kCpa, "20")}).PaysFrom("50").Close();
    ASSERT_TRUE(march);
    EXPECT_FALSE(Month(kApril).PaysFrom("50").After(*march).Close());
    const auto april = Month(kApril).PaysFrom("20").After(*march).Close();
    ASSERT_TRUE(april);
    EXPECT_EQ(april->payable, D("20"));
    EXPECT_EQ(april->lines, (Lines{From(Plain(LineType::kBalance, "20"), kMarch)}));
}

TEST(Compose, ACarryOverAloneIsNoStatement) {
    const auto march = Month(kMarch).Earns({Sum(Component::kRevShare, "-40"), Sum(Component::kCpa, "-5")}).Close();
    ASSERT_TRUE(march);
    EXPECT_FALSE(Month(kApril).After(*march).Close());
    EXPECT_FALSE(Month(kApril).Close());
}

TEST(Compose, AnAdjustmentIsALineWithItsReason) {
    const auto statement = Month().Adjusted("-12.5", "paid twice in May").Adjusted("100", "bonus").Close();
    ASSERT_TRUE(statement);
    EXPECT_EQ(statement->payable, D("87.5"));
    ASSERT_EQ(statement->lines.size(), 2U);
    EXPECT_EQ(statement->lines[0].type, LineType::kAdjustment);
    EXPECT_EQ(statement->lines[0].note, "paid twice in May");
    EXPECT_EQ(statement->lines[0].amount, D("-12.5"));
    EXPECT_EQ(statement->lines[1].note, "bonus");
}

TEST(Compose, LinesAreOrderedByTypeBrandAndDeal) {
    const auto march =
        Month(kMarch)
            .Earns({Sum(Component::kRevShare, "-10"), Sum(Component::kSubAffiliate, "-2"), Sum(Component::kCpa, "-7")})
            .Close();
    ASSERT_TRUE(march);
    Month month(kApril);
    month.Earns({Sum(Component::kSubAffiliate, "1"), Sum(Component::kFixedMonthly, "500"), Sum(Component::kCpl, "5"),
                 Sum(Component::kRevShare, "-1", kOtherBrand), Sum(Component::kRevShare, "-1", kBrand),
                 Sum(Component::kCpa, "-600")},
                kOtherDeal, 2);
    month.Earns({Sum(Component::kCpa, "50")}, kOtherDeal, 1).Earns({Sum(Component::kCpa, "50")}, kDeal, 7);
    const auto april = month.Adjusted("1").After(*march).Close();
    ASSERT_TRUE(april);
    std::vector<std::string_view> types;
    for (const Line& line : april->lines) types.push_back(kLineTypeNames[static_cast<std::size_t>(line.type)]);
    EXPECT_EQ(types, (std::vector<std::string_view>{"cpa", "cpa", "cpa", "revShare", "revShare", "cpl", "fixedMonthly",
                                                    "subAffiliate", "carryOver", "carryOver", "carryOver", "carryOver",
                                                    "carryOver", "adjustment", "balance", "balance"}));
    EXPECT_EQ(april->lines[0].deal, kDeal);
    EXPECT_EQ(april->lines[1].version, 1);
    EXPECT_EQ(april->lines[2].version, 2);
    EXPECT_EQ(april->lines[3].brand, kBrand);
    EXPECT_EQ(april->lines[4].brand, kOtherBrand);
    EXPECT_TRUE(april->lines[9].from);
    EXPECT_FALSE(april->lines[10].from);
    EXPECT_EQ(april->payable, D("0"));
    EXPECT_EQ(Total(*april), D("0"));
}

TEST(Compose, TheRateIsShownIfOnlyOneApplied) {
    LineSum one = Sum(Component::kRevShare, "270");
    one.rate = D("30");
    one.base = D("900");
    one.count = 2;
    LineSum several = Sum(Component::kCpa, "220");
    several.rate = D("100");
    several.several_rates = true;
    const auto statement = Month().Earns({one, several}).Close();
    ASSERT_TRUE(statement);
    EXPECT_EQ(statement->lines[0].rate, std::nullopt);
    EXPECT_EQ(statement->lines[1].rate, D("30"));
    EXPECT_EQ(statement->lines[1].base, D("900"));
    EXPECT_EQ(statement->lines[1].count, 2);
}

TEST(Compose, HiddenAccrualsHaveNoLine) {
    LineSum nothing = Sum(Component::kRevShare, "0");
    nothing.count = 0;
    EXPECT_FALSE(Month().Earns({nothing}).Close());
}

TEST(Compose, AStatementHasTheHashOfThePreviousOne) {
    const auto march = Month(kMarch).Earns({Sum(Component::kCpa, "100")}).Close();
    ASSERT_TRUE(march);
    EXPECT_EQ(march->previous_hash, Bytes32{});
    const auto april = Month(kApril).Earns({Sum(Component::kCpa, "100")}).After(*march).Close();
    ASSERT_TRUE(april);
    EXPECT_EQ(april->previous_hash, march->content_hash);
    EXPECT_NE(april->content_hash, march->content_hash);
}

}  // namespace
}  // namespace fairlead::statements
