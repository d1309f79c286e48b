#include "domain/statements/line_explanation.hpp"

#include <algorithm>

#include "domain/money/money_text.hpp"

namespace fairlead::statements {
namespace {

std::string Counted(std::int64_t count, std::string_view one, std::string_view many) {
    return std::to_string(count) + " " + std::string(count == 1 ? one : many);
}

// Writes one line.
struct LineText {
    const Line& line;
    const LineFacts& facts;
    const Statement& statement;

    std::string Amount(Decimal amount) const { return MoneyText({amount, statement.currency}); }
    std::string Size() const { return Amount(line.amount.IsNegative() ? -line.amount : line.amount); }
    std::string From() const { return line.from ? line.from->ToString() : std::string(); }

    // "at 100.00 EUR each"
    std::string Each() const { return line.rate ? " at " + Amount(*line.rate) + " each." : " at several prices."; }

    std::string Players() const {
        const std::int64_t players = facts.players.value_or(0);
        if (!facts.players || players == 0) return Counted(line.count, "accrual", "accruals") + Each();
        const std::string accruals =
            players == line.count ? std::string() : " in " + Counted(line.count, "accrual", "accruals");
        return Counted(players, "player", "players") + accruals + Each();
    }

    std::string Revenue() const {
        const std::string base = Amount(line.base.value_or(Decimal()));
        if (line.rate) return line.rate->ToString() + " % of " + base + ".";
        if (facts.end_rate) {
            return "The period ended at " + facts.end_rate->ToString() +
                   " %, which applies to its whole base. The base of this line is " + base + ".";
        }
        return "Several rates on a base of " + base + ".";
    }

    std::string Wagers() const {
        const std::string wagers = Amount(line.base.value_or(Decimal())) + " in wagers.";
        return line.rate ? line.rate->ToString() + " % of " + wagers : "Several rates on " + wagers;
    }

    std::string Commission() const {
        if (!line.rate || !line.base) return "A share of what sub-affiliates earned.";
        return line.rate->ToString() + " % of the " + Amount(*line.base) + " that sub-affiliates earned.";
    }

    // "It arose in 2026-01 and can reduce 2 more months."
    std::string Until() const {
        if (!line.origin) return {};
        // A week or half-month of the last month is not the end of it.
        const std::string until =
            line.count == 0 ? "the rest of this month" : Counted(line.count, "more month", "more months");
        return " It arose in " + line.origin->ToString() + " and can reduce " + until + ".";
    }

    // The share that is negative.
    std::string Share() const {
        return line.deal ? "The deal's revenue share" : "The share of sub-affiliates' commission";
    }

    // A balance from before, which is paid only if the statement pays something.
    std::string UnpaidBefore() const {
        const bool keeps = std::ranges::any_of(
            statement.lines, [](const Line& each) { return RuleOf(each) == LineRule::kBelowMinimum; });
        const std::string_view end = !statement.payable.IsZero() ? "are paid with this statement"
                                     : keeps                     ? "are kept for the next statement"
                                                                 : "are offset by negative amounts of this statement";
        return Size() + " from " + From() + " were not paid out and " + std::string(end) + ".";
    }

    std::string operator()(LineRule rule) const {
        switch (rule) {
            case LineRule::kPlayersQualified: return Players();
            case LineRule::kShareOfRevenue: return Revenue();
            case LineRule::kRegistrations: return Counted(line.count, "registration", "registrations") + Each();
            case LineRule::kMonthlyFee: return "The fixed fee of the month.";
            case LineRule::kShareOfCommission: return Commission();
            case LineRule::kCarriedIn:
                return Share() + " was below zero by " + Size() + " in " + From() +
                       ". It reduces only that share and no other commission.";
            case LineRule::kCarriedOut:
                return Share() + " is below zero by " + Size() +
                       ". It is carried over to the next statement and reduces no other commission." + Until();
            case LineRule::kWaived:
                return Share() + " is below zero by " + Size() + ". The deal does not carry it over, so it is waived.";
            case LineRule::kUnpaidBefore: return UnpaidBefore();
            case LineRule::kOwedBefore: return Size() + " are still owed from " + From() + ".";
            case LineRule::kBelowMinimum:
                return "The total of " + Size() + " is below the minimum payout. It is kept for the next statement.";
            case LineRule::kOwedAfter:
                return "The total is below zero by " + Size() + ", which is deducted from the next statement.";
            case LineRule::kByHand: return line.note.empty() ? "Added by hand." : "Added by hand: " + line.note;
            case LineRule::kShareOfWagers: return Wagers();
            case LineRule::kExpired:
                return Size() + " below zero from " + line.origin->ToString() +
                       " were not offset in the months that the deal allows, so they are waived.";
            case LineRule::kNotByChargebacks:
                return "Of the negative share, chargebacks caused " + Amount(line.base.value_or(Decimal())) +
                       ", which are carried over. The other " + Size() + " are waived.";
            case LineRule::kBaseCarriedOut:
                return "The base is below zero by " + Amount(-line.base.value_or(Decimal())) +
                       ". It opens the base of the next period, so its commission is not due now.";
            case LineRule::kPlayerFenced:
                return "The base of this player is below zero by " + Amount(-line.base.value_or(Decimal())) +
                       ". It is kept out of the deal's base, and only later revenue of this player reduces it.";
            case LineRule::kPlayerSettled:
                return "The revenue of this player has settled what was kept out of the deal's base before.";
        }
        return "";
    }
};

LineRule CarryOverRule(const Line& line) {
    if (line.from) return LineRule::kCarriedIn;
    return line.base ? LineRule::kBaseCarriedOut : LineRule::kCarriedOut;
}

LineRule WaiverRule(const Line& line) {
    if (line.origin) return LineRule::kExpired;
    return line.base ? LineRule::kNotByChargebacks : LineRule::kWaived;
}

LineRule BalanceRule(const Line& line) {
    if (line.from) return line.amount.IsNegative() ? LineRule::kOwedBefore : LineRule::kUnpaidBefore;
    return line.amount.IsNegative() ? LineRule::kBelowMinimum : LineRule::kOwedAfter;
}

}  // namespace

LineRule RuleOf(const Line& line) {
    switch (line.type) {
        case LineType::kCpa: return LineRule::kPlayersQualified;
        case LineType::kRevShare: return LineRule::kShareOfRevenue;
        case LineType::kCpl: return LineRule::kRegistrations;
        case LineType::kFixedMonthly: return LineRule::kMonthlyFee;
        case LineType::kSubAffiliate: return LineRule::kShareOfCommission;
        case LineType::kCarryOver: return CarryOverRule(line);
        case LineType::kWaiver: return WaiverRule(line);
        case LineType::kBalance: return BalanceRule(line);
        case LineType::kAdjustment: return LineRule::kByHand;
        case LineType::kTurnover: return LineRule::kShareOfWagers;
        case LineType::kRingFence:
            return line.base && line.base->IsNegative() ? LineRule::kPlayerFenced : LineRule::kPlayerSettled;
    }
    return LineRule::kByHand;
}

std::string TextOf(const Line& line, const LineFacts& facts, const Statement& statement) {
    return LineText{line, facts, statement}(RuleOf(line));
}

}  // namespace fairlead::statements
