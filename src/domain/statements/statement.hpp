#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/crypto/secrets.hpp"
#include "domain/commission/state.hpp"

namespace fairlead::statements {

// What a line is about: a component of a deal, or what closing adds. The order is stored: append only.
enum class LineType : std::uint8_t {
    kCpa,
    kRevShare,
    kCpl,
    kFixedMonthly,
    kSubAffiliate,
    kCarryOver,   // A negative share of revenue, or of commission, that comes from or goes to another month.
    kWaiver,      // A negative share of revenue that is forgiven.
    kBalance,     // What is not paid out in one month opens the next.
    kAdjustment,  // By hand.
};
inline constexpr std::array<std::string_view, 9> kLineTypeNames{
    "cpa", "revShare", "cpl", "fixedMonthly", "subAffiliate", "carryOver", "waiver", "balance", "adjustment"};

struct Line {
    LineType type = LineType::kCpa;
    std::optional<BrandId> brand;
    std::optional<DealId> deal;
    std::optional<std::int32_t> version;
    std::int64_t count = 0;
    std::optional<Decimal> base;
    std::optional<Decimal> rate;  // Nothing where several applied.
    Decimal amount;               // In the minor unit of the statement's currency.
    // Of carry-overs and balances: the month before where it comes from; nothing where it goes to the next one.
    std::optional<Period> from;
    std::string note;  // Of an adjustment: its reason.

    bool operator==(const Line&) const = default;
};

// One affiliate's, one period's, one currency's. Its lines add up to `payable`, which is never negative.
struct Statement {
    AffiliateId affiliate;
    Period period;
    Currency currency = *Currency::Parse("EUR");
    std::vector<Line> lines;
    Decimal payable;
    Bytes32 previous_hash{};  // Of the affiliate's statement before it, in whichever currency; zeros for the first.
    Bytes32 content_hash{};   // Over everything above.

    bool operator==(const Statement&) const = default;
};

// The same before and after closing: made of whose it is, its period and its currency.
StatementId StatementIdOf(OperatorId owner, AffiliateId affiliate, Period period, Currency currency);
// False for most ids that are not made so.
bool MayBeStatementId(StatementId id);

struct Adjustment {
    Decimal amount;
    std::string reason;

    bool operator==(const Adjustment&) const = default;
};

// A group's lines as they go into a statement.
struct GroupLines {
    DealId deal;
    std::int32_t version = 1;
    std::span<const commission::LineSum> lines;
};

// All that a statement is made of.
struct Material {
    AffiliateId affiliate;
    Period period;
    Currency currency = *Currency::Parse("EUR");
    std::vector<GroupLines> groups;
    const Statement* previous = nullptr;  // The affiliate's last closed one in this currency.
    Bytes32 previous_hash{};              // Of the affiliate's last closed one in any currency.
    std::vector<Adjustment> adjustments;  // That are in no statement yet.
    Decimal min_payout;                   // In the statement's currency; 0: none.
    // Whether a deal's negative share of revenue is carried on rather than forgiven.
    std::function<bool(DealId)> carries_negative;
};

// Nothing where there is nothing to state: what is carried stays where it is.
std::optional<Statement> Compose(const Material& material);

// What the content hash is over, the previous hash included.
std::string ContentBytes(const Statement& statement);
std::optional<Statement> ReadContent(std::string_view bytes);

}  // namespace fairlead::statements
