#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "domain/statements/statement.hpp"
#include "domain/tracking/any_click_test.hpp"

namespace fairlead::statements {
namespace {

using tracking::SeededChoice;

template <class IdType>
IdType AnyId(SeededChoice& choose) {
    IdType id;
    for (auto& byte : id.uuid.bytes) byte = static_cast<std::uint8_t>(choose(256));
    return id;
}

Decimal AnyDecimal(SeededChoice& choose) {
    const auto units =
        static_cast<Decimal::Units>(choose(1ULL << 62)) * static_cast<Decimal::Units>(choose(1ULL << 40));
    return Decimal::FromUnits(choose(2) == 0 ? units : -units);
}

Line AnyLine(SeededChoice& choose) {
    Line line;
    line.type = static_cast<LineType>(choose(kLineTypeNames.size()));
    if (choose(2) == 0) line.brand = AnyId<BrandId>(choose);
    if (choose(2) == 0) line.deal = AnyId<DealId>(choose);
    if (choose(2) == 0) line.version = static_cast<std::int32_t>(choose(1000));
    line.count = static_cast<std::int64_t>(choose(1ULL << 40));
    if (choose(2) == 0) line.base = AnyDecimal(choose);
    if (choose(2) == 0) line.rate = AnyDecimal(choose);
    line.amount = AnyDecimal(choose);
    if (choose(2) == 0) line.from = Period{static_cast<std::int32_t>(choose(50'000))};
    if (choose(2) == 0) line.origin = Period{static_cast<std::int32_t>(choose(50'000))};
    if (choose(2) == 0) line.player = AnyId<PlayerId>(choose);
    if (choose(2) == 0) line.note = "für März, \"doppelt\"";
    return line;
}

Statement AnyStatement(std::uint64_t seed) {
    SeededChoice choose(seed);
    Statement statement;
    statement.affiliate = AnyId<AffiliateId>(choose);
    statement.period = {static_cast<std::int32_t>(choose(50'000))};
    statement.currency = *Currency::Parse(choose(2) == 0 ? "JPY" : "SHIB2");
    statement.payable = AnyDecimal(choose);
    for (auto& byte : statement.previous_hash) byte = static_cast<std::uint8_t>(choose(256));
    for (std::uint64_t n = choose(6); n > 0; --n) statement.lines.push_back(AnyLine(choose));
    statement.content_hash = Digest256(ContentBytes(statement));
    return statement;
}

RC_GTEST_PROP(StatementContent, WrittenContentIsReadBack, (std::uint64_t seed)) {
    const Statement statement = AnyStatement(seed);
    RC_ASSERT(ReadContent(ContentBytes(statement)) == statement);
}

RC_GTEST_PROP(StatementContent, DamagedBytesAreNoStatement, (std::uint64_t seed)) {
    const std::string bytes = ContentBytes(AnyStatement(seed));
    RC_ASSERT(!ReadContent(bytes.substr(0, *rc::gen::inRange<std::size_t>(0, bytes.size()))));
    RC_ASSERT(!ReadContent(bytes + '\0'));
}

TEST(StatementContent, TheHashCoversEverything) {
    SeededChoice choose(7);
    Statement statement = AnyStatement(7);
    statement.lines = {AnyLine(choose)};
    const std::string bytes = ContentBytes(statement);
    const auto changed = [&](auto change) {
        Statement other = statement;
        change(other);
        return ContentBytes(other) != bytes;
    };
    EXPECT_TRUE(changed([&](Statement& s) { s.affiliate = AnyId<AffiliateId>(choose); }));
    EXPECT_TRUE(changed([](Statement& s) { s.period = s.period.Next(); }));
    EXPECT_TRUE(changed([](Statement& s) { s.currency = *Currency::Parse("USD"); }));
    EXPECT_TRUE(changed([](Statement& s) { s.payable += Decimal::FromUnits(1); }));
    EXPECT_TRUE(changed([](Statement& s) { s.previous_hash[31] ^= 1; }));
    EXPECT_TRUE(changed([](Statement& s) { s.lines[0].amount += Decimal::FromUnits(1); }));
    EXPECT_TRUE(changed([](Statement& s) { s.lines[0].count += 1; }));
    EXPECT_TRUE(changed([](Statement& s) { s.lines[0].note += "!"; }));
    EXPECT_TRUE(changed([](Statement& s) { s.lines[0].origin = Period{7}; }));
    EXPECT_TRUE(changed([&](Statement& s) { s.lines[0].player = AnyId<PlayerId>(choose); }));
    EXPECT_TRUE(changed([](Statement& s) { s.lines.clear(); }));
}

TEST(StatementIds, AreTheSameBeforeAndAfterClosing) {
    SeededChoice choose(1);
    const auto owner = AnyId<OperatorId>(choose);
    const auto affiliate = AnyId<AffiliateId>(choose);
    const Period march = *Period::Parse("2026-03");
    const Currency eur = *Currency::Parse("EUR");
    const StatementId id = StatementIdOf(owner, affiliate, march, eur);
    EXPECT_EQ(id, StatementIdOf(owner, affiliate, march, eur));
    EXPECT_NE(id, StatementIdOf(AnyId<OperatorId>(choose), affiliate, march, eur));
    EXPECT_NE(id, StatementIdOf(owner, AnyId<AffiliateId>(choose), march, eur));
    EXPECT_NE(id, StatementIdOf(owner, affiliate, march.Next(), eur));
    EXPECT_NE(id, StatementIdOf(owner, affiliate, march, *Currency::Parse("USD")));
    EXPECT_TRUE(MayBeStatementId(id));
    EXPECT_FALSE(MayBeStatementId(StatementId::New()));
    EXPECT_EQ(id.ToString()[14], '8');
    EXPECT_NE(std::string_view("89ab").find(id.ToString()[19]), std::string_view::npos);
}

}  // namespace
}  // namespace fairlead::statements
