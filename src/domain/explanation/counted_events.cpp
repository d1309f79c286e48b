#include "domain/explanation/counted_events.hpp"

#include <algorithm>

#include "domain/commission/cpa_conditions.hpp"

namespace fairlead::commission {
namespace {

using events::EventType;

// The number of earlier exchange rates that are tried to find the one that was used.
constexpr int kRatesTriedMax = 50;

bool IsOf(Condition condition, EventType type) {
    switch (condition) {
        case Condition::kMinFirstDeposit: return type == EventType::kFirstDeposit;
        case Condition::kMinTotalDeposits:
            return type == EventType::kFirstDeposit || type == EventType::kDeposit || type == EventType::kChargeback;
        case Condition::kMinWagered: return type == EventType::kWagerPlaced;
        default: return false;
    }
}

std::optional<Conversion> ConversionAt(const FoundRate& found, const Money& money) {
    const auto converted = found.rate.ConvertWithin(money.amount, kConvertedMax);
    if (!converted) return std::nullopt;
    return Conversion{money, *converted, found.date, found.rate.ToString()};
}

// The conversion with the exchange rate that turns the money into `converted`, if there is one.
std::optional<Conversion> ConversionTo(const Plan& plan, Currency to, const CountedEvent& event, Decimal converted) {
    Date day = Date::OfUtc(event.time);
    for (int tried = 0; tried < kRatesTriedMax; ++tried) {
        const auto found = plan.RateOn(event.money.currency, to, day);
        if (!found) return std::nullopt;
        const auto conversion = ConversionAt(*found, event.money);
        if (conversion && conversion->converted == converted) return conversion;
        day = {found->date.days - 1};
    }
    return std::nullopt;
}

// The sum of the counted events, using their conversions.
Decimal SumOf(std::span<const CountedEvent> events) {
    Decimal sum;
    for (const CountedEvent& event : events) {
        if (event.exclusion) continue;
        const Decimal amount = event.conversion ? event.conversion->converted : event.money.amount;
        sum += event.type == EventType::kChargeback ? -amount : amount;
    }
    return sum;
}

void AddConversions(const Plan& plan, Currency to, Decimal have, std::vector<CountedEvent>& events) {
    const bool one =
        std::ranges::count_if(events, [](const CountedEvent& event) { return !event.exclusion.has_value(); }) == 1;
    bool all = true;
    for (CountedEvent& event : events) {
        if (event.exclusion || event.money.currency == to) continue;
        if (one) {
            event.conversion = ConversionTo(plan, to, event, have);
        } else if (const auto found = plan.RateOn(event.money.currency, to, Date::OfUtc(event.time))) {
            event.conversion = ConversionAt(*found, event.money);
        }
        all = all && event.conversion;
    }
    if (all && SumOf(events) == have) return;
    for (CountedEvent& event : events) event.conversion.reset();
}

}  // namespace

std::vector<CountedEvent> CountedEvents(const AskedPlayer& asked, const Terms& terms, Condition condition,
                                        std::optional<Decimal> have) {
    std::vector<CountedEvent> events;
    if (!asked.events_complete || !terms.cpa) return events;
    const auto deadline = CpaDeadline(*terms.cpa, asked.state, asked.player.registered_at);
    for (const AskedEvent& event : asked.events) {
        if (!IsOf(condition, event.type)) continue;
        CountedEvent& counted = events.emplace_back(CountedEvent{event.type, event.time, event.money, {}, {}});
        if (event.waits) {
            counted.exclusion = Exclusion::kWaitsForRate;
        } else if (deadline && event.time > *deadline) {
            counted.exclusion = Exclusion::kTooLate;
        }
    }
    std::ranges::stable_sort(events, {}, &CountedEvent::time);
    if (have) AddConversions(*asked.plan, terms.currency, *have, events);
    return events;
}

}  // namespace fairlead::commission
