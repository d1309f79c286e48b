#include "app/operators/change_settings.hpp"

#include <algorithm>
#include <map>

#include "app/await.hpp"
#include "app/catalogue/operator_zone.hpp"
#include "app/declarations/members.hpp"
#include "app/reports/run_report.hpp"
#include "app/reports/unpriced_watch.hpp"

namespace fairlead::app {

namespace json = boost::json;
using catalogue::DatedSettings;
using catalogue::SettingsChange;

namespace {

// Before every event.
constexpr std::string_view kFirstReportDay = "1900-01-01";

// How many affiliates have their own minimum payout.
std::size_t CountMinimums(const OperatorEntry& owner) {
    std::size_t count = 0;
    for (const catalogue::Affiliate& affiliate : owner.records.affiliates) {
        if (affiliate.min_payout && !affiliate.min_payout->IsZero()) ++count;
    }
    return count;
}

// How many deals pay in each currency.
std::map<Currency, std::int64_t> DealCurrencies(const OperatorEntry& owner) {
    std::map<Currency, std::int64_t> deals;
    for (const commission::Deal& deal : owner.records.deals) {
        std::vector<Currency> known;
        for (const auto& version : deal.NotWithdrawn()) {
            if (std::ranges::find(known, version.terms.currency) != known.end()) continue;
            known.push_back(version.terms.currency);
            ++deals[version.terms.currency];
        }
    }
    return deals;
}

json::value FromTo(std::string_view before, std::string_view after) {
    if (before == after) return nullptr;
    return json::object{{"from", before}, {"to", after}};
}

json::object PreviewJson(const catalogue::PlannedChange& change, bool at_once, Timestamp now) {
    const SettingsChange* pending = change.after.PendingAt(now);
    json::array effects;
    for (const auto& [about, text] : EffectsOf(change, now)) effects.push_back({{"about", about}, {"text", text}});
    // The values at the time of the change.
    const Timestamp then = pending == nullptr ? now : pending->starts_at;
    const bool changes = at_once || (pending != nullptr && change.after != change.before);
    const DatedSettings& after = changes ? change.after : change.before;
    const Timestamp at = changes ? then : now;
    return {{"effectiveFrom", pending == nullptr ? json::value(nullptr) : json::value(pending->first_day.ToString())},
            {"atOnce", at_once},
            {"timeZone", FromTo(change.before.TimeZoneAt(now), after.TimeZoneAt(at))},
            {"baseCurrency", FromTo(change.before.BaseCurrencyAt(now).code(), after.BaseCurrencyAt(at).code())},
            {"replaces", change.after == change.before ? json::value(nullptr) : PendingJson(change.before, now)},
            {"effects", std::move(effects)}};
}

}  // namespace

json::value PendingJson(const DatedSettings& settings, Timestamp now) {
    const SettingsChange* pending = settings.PendingAt(now);
    if (pending == nullptr) return nullptr;
    return json::object{{"timeZone", pending->time_zone},
                        {"baseCurrency", pending->base_currency.code()},
                        {"effectiveFrom", pending->first_day.ToString()}};
}

json::object PendingSchema() {
    return {{"type", {"object", "null"}},
            {"required", {"timeZone", "baseCurrency", "effectiveFrom"}},
            {"properties",
             {{"timeZone", SchemaOf("string")},
              {"baseCurrency", SchemaOf("string")},
              {"effectiveFrom", FormatSchema("date")}}}};
}

catalogue::SettingsZones ZonesOf(const DatedSettings& settings, const std::optional<std::string>& wanted,
                                 Timestamp now) {
    const DatedSettings in_force = settings.WithoutPending(now);
    return {LoadZone(in_force), TimeZone::Load(wanted.value_or(in_force.TimeZoneAt(now))).value_or(TimeZone())};
}

json::array MissingRatesJson(const std::vector<MissingRate>& missing) {
    json::array items;
    for (const MissingRate& rate : missing) {
        items.push_back({{"from", rate.from},
                         {"to", rate.to},
                         {"neededFor", rate.needed_for},
                         {"count", rate.count},
                         {"amount", rate.amount ? json::value(rate.amount->ToString()) : json::value(nullptr)}});
    }
    return items;
}

std::expected<ChangeSettings::Planned, Errors> ChangeSettings::Plan(OperatorId owner,
                                                                    const ManageCatalogue::Decide& decide) {
    Planned planned;
    const auto look = [&](const DecisionContext& context) {
        auto decision = decide(context);
        if (!decision) return decision;
        const catalogue::Operator& self = context.own.records.self;
        catalogue::Operator after = self;
        for (const auto& record : decision->change.upserts) after = std::get<catalogue::Operator>(record);
        planned.change = {.before = self.settings,
                          .after = after.settings,
                          .zones = {},
                          .min_payout = after.min_payout,
                          .affiliates_with_minimum = CountMinimums(context.own)};
        decision->change.upserts.clear();  // So nothing is stored.
        return decision;
    };
    TRY(Await<ObjectResult>([&](auto done) { manage_.Change(owner, look, std::move(done)); }));
    const Timestamp now = Now();
    const DatedSettings& before = planned.change.before;
    const DatedSettings& after = planned.change.after;
    const SettingsChange* pending = after.PendingAt(now);
    planned.change.zones = ZonesOf(before, pending == nullptr ? after.TimeZoneAt(now) : pending->time_zone, now);
    planned.at_once = before.WithoutPending(now) != after.WithoutPending(now);
    if (!planned.at_once) return planned;
    const auto recorded = Await<bool>([&](auto done) { store_.FindRecords(owner, std::move(done)); });
    if (!recorded) return std::unexpected(Errors{recorded.error()});
    if (*recorded) return std::unexpected(Errors{{ErrorCode::kDateRequired, "", std::string(kDateRequiredText)}});
    return planned;
}

Status ChangeSettings::AddMissingOfReports(const Owner& owner, Currency into, std::vector<MissingRate>& missing) {
    const Date today = run_report_.CalendarOf(owner->records.self.settings)->zone().DateOf(Now());
    // The time of an event may be up to a day in the future.
    ReportRequest request{
        .owner = owner, .start = *Date::Parse(kFirstReportDay), .end = {today.days + 1}, .currency = into};
    for (const std::string_view name : kMoneyMetrics) request.metrics.push_back(reporting::FindMetric(name));
    const auto table = TRY(run_report_.Run(request));
    for (const reporting::UnpricedSum& sum : table->unpriced) {
        missing.push_back({sum.currency, std::string(into.code()), "reports", sum.count, sum.amount});
    }
    return {};
}

// Without a rate, a minimum would count as 0.
Status ChangeSettings::AddMissingOfMinimums(const OperatorEntry& owner, const SettingsChange& change,
                                            std::vector<MissingRate>& missing) {
    if (owner.records.self.min_payout.IsZero() && CountMinimums(owner) == 0) return {};
    const Currency from = change.base_currency;
    for (const auto& [to, deals] : DealCurrencies(owner)) {
        if (to == from) continue;
        const auto rates = TRY(Await<std::vector<commission::DatedRate>>(
            [&](auto done) { records_.ReadRatesInto(owner.records.self.id, to, std::move(done)); }));
        const auto fits = [&](const commission::DatedRate& rate) {
            return rate.from == from && rate.date <= change.first_day;
        };
        if (std::ranges::any_of(rates, fits)) continue;
        missing.push_back({std::string(from.code()), std::string(to.code()), "minPayout", deals, std::nullopt});
    }
    return {};
}

Result<std::vector<MissingRate>> ChangeSettings::FindMissing(const Owner& owner, const Planned& planned,
                                                             Timestamp now) {
    std::vector<MissingRate> missing;
    const SettingsChange* pending = planned.change.after.PendingAt(now);
    const bool concerned = pending != nullptr && planned.change.after != planned.change.before &&
                           pending->base_currency != planned.change.before.BaseCurrencyAt(now);
    if (!concerned) return missing;
    TRY(AddMissingOfReports(owner, pending->base_currency, missing));
    TRY(AddMissingOfMinimums(*owner, *pending, missing));
    return missing;
}

ChangeSettings::Outcome ChangeSettings::Preview(const Owner& owner, const ManageCatalogue::Decide& decide) {
    const auto planned = TRY(Plan(owner->records.self.id, decide));
    const Timestamp now = Now();
    auto missing = FindMissing(owner, planned, now);
    if (!missing) return std::unexpected(Errors{missing.error()});
    auto body = PreviewJson(planned.change, planned.at_once, now);
    body["missingRates"] = MissingRatesJson(*missing);
    return SettingsAnswer{std::move(body), *std::move(missing)};
}

ChangeSettings::Outcome ChangeSettings::Change(const Owner& owner, const ManageCatalogue::Decide& decide) {
    const auto planned = TRY(Plan(owner->records.self.id, decide));
    auto missing = FindMissing(owner, planned, Now());
    if (!missing) return std::unexpected(Errors{missing.error()});
    if (!missing->empty()) return SettingsAnswer{{}, *std::move(missing)};
    auto changed =
        TRY(Await<ObjectResult>([&](auto done) { manage_.Change(owner->records.self.id, decide, std::move(done)); }));
    return SettingsAnswer{std::move(changed), {}};
}

}  // namespace fairlead::app
