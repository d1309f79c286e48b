#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/time/period.hpp"
#include "domain/money/money.hpp"

namespace fairlead::commission {
namespace step {

// The base of the period begins with a negative base of earlier periods (docs/commission.md §6.4).
struct BaseCarried {
    static constexpr std::string_view kRule = "baseCarried";
    Period period;
    Decimal base;  // At most 0.
    Currency currency = *Currency::Parse("EUR");

    void Fields(auto&& field) const {
        field("period", period);
        field("base", base);
        field("currency", currency);
    }
    bool operator==(const BaseCarried&) const = default;
};

// What ring-fenced players keep out of the base: negative bases, and revenue that settles earlier ones.
struct RingFenced {
    static constexpr std::string_view kRule = "ringFenced";
    Decimal before;
    Decimal after;
    Decimal player_loss;  // The limit of the deal.
    Currency currency = *Currency::Parse("EUR");

    void Fields(auto&& field) const {
        field("keptOutBefore", before);
        field("keptOutAfter", after);
        field("playerLoss", player_loss);
        field("currency", currency);
    }
    bool operator==(const RingFenced&) const = default;
};

// A parent's share of what a statement of a sub-affiliate carries over or waives (docs/commission.md §6.11).
struct StatementFollowed {
    static constexpr std::string_view kRule = "statementFollowed";
    std::optional<Period> period;  // Of the statement. Nothing if it is not known which of several ended on the day.
    Date last_day;                 // Of the period.
    Decimal base;                  // The amount of the statement's line, in the currency of the parent's deal.
    Decimal percent;
    Decimal amount;
    Currency currency = *Currency::Parse("EUR");

    void Fields(auto&& field) const {
        field("period", period);
        field("lastDay", last_day);
        field("base", base);
        field("percent", percent);
        field("amount", amount);
        field("currency", currency);
    }
    bool operator==(const StatementFollowed&) const = default;
};

}  // namespace step

std::string TextOf(const step::BaseCarried& step);
std::string TextOf(const step::RingFenced& step);
std::string TextOf(const step::StatementFollowed& step);

}  // namespace fairlead::commission
