#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "domain/statements/statement.hpp"

namespace fairlead::statements {

// Additional facts about a line. They are computed when the line is read and are not part of the content hash, so a
// closed statement does not change.
struct LineFacts {
    std::optional<std::int64_t> players;  // For CPA: the number of different players.
    std::optional<Decimal> end_rate;      // For RevShare with tiers for the whole period: the last rate.

    bool operator==(const LineFacts&) const = default;
};

// Why a line is in the statement.
enum class LineRule : std::uint8_t {
    kPlayersQualified,
    kShareOfRevenue,
    kRegistrations,
    kMonthlyFee,
    kShareOfCommission,
    kCarriedIn,     // A negative share comes from an earlier period.
    kCarriedOut,    // A negative share goes to the next statement.
    kWaived,        // A negative share is waived.
    kUnpaidBefore,  // The balance of an earlier period, which was not paid out.
    kOwedBefore,    // The negative balance of an earlier period.
    kBelowMinimum,  // The total is below the minimum payout.
    kOwedAfter,     // The total is negative.
    kByHand,
    kShareOfWagers,
    kExpired,           // A negative share that can be offset no longer is waived.
    kNotByChargebacks,  // The part of a negative share that chargebacks did not cause is waived.
    kBaseCarriedOut,    // A negative base opens the next period.
    kPlayerFenced,      // The negative base of a player is kept out of the deal's base.
    kPlayerSettled,     // A player has settled what it owed.
};
inline constexpr std::array<std::string_view, 19> kLineRuleNames{
    "playersQualified", "shareOfRevenue", "registrations", "monthlyFee",    "shareOfCommission",
    "carriedIn",        "carriedOut",     "waived",        "unpaidBefore",  "owedBefore",
    "belowMinimum",     "owedAfter",      "byHand",        "shareOfWagers", "expired",
    "notByChargebacks", "baseCarriedOut", "playerFenced",  "playerSettled"};
constexpr std::string_view Name(LineRule rule) { return kLineRuleNames[static_cast<std::size_t>(rule)]; }

LineRule RuleOf(const Line& line);

// Explains the amount of a line of the statement in English. Amounts have the digits of the statement's currency.
std::string TextOf(const Line& line, const LineFacts& facts, const Statement& statement);

}  // namespace fairlead::statements
