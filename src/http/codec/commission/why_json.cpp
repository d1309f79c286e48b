#include "http/codec/commission/why_json.hpp"

#include <unordered_set>

#include "http/codec/json/json_values.hpp"

namespace fairlead::http {

namespace json = boost::json;
using commission::Name;

namespace {

json::value EncodeCountedEvent(const commission::CountedEvent& event) {
    json::object object{{"eventType", Name(event.type)},
                        {"eventTime", event.time.ToIso8601()},
                        {"amount", event.money.amount.ToString()},
                        {"currency", event.money.currency.code()},
                        {"converted", nullptr},
                        {"rate", nullptr},
                        {"rateDate", nullptr},
                        {"excluded", event.exclusion ? json::value(Name(*event.exclusion)) : json::value(nullptr)}};
    if (event.conversion) {
        object["converted"] = event.conversion->converted.ToString();
        object["rate"] = event.conversion->rate_text;
        object["rateDate"] = event.conversion->rate_date.ToString();
    }
    return object;
}

json::value EncodeMissing(const commission::Missing& missing) {
    json::array events;
    for (const auto& event : missing.events) events.push_back(EncodeCountedEvent(event));
    return json::object{{"condition", Name(missing.condition)},
                        {"needed", DecimalOrNull(missing.needed)},
                        {"have", DecimalOrNull(missing.have)},
                        {"missing", DecimalOrNull(missing.missing)},
                        {"currency", missing.currency ? json::value(missing.currency->code()) : json::value(nullptr)},
                        {"daysLeft", NumberOrNull(missing.days_left)},
                        {"reason", missing.reason ? json::value(Name(*missing.reason)) : json::value(nullptr)},
                        {"deposits", missing.deposits},
                        {"events", std::move(events)}};
}

json::array EncodeWaiting(const std::vector<commission::WaitingRate>& waiting) {
    json::array rates;
    for (const auto& each : waiting) {
        rates.push_back(json::object{{"from", each.from.code()}, {"to", each.to.code()}, {"events", each.events}});
    }
    return rates;
}

json::object EncodeUnpaid(const commission::Unpaid& unpaid) {
    json::array missing;
    for (const auto& each : unpaid.missing) missing.push_back(EncodeMissing(each));
    const std::string text = commission::TextOf(unpaid);
    return {{"component", unpaid.component ? json::value(Name(*unpaid.component)) : json::value(nullptr)},
            {"satisfied", false},
            {"rule", Name(unpaid.rule)},
            {"missing", std::move(missing)},
            {"limit", NumberOrNull(unpaid.limit)},
            {"until", TimeOrNull(unpaid.until)},
            {"daysLeft", NumberOrNull(unpaid.days_left)},
            {"position", NumberOrNull(unpaid.position)},
            {"month", unpaid.period ? json::value(unpaid.period->ToString()) : json::value(nullptr)},
            {"hasRevenue", unpaid.has_revenue},
            {"waiting", EncodeWaiting(unpaid.waiting)},
            {"sentence", text},
            {"text", text}};
}

json::object EncodeDealChoice(const commission::DealStanding& standing) {
    json::array obstacles;
    for (const auto obstacle : standing.obstacles) obstacles.emplace_back(Name(obstacle));
    json::array brands;
    for (const BrandId& brand : standing.scope.brands) brands.emplace_back(brand.ToString());
    json::array countries;
    for (const std::string& country : standing.scope.countries) countries.emplace_back(country);
    const auto& from = standing.effective_from;
    const auto& rule = standing.version_rule;
    return {{"deal", standing.deal.ToString()},
            {"dealName", standing.name},
            {"applies", standing.applies},
            {"isDefault", standing.is_default},
            {"assigned", standing.assigned},
            {"version", standing.version ? json::value(*standing.version) : json::value(nullptr)},
            {"versionRule", rule ? json::value(Name(*rule)) : json::value(nullptr)},
            {"effectiveFrom", from ? json::value(from->ToString()) : json::value(nullptr)},
            {"scope", json::object{{"brandIds", std::move(brands)}, {"countries", std::move(countries)}}},
            {"playerCountry", TextOrNull(standing.country)},
            {"reasons", std::move(obstacles)},
            {"text", commission::TextOf(standing)}};
}

bool Has(const app::PlayerRecord& player, events::EventType type) { return player.totals.contains(type); }

}  // namespace

json::array EncodeUnpaidComponents(std::span<const commission::Unpaid> unpaid) {
    json::array components;
    for (const auto& each : unpaid) components.push_back(EncodeUnpaid(each));
    return components;
}

json::array EncodeDealChoices(std::span<const commission::DealStanding> choices) {
    json::array deals;
    for (const auto& each : choices) deals.push_back(EncodeDealChoice(each));
    return deals;
}

WhyAnswer::WhyAnswer(const app::PlayerStanding& standing, Timestamp now) {
    using events::EventType;
    for (const auto& record : standing.paid) accruals_.push_back(record.accrual);
    std::unordered_set<std::int64_t> unpriced;
    for (const auto& record : standing.unpriced) {
        waiting_.push_back({record.accrual.component, *record.waits_from, record.accrual.amount.currency});
        // The parent's share waits for a different exchange rate.
        const bool own = record.accrual.component != commission::Component::kSubAffiliate;
        if (own && record.accrual.event_seq) unpriced.insert(*record.accrual.event_seq);
    }
    for (const auto& record : standing.events) {
        if (!record.event.money) continue;
        events_.push_back({record.event.type, record.event.time, *record.event.money, unpriced.contains(record.seq)});
    }
    const app::PlayerRecord& player = standing.history.player;
    const auto affiliate = player.attribution ? player.attribution->affiliate : std::nullopt;
    const auto deposits = player.totals.find(EventType::kDeposit);
    asked_ = {.plan = standing.plan.get(),
              .registered = player.registered_at.has_value(),
              .attributed = affiliate.has_value(),
              .player = {.id = player.id,
                         .brand = player.brand,
                         .country = player.country,
                         .affiliate = affiliate.value_or(AffiliateId{}),
                         .registered_at = player.registered_at.value_or(Timestamp{})},
              .state = standing.state,
              .has_first_deposit = Has(player, EventType::kFirstDeposit),
              .has_ngr = Has(player, EventType::kNgrUpdate),
              .deposit_count = deposits == player.totals.end() ? 0 : deposits->second.count,
              .events = events_,
              .events_complete = standing.events_complete,
              .accruals = accruals_,
              .waiting = waiting_,
              .activity = standing.activity,
              .now = now};
}

json::array WhyAnswer::EncodeComponents() const { return EncodeUnpaidComponents(commission::WhyUnpaid(asked_)); }

json::array WhyAnswer::EncodeDeals() const { return EncodeDealChoices(commission::DealsFor(asked_)); }

}  // namespace fairlead::http
