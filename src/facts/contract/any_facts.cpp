#include "facts/contract/any_facts.hpp"

#include <algorithm>
#include <array>

namespace fairlead::facts {
namespace {

using reporting::Dimension;
using reporting::FactKind;

// Texts that could be confused with others, and a long one.
constexpr std::array<std::string_view, 12> kTexts{"",
                                                  "DE",
                                                  "it's",
                                                  "a\\b",
                                                  "a\"b",
                                                  "?",
                                                  "\n",
                                                  "größer",
                                                  "NULL",
                                                  "0",
                                                  "a rather long label of some campaign in spring",
                                                  std::string_view("a\0b", 3)};
constexpr std::array<std::string_view, 5> kCurrencies{"", "EUR", "USD", "BTC", "GBP"};
constexpr std::array<std::uint8_t, 8> kKinds{1, 2, 16, 17, 18, 27, 64, 66};
constexpr std::int32_t kDays = 800;

std::int32_t FirstMinute() { return MinuteOf("2025-06-01T00:00Z"); }

}  // namespace

std::string_view AnyFacts::Text(int end) { return kTexts[static_cast<std::size_t>(Below(end))]; }

std::int32_t AnyFacts::Minute() { return FirstMinute() + Below(kDays * 1440); }

Decimal AnyFacts::Amount() {
    const auto units = std::uniform_int_distribution<std::int64_t>(-1'000'000'000, 1'000'000'000)(random_);
    // Sometimes the largest possible value.
    return OneIn(20) ? Decimal::FromUnits(Decimal::Units{units} * 99'999'999'999'999) : Decimal::FromUnits(units);
}

reporting::FactRow AnyFacts::Row() {
    reporting::FactRow row{.owner = NthId<OperatorId>(OneIn(5) ? 201 : 200),
                           .kind = {kKinds[static_cast<std::size_t>(Below(kKinds.size()))]},
                           .minute = Minute(),
                           .weight = Below(6) - 2,
                           .amount = Amount(),
                           .currency = kCurrencies[static_cast<std::size_t>(Below(kCurrencies.size()))],
                           .brand = Id<BrandId>(3),
                           .affiliate = Id<AffiliateId>(8),
                           .campaign = Id<CampaignId>(4),
                           .creative = Id<CreativeId>(4),
                           .link = Id<LinkId>(5),
                           .source = Id<MarketingSourceId>(3),
                           .deal = Id<DealId>(3),
                           .player = Id<PlayerId>(40),
                           .visitor = OneIn(4) ? UINT64_MAX : static_cast<std::uint64_t>(Below(30)),
                           .country = Text(3),
                           .geo_target = Text(3),
                           .device = Text(3),
                           .os = Text(5),
                           .browser = Text(8)};
    for (auto& sub : row.subs) sub = Text(static_cast<int>(kTexts.size()));
    row.product = Text(4);
    row.game = Text(6);
    row.period = Text(3);
    return row;
}

app::FactSelection AnyFacts::Selection() {
    auto selection = AllOf(TheOperator());
    if (!OneIn(4)) {
        std::array<std::int32_t, 4> ends{Minute(), Minute(), Minute(), Minute()};
        std::ranges::sort(ends);
        selection.ranges = {{ends[0], ends[1]}, {ends[2], ends[3]}};
    }
    if (OneIn(3)) std::erase_if(selection.kinds, [&](FactKind) { return OneIn(3); });
    while (OneIn(3)) selection.filters.push_back(Filter());
    selection.only_negative = OneIn(5);
    selection.offsets = {{FirstMinute(), 15 * (Below(100) - 48)}};
    while (!OneIn(3))
        selection.offsets.push_back({selection.offsets.back().from + Below(300'000) + 1, 15 * (Below(100) - 48)});
    return selection;
}

app::DimensionFilter AnyFacts::Filter() {
    app::DimensionFilter filter{.dimension = static_cast<Dimension>(Below(reporting::kDimensions))};
    for (int count = Below(4) + 1; count > 0; --count) {
        filter.ids.push_back(Id<BrandId>(10).uuid);
        filter.texts.emplace_back(filter.dimension == Dimension::kCurrency
                                      ? kCurrencies[static_cast<std::size_t>(Below(kCurrencies.size()))]
                                      : Text(8));
    }
    return filter;
}

app::Grouping AnyFacts::Group() {
    if (OneIn(3)) return static_cast<app::TimeBucket>(Below(4));
    if (OneIn(8)) return app::EventTypeGroup();
    return static_cast<Dimension>(Below(reporting::kDimensions));
}

std::vector<app::Grouping> AnyFacts::Groups() {
    std::vector<app::Grouping> groups;
    while (groups.size() < 5 && !OneIn(3)) groups.push_back(Group());
    return groups;
}

app::SumQuestion AnyFacts::SumQuestion() {
    app::SumQuestion question{.selection = Selection(), .groups = Groups()};
    if (OneIn(4)) return question;
    question.split = app::RateSplit{.base = *Currency::Parse(OneIn(3) ? "CHF" : "EUR")};
    // Few days, or nearly all.
    const int gap = OneIn(2) ? 400 : 2;
    for (std::int32_t day = FirstMinute() / 1440 + 10; day < FirstMinute() / 1440 + kDays; day += Below(gap) + 1) {
        question.split->rate_days.push_back(day);
    }
    return question;
}

app::DistinctQuestion AnyFacts::DistinctQuestion() {
    return {
        .selection = Selection(), .groups = Groups(), .entity = OneIn(2) ? app::Entity::kPlayer : app::Entity::kVisit};
}

}  // namespace fairlead::facts
