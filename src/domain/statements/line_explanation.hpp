#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "domain/statements/statement.hpp"

namespace fairlead::statements {

// What is known of a line beside its content. It is worked out when the line is read and is no part of the content
// hash, so that a closed statement stays what it was.
struct LineFacts {
    std::optional<std::int64_t> players;  // Of a CPA: of how many different players its accruals are.
    std::optional<Decimal> end_rate;      // Of a share of revenue whose tiers count for the whole month: the last rate.

    bool operator==(const LineFacts&) const = default;
};

// Why a line is in the statement.
enum class LineRule : std::uint8_t {
    kPlayersQualified,
    kShareOfRevenue,
    kRegistrations,
    kMonthlyFee,
    kShareOfCommission,
    kCarriedIn,     // A share below zero comes from an earlier month.
    kCarriedOut,    // A share below zero goes on into the next statement.
    kWaived,        // A share below zero is forgiven.
    kUnpaidBefore,  // An earlier month was not paid out.
    kOwedBefore,    // An earlier month left a debt.
    kBelowMinimum,  // The total is below the minimum payout.
    kOwedAfter,     // The total is below zero.
    kByHand,
};
inline constexpr std::array<std::string_view, 13> kLineRuleNames{
    "playersQualified", "shareOfRevenue", "registrations", "monthlyFee",   "shareOfCommission",
    "carriedIn",        "carriedOut",     "waived",        "unpaidBefore", "owedBefore",
    "belowMinimum",     "owedAfter",      "byHand"};
constexpr std::string_view Name(LineRule rule) { return kLineRuleNames[static_cast<std::size_t>(rule)]; }

LineRule RuleOf(const Line& line);

// How the amount of a line came about, in English. Amounts have the digits of the currency.
std::string TextOf(const Line& line, const LineFacts& facts, Currency currency);

}  // namespace fairlead::statements
