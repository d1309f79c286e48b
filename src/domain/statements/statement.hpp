#pragma once

#include <array>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/crypto/secrets.hpp"
#include "domain/commission/period_end.hpp"

namespace fairlead::statements {

// The type of a line: a component of a deal, or a line that closing adds. The numbers are stored: append only.
enum class LineType : std::uint8_t {
    kCpa,
    kRevShare,
    kCpl,
    kFixedMonthly,
    kSubAffiliate,
    kCarryOver,   // A negative RevShare or sub-affiliate share that comes from or goes to another period.
    kWaiver,      // A negative RevShare that is set to zero.
    kBalance,     // An amount that is not paid out in one period and opens the next.
    kAdjustment,  // An amount that the operator adds by hand.
    kTurnover,
    kRingFence,  // A player whose negative base is kept out of the deal's base. Its amount is 0.
};
inline constexpr std::array<std::string_view, 11> kLineTypeNames{
    "cpa",    "revShare", "cpl",        "fixedMonthly", "subAffiliate", "carryOver",
    "waiver", "balance",  "adjustment", "turnover",     "ringFence"};

struct Line {
    LineType type = LineType::kCpa;
    std::optional<BrandId> brand;
    std::optional<DealId> deal;
    std::optional<std::int32_t> version;
    // For a carry-over with an origin that goes to the next period: the months in which it can still be offset.
    std::int64_t count = 0;
    // For a carry-over: the negative base that opens the next period instead. For a waiver: what chargebacks caused,
    // and is carried over. For a ring-fenced player: what it owes after the period, at most 0.
    std::optional<Decimal> base;
    std::optional<Decimal> rate;  // Nothing if several applied.
    Decimal amount;               // In the minor unit of the statement's currency.
    // For carry-overs and balances: the earlier period that it comes from. Nothing if it goes to the next period.
    std::optional<Period> from;
    std::string note;  // The reason of an adjustment.
    // For carry-overs that expire, and waivers of them: the period in which the negative amount arose.
    std::optional<Period> origin = {};
    std::optional<PlayerId> player = {};  // Of a ring-fenced player.

    bool operator==(const Line&) const = default;
};

// What is paid for a statement in another currency (docs/commission.md §6.14).
struct Payout {
    Money money;
    std::string rate_text;  // The exchange rate.
    Date rate_date;

    bool operator==(const Payout&) const = default;
};

// The statement of one affiliate for one period in one currency. Its lines add up to `payable`, which is never
// negative.
struct Statement {
    AffiliateId affiliate;
    Period period;
    Currency currency = *Currency::Parse("EUR");
    std::vector<Line> lines;
    Decimal payable;
    Bytes32 previous_hash{};  // Of the affiliate's previous statement in any currency. All zeros for the first.
    Bytes32 content_hash{};   // The hash of all other members.
    std::optional<Payout> payout = {};

    bool operator==(const Statement&) const = default;
};

// The id is derived from the affiliate, the period and the currency, so closing does not change it.
StatementId StatementIdOf(OperatorId owner, AffiliateId affiliate, Period period, Currency currency);
// Returns false for most ids that StatementIdOf did not make.
bool MayBeStatementId(StatementId id);

struct Adjustment {
    Decimal amount;
    std::string reason;

    bool operator==(const Adjustment&) const = default;
};

// The lines of a group, for a statement.
struct GroupLines {
    DealId deal;
    std::int32_t version = 1;
    std::span<const commission::LineSum> lines;
    commission::PeriodEnd end = {};
};

// The input for a statement.
struct Material {
    AffiliateId affiliate;
    Period period;
    Period next;  // The affiliate's next period.
    Currency currency = *Currency::Parse("EUR");
    std::vector<GroupLines> groups;
    const Statement* previous = nullptr;  // The affiliate's last closed statement in this currency.
    Bytes32 previous_hash{};              // Of the affiliate's last closed statement in any currency.
    std::vector<Adjustment> adjustments;  // The adjustments that are not in a statement yet.
    Decimal min_payout;                   // In the statement's currency. 0 if there is none.
    // How a deal treats a negative RevShare.
    std::function<commission::NegativeTerms(DealId)> negative;
    std::optional<Currency> payout_currency = {};  // Nothing if it is the statement's.
    std::optional<commission::FoundRate> payout_rate = {};
};

// Converts the amount of a statement, if the material has a rate for it that does not make it too large to be right.
std::optional<Payout> PayoutOf(const Material& material, Decimal payable);
// Whether an amount to be paid cannot be converted.
bool LacksPayoutRate(const Material& material, Decimal payable);

// Returns nothing if the statement would have no content. Carried amounts then stay in the previous statement.
std::optional<Statement> Compose(const Material& material);

// The deals whose negative base opens the affiliate's next period.
std::set<DealId> DealsThatCarryTheirBase(const Statement& statement);

// The bytes that are hashed, including the previous hash.
std::string ContentBytes(const Statement& statement);
std::optional<Statement> ReadContent(std::string_view bytes);

}  // namespace fairlead::statements
