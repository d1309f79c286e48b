#include "app/commission/change_json.hpp"

#include <algorithm>

#include <boost/json.hpp>

#include "app/resources/deals/deal_terms_json.hpp"

namespace fairlead::app {
namespace {

namespace json = boost::json;
using namespace commission;

// Thrown if the content was not written by EncodeChange. The caller turns it into one error.
struct Malformed {};

const json::value& At(const json::object& object, std::string_view name) {
    const auto* value = object.if_contains(name);
    if (value == nullptr) throw Malformed{};
    return *value;
}

std::string_view TextAt(const json::object& object, std::string_view name) {
    const auto* text = At(object, name).if_string();
    if (text == nullptr) throw Malformed{};
    return *text;
}

std::int64_t NumberAt(const json::object& object, std::string_view name) {
    const auto* number = At(object, name).if_int64();
    if (number == nullptr) throw Malformed{};
    return *number;
}

template <class Value>
Value RequiredValue(std::optional<Value> value) {
    if (!value) throw Malformed{};
    return *std::move(value);
}

template <class Value>
Value ParsedAt(const json::object& object, std::string_view name) {
    return RequiredValue(Value::Parse(TextAt(object, name)));
}

template <class Value>
std::optional<Value> OptionalAt(const json::object& object, std::string_view name) {
    return At(object, name).is_null() ? std::nullopt : std::optional(ParsedAt<Value>(object, name));
}

Decimal DecimalOf(std::string_view text) {
    const auto amount = Decimal::Parse(text);
    if (!amount) throw Malformed{};
    return *amount;
}

template <class IdType>
std::vector<IdType> IdsAt(const json::object& object, std::string_view name) {
    const auto* list = At(object, name).if_array();
    if (list == nullptr) throw Malformed{};
    std::vector<IdType> ids;
    for (const auto& entry : *list) {
        if (!entry.is_string()) throw Malformed{};
        ids.push_back(RequiredValue(IdType::Parse(std::string_view(entry.get_string()))));
    }
    return ids;
}

template <class Enum, std::size_t Count>
Enum NamedAt(const json::object& object, std::string_view name, const std::array<std::string_view, Count>& names) {
    const auto found = std::ranges::find(names, TextAt(object, name));
    if (found == names.end()) throw Malformed{};
    return static_cast<Enum>(found - names.begin());
}

template <class Value>
json::value WrittenOrNull(const std::optional<Value>& value) {
    return value ? json::value(value->ToString()) : json::value(nullptr);
}

template <class IdType>
json::array Texts(const std::vector<IdType>& ids) {
    json::array texts;
    for (const auto& id : ids) texts.emplace_back(id.ToString());
    return texts;
}

// One pair of functions for each kind of change.

json::object Write(const OperatorChanged& change) {
    json::object out{{"timeZone", change.time_zone_name},
                     {"baseCurrency", change.base_currency.code()},
                     {"minPayout", change.min_payout.ToString()}};
    // This member and the next one are left out if they would be false or empty, as in changes of earlier releases.
    if (change.suspended_earn) out["suspendedEarn"] = true;
    if (change.later.empty()) return out;
    json::array later;
    for (const catalogue::SettingsChange& one : change.later) {
        later.push_back({{"firstDay", one.first_day.ToString()},
                         {"startsAt", one.starts_at.micros},
                         {"timeZone", one.time_zone},
                         {"baseCurrency", one.base_currency.code()}});
    }
    out["later"] = std::move(later);
    return out;
}
std::vector<catalogue::SettingsChange> ReadLater(const json::object& in) {
    std::vector<catalogue::SettingsChange> later;
    const auto* list = in.if_contains("later");
    if (list == nullptr) return later;
    if (!list->is_array()) throw Malformed{};
    for (const json::value& one : list->get_array()) {
        if (!one.is_object()) throw Malformed{};
        const json::object& change = one.get_object();
        later.push_back({ParsedAt<Date>(change, "firstDay"), Timestamp{NumberAt(change, "startsAt")},
                         std::string(TextAt(change, "timeZone")), ParsedAt<Currency>(change, "baseCurrency")});
    }
    return later;
}
OperatorChanged Read(const json::object& in, const OperatorChanged*) {
    const std::string name(TextAt(in, "timeZone"));
    auto later = ReadLater(in);
    TimeZone zone = RequiredValue(TimeZone::Load(name));
    for (const auto& change : later) {
        zone = zone.Until(change.starts_at, RequiredValue(TimeZone::Load(change.time_zone)));
    }
    return {name,
            std::move(zone),
            ParsedAt<Currency>(in, "baseCurrency"),
            DecimalOf(TextAt(in, "minPayout")),
            std::move(later),
            in.contains("suspendedEarn")};
}

json::object Write(const BrandChanged& change) {
    return {{"brandId", change.brand.ToString()},
            {"ngrMode", catalogue::kNgrModeNames[static_cast<std::size_t>(change.ngr_mode)]}};
}
BrandChanged Read(const json::object& in, const BrandChanged*) {
    return {ParsedAt<BrandId>(in, "brandId"), NamedAt<catalogue::NgrMode>(in, "ngrMode", catalogue::kNgrModeNames)};
}

json::object Write(const AffiliateChanged& change) {
    json::object out{
        {"affiliateId", change.affiliate.ToString()},
        {"dealIds", Texts(change.deals)},
        {"parentAffiliateId", WrittenOrNull(change.parent)},
        {"minPayout", WrittenOrNull(change.min_payout)},
        {"suspended", change.suspended ? json::value(*change.suspended) : json::value(nullptr)},
        {"approvedAt", change.approved_at ? json::value(change.approved_at->micros) : json::value(nullptr)}};
    // Left out if there is none, as in changes of earlier releases.
    if (change.payout_currency) out["payoutCurrency"] = change.payout_currency->code();
    if (change.last_event != 0) out["lastEvent"] = change.last_event;
    return out;
}
// Changes of earlier releases do not say whether the affiliate is suspended.
std::optional<bool> ReadSuspended(const json::object& in) {
    const auto* suspended = in.if_contains("suspended");
    if (suspended == nullptr || suspended->is_null()) return std::nullopt;
    if (!suspended->is_bool()) throw Malformed{};
    return suspended->get_bool();
}
std::optional<Timestamp> ReadApproval(const json::object& in) {
    const auto* approved = in.if_contains("approvedAt");
    if (approved == nullptr || approved->is_null()) return std::nullopt;
    return Timestamp{NumberAt(in, "approvedAt")};
}
AffiliateChanged Read(const json::object& in, const AffiliateChanged*) {
    const bool has_minimum = !At(in, "minPayout").is_null();
    return {ParsedAt<AffiliateId>(in, "affiliateId"),
            IdsAt<DealId>(in, "dealIds"),
            OptionalAt<AffiliateId>(in, "parentAffiliateId"),
            has_minimum ? std::optional(DecimalOf(TextAt(in, "minPayout"))) : std::nullopt,
            ReadSuspended(in),
            ReadApproval(in),
            in.contains("payoutCurrency") ? std::optional(ParsedAt<Currency>(in, "payoutCurrency")) : std::nullopt,
            in.contains("lastEvent") ? NumberAt(in, "lastEvent") : 0};
}

json::object Write(const DealChanged& change) {
    json::array countries;
    for (const auto& country : change.deal.scope.countries) countries.emplace_back(country);
    json::object out{{"dealId", change.deal.id.ToString()},
                     {"name", change.deal.name},
                     {"binding", kBindingNames[static_cast<std::size_t>(change.deal.binding)]},
                     {"brandIds", Texts(change.deal.scope.brands)},
                     {"countries", countries},
                     {"isDefault", change.deal.is_default},
                     {"createdAt", change.deal.created_at.micros}};
    // Left out by default, as in records of earlier releases.
    if (!change.deal.tier_pool.empty()) out["tierPool"] = change.deal.tier_pool;
    if (change.deal.late_events != LateEvents::kCurrentPeriod)
        out["lateEvents"] = kLateEventsNames[static_cast<std::size_t>(change.deal.late_events)];
    return out;
}
DealChanged Read(const json::object& in, const DealChanged*) {
    Deal deal{.id = ParsedAt<DealId>(in, "dealId"),
              .name = std::string(TextAt(in, "name")),
              .binding = NamedAt<Binding>(in, "binding", kBindingNames),
              .scope = {.brands = IdsAt<BrandId>(in, "brandIds"), .countries = {}},
              .is_default = At(in, "isDefault").is_bool() && At(in, "isDefault").get_bool(),
              .created_at = Timestamp{NumberAt(in, "createdAt")}};
    if (in.contains("tierPool")) deal.tier_pool = TextAt(in, "tierPool");
    if (in.contains("lateEvents")) deal.late_events = NamedAt<LateEvents>(in, "lateEvents", kLateEventsNames);
    const auto* countries = At(in, "countries").if_array();
    if (countries == nullptr) throw Malformed{};
    for (const auto& country : *countries) {
        if (!country.is_string()) throw Malformed{};
        deal.scope.countries.emplace_back(country.get_string());
    }
    return {std::move(deal)};
}

json::object Write(const DealVersionAdded& change) {
    return {{"dealId", change.deal.ToString()},
            {"version", change.version.number},
            {"effectiveFrom", WrittenOrNull(change.version.effective_from)},
            {"terms", WriteTerms(change.version.terms)},
            {"createdAt", change.version.created_at.micros}};
}
DealVersionAdded Read(const json::object& in, const DealVersionAdded*) {
    DealVersion version{.number = static_cast<std::int32_t>(NumberAt(in, "version")),
                        .effective_from = OptionalAt<Date>(in, "effectiveFrom"),
                        .created_at = Timestamp{NumberAt(in, "createdAt")}};
    if (!ReadTerms(At(in, "terms"), version.terms).empty()) throw Malformed{};
    return {ParsedAt<DealId>(in, "dealId"), std::move(version)};
}

json::object Write(const DealVersionWithdrawn& change) {
    return {{"dealId", change.deal.ToString()}, {"version", change.version}, {"withdrawnAt", change.at.micros}};
}
DealVersionWithdrawn Read(const json::object& in, const DealVersionWithdrawn*) {
    return {ParsedAt<DealId>(in, "dealId"), static_cast<std::int32_t>(NumberAt(in, "version")),
            Timestamp{NumberAt(in, "withdrawnAt")}};
}

json::object Write(const RateSet& change) {
    return {{"date", change.rate.date.ToString()},
            {"from", change.rate.from.code()},
            {"to", change.rate.to.code()},
            {"rate", change.rate.rate.ToString()}};
}
RateSet Read(const json::object& in, const RateSet*) {
    return {{ParsedAt<Date>(in, "date"), ParsedAt<Currency>(in, "from"), ParsedAt<Currency>(in, "to"),
             ParsedAt<ExchangeRate>(in, "rate")}};
}

json::object Write(const PeriodClosed& change) {
    return {{"affiliateId", WrittenOrNull(change.affiliate)}, {"period", change.period.ToString()}};
}
PeriodClosed Read(const json::object& in, const PeriodClosed*) {
    return {OptionalAt<AffiliateId>(in, "affiliateId"), ParsedAt<Period>(in, "period")};
}

json::object Write(const PlayerReassigned& change) {
    return {{"playerId", change.player.ToString()},
            {"before", WrittenOrNull(change.before)},
            {"affiliateId", WrittenOrNull(change.after)}};
}
PlayerReassigned Read(const json::object& in, const PlayerReassigned*) {
    return {ParsedAt<PlayerId>(in, "playerId"), OptionalAt<AffiliateId>(in, "before"),
            OptionalAt<AffiliateId>(in, "affiliateId")};
}

json::object Write(const UnpricedResolved& change) { return {{"count", change.count}}; }
UnpricedResolved Read(const json::object& in, const UnpricedResolved*) { return {NumberAt(in, "count")}; }

json::object Write(const Adjusted& change) {
    return {{"adjustmentId", change.id.ToString()},
            {"affiliateId", change.affiliate.ToString()},
            {"amount", change.money.amount.ToString()},
            {"currency", change.money.currency.code()},
            {"reason", change.reason},
            {"actor", change.actor},
            {"reverses", WrittenOrNull(change.reverses)}};
}
Adjusted Read(const json::object& in, const Adjusted*) {
    // Changes of earlier releases reverse nothing.
    const bool reverses = in.contains("reverses");
    return {ParsedAt<AdjustmentId>(in, "adjustmentId"),
            ParsedAt<AffiliateId>(in, "affiliateId"),
            {DecimalOf(TextAt(in, "amount")), ParsedAt<Currency>(in, "currency")},
            std::string(TextAt(in, "reason")),
            std::string(TextAt(in, "actor")),
            reverses ? OptionalAt<AdjustmentId>(in, "reverses") : std::nullopt};
}

json::object Write(const ClockRepaired& change) {
    return {
        {"firstAt", change.first_at.micros}, {"lastAt", change.last_at.micros}, {"aheadMicros", change.ahead_micros}};
}
ClockRepaired Read(const json::object& in, const ClockRepaired*) {
    return {Timestamp{NumberAt(in, "firstAt")}, Timestamp{NumberAt(in, "lastAt")}, NumberAt(in, "aheadMicros")};
}

json::object Write(const NgrKeptByProduct&) { return {}; }
NgrKeptByProduct Read(const json::object&, const NgrKeptByProduct*) { return {}; }

json::object Write(const RulesChanged& change) { return {{"rules", change.rules}}; }
RulesChanged Read(const json::object& in, const RulesChanged*) {
    return {static_cast<std::int32_t>(NumberAt(in, "rules"))};
}

json::object Write(const AccrualReversed& change) {
    return {{"accrual", change.accrual},
            {"playerId", WrittenOrNull(change.player)},
            {"reason", change.reason},
            {"actor", change.actor}};
}
AccrualReversed Read(const json::object& in, const AccrualReversed*) {
    return {NumberAt(in, "accrual"), OptionalAt<PlayerId>(in, "playerId"), std::string(TextAt(in, "reason")),
            std::string(TextAt(in, "actor"))};
}

json::object Write(const SubscriptionChanged& change) {
    const outbox::Subscription& subscription = change.subscription;
    json::array triggers;
    for (const outbox::Trigger trigger : subscription.triggers) triggers.emplace_back(outbox::Name(trigger));
    return {{"destinationId", subscription.id.ToString()},
            {"affiliateId", subscription.affiliate.ToString()},
            {"triggers", triggers},
            {"brandId", WrittenOrNull(subscription.scope.brand)},
            {"campaignId", WrittenOrNull(subscription.scope.campaign)},
            {"linkId", WrittenOrNull(subscription.scope.link)},
            {"active", subscription.active}};
}
SubscriptionChanged Read(const json::object& in, const SubscriptionChanged*) {
    outbox::Subscription subscription{.id = ParsedAt<DestinationId>(in, "destinationId"),
                                      .affiliate = ParsedAt<AffiliateId>(in, "affiliateId"),
                                      .triggers = {},
                                      .scope = {.brand = OptionalAt<BrandId>(in, "brandId"),
                                                .campaign = OptionalAt<CampaignId>(in, "campaignId"),
                                                .link = OptionalAt<LinkId>(in, "linkId")},
                                      .active = At(in, "active").is_bool() && At(in, "active").get_bool()};
    const auto* triggers = At(in, "triggers").if_array();
    if (triggers == nullptr) throw Malformed{};
    for (const auto& trigger : *triggers) {
        const auto found = std::ranges::find(
            outbox::kTriggerNames, trigger.is_string() ? std::string_view(trigger.get_string()) : std::string_view());
        if (found == outbox::kTriggerNames.end()) throw Malformed{};
        subscription.triggers.push_back(static_cast<outbox::Trigger>(found - outbox::kTriggerNames.begin()));
    }
    return {std::move(subscription)};
}

json::object Write(const WebhookChanged& change) {
    json::array types;
    for (const outbox::WebhookType type : change.subscription.types) types.emplace_back(outbox::Name(type));
    return {
        {"destinationId", change.subscription.id.ToString()}, {"types", types}, {"active", change.subscription.active}};
}
WebhookChanged Read(const json::object& in, const WebhookChanged*) {
    outbox::WebhookSubscription subscription{.id = ParsedAt<DestinationId>(in, "destinationId"),
                                             .types = {},
                                             .active = At(in, "active").is_bool() && At(in, "active").get_bool()};
    const auto* types = At(in, "types").if_array();
    if (types == nullptr) throw Malformed{};
    for (const auto& type : *types) {
        const auto found = std::ranges::find(
            outbox::kWebhookTypeNames, type.is_string() ? std::string_view(type.get_string()) : std::string_view());
        if (found == outbox::kWebhookTypeNames.end()) throw Malformed{};
        subscription.types.push_back(static_cast<outbox::WebhookType>(found - outbox::kWebhookTypeNames.begin()));
    }
    return {std::move(subscription)};
}

json::object Write(const StatementPeriodChanged& change) {
    return {{"affiliateId", change.affiliate.ToString()},
            {"statementPeriod", kPeriodKindNames[static_cast<std::size_t>(change.kind)]},
            {"from", WrittenOrNull(change.from)}};
}
StatementPeriodChanged Read(const json::object& in, const StatementPeriodChanged*) {
    return {ParsedAt<AffiliateId>(in, "affiliateId"), NamedAt<PeriodKind>(in, "statementPeriod", kPeriodKindNames),
            OptionalAt<Date>(in, "from")};
}

// In the order of the variant's alternatives.
constexpr std::array<std::string_view, std::variant_size_v<Change>> kKinds{"operator",
                                                                           "brand",
                                                                           "affiliate",
                                                                           "deal",
                                                                           "dealVersion",
                                                                           "rate",
                                                                           "closed",
                                                                           "reassigned",
                                                                           "resolved",
                                                                           "adjusted",
                                                                           "dealVersionWithdrawn",
                                                                           "clockRepaired",
                                                                           "ngrByProduct",
                                                                           "rules",
                                                                           "accrualReversed",
                                                                           "subscription",
                                                                           "webhook",
                                                                           "statementPeriod"};

template <std::size_t index>
std::optional<Change> ReadIfKind(std::string_view kind, const json::object& content) {
    if constexpr (index == kKinds.size()) {
        return std::nullopt;
    } else {
        using Kind = std::variant_alternative_t<index, Change>;
        if (kind == kKinds[index]) return Change(Read(content, static_cast<const Kind*>(nullptr)));
        return ReadIfKind<index + 1>(kind, content);
    }
}

}  // namespace

ChangeText EncodeChange(const Change& change) {
    const json::object content = std::visit([](const auto& one) { return Write(one); }, change);
    return {std::string(kKinds[change.index()]), json::serialize(content)};
}

Result<Change> DecodeChange(std::string_view kind, std::string_view content) {
    const auto malformed = [] { return Fail(ErrorCode::kLedgerFailed, "a recorded change cannot be read"); };
    std::error_code error;
    const json::value value = json::parse(content, error);
    if (error || !value.is_object()) return malformed();
    try {
        auto change = ReadIfKind<0>(kind, value.get_object());
        if (!change) return malformed();
        return *std::move(change);
    } catch (const Malformed&) {
        return malformed();
    }
}

}  // namespace fairlead::app
