#include "http/codec/records/record_json.hpp"

#include "app/portal/player_alias.hpp"
#include "base/text/json_text.hpp"
#include "domain/tracking/click_id.hpp"
#include "http/codec/json/actor_names.hpp"
#include "http/codec/json/explanation_steps.hpp"
#include "http/codec/json/json_values.hpp"

namespace fairlead::http {

namespace json = boost::json;
using attribution::Method;

namespace {

json::value MethodName(Method method) {
    return json::value(attribution::kMethodNames[static_cast<std::size_t>(method)]);
}

json::object EncodeCandidate(const attribution::KeptCandidate& candidate) {
    const auto position = tracking::PlaceOf(candidate.click);
    return {{"clickId", candidate.click.ToString()},
            {"clickTime", position ? json::value(position->batch_time.ToIso8601()) : json::value(nullptr)},
            {"affiliateId", candidate.affiliate.ToString()},
            {"linkId", IdOrNull(candidate.link)},
            {"outcome", attribution::kOutcomeNames[static_cast<std::size_t>(candidate.outcome)]},
            {"explanation", attribution::TextOf(candidate.outcome)}};
}

json::object EncodeDecision(const app::AttributionRecord& decision, const app::OperatorEntry& owner) {
    json::array candidates;
    for (const auto& candidate : decision.weighed.candidates) candidates.push_back(EncodeCandidate(candidate));
    const auto reason =
        attribution::ReasonOf(decision.method, decision.affiliate.has_value(), decision.weighed, decision.reason);
    return {{"number", decision.number},
            {"method", MethodName(decision.method)},
            {"decidedAt", decision.decided_at.ToIso8601()},
            {"actor", TextOrNull(decision.actor)},
            {"actorName", ActorNameOrNull(owner, decision.actor)},
            {"reason", TextOrNull(decision.reason)},
            {"clickId", IdOrNull(decision.click)},
            {"affiliateId", IdOrNull(decision.affiliate)},
            {"linkId", IdOrNull(decision.link)},
            {"because", EncodeDecisionReason(reason)},
            {"explanation", attribution::TextOf(reason)},
            {"candidates", std::move(candidates)}};
}

json::value EncodeAttribution(const std::optional<app::AttributionRecord>& attribution) {
    if (!attribution) return nullptr;
    return json::object{
        {"method", MethodName(attribution->method)},        {"clickId", IdOrNull(attribution->click)},
        {"affiliateId", IdOrNull(attribution->affiliate)},  {"linkId", IdOrNull(attribution->link)},
        {"decidedAt", attribution->decided_at.ToIso8601()}, {"reason", TextOrNull(attribution->reason)}};
}

json::object EncodeTotals(const app::PlayerRecord& player) {
    json::object totals;
    for (const auto& [type, of_type] : player.totals) {
        json::object amounts;
        for (const auto& [currency, amount] : of_type.amounts) amounts[currency.code()] = amount.ToString();
        totals[Name(type)] = json::object{{"count", of_type.count}, {"amounts", std::move(amounts)}};
    }
    return totals;
}

// The unknown members of an event. They are encoded as the original text if a number has more digits than JSON
// libraries keep.
json::value EncodeMembers(const events::Event& event) {
    if (event.unknown_members.empty()) return json::object();
    boost::system::error_code error;
    json::value members = json::parse(event.unknown_members, error);
    return error || !HoldsEveryDigit(event.unknown_members) ? json::value(event.unknown_members) : members;
}

}  // namespace

json::object EncodeEvent(const app::EventRecord& record) {
    const events::Event& event = record.event;
    json::object object{{"id", record.id.ToString()},
                        {"eventType", Name(event.type)},
                        {"eventTime", event.time.ToIso8601()},
                        {"recordedAt", record.recorded_at.ToIso8601()},
                        {"brandId", event.brand.ToString()},
                        {"playerId", record.player.ToString()},
                        {"playerExternalRef", event.player_ref},
                        {"idempotencyKey", event.idempotency_key},
                        {"amount", event.money ? json::value(event.money->amount.ToString()) : json::value(nullptr)},
                        {"currency", event.money ? json::value(event.money->currency.code()) : json::value(nullptr)},
                        {"clickId", TextOrNull(event.click_id)},
                        {"country", TextOrNull(event.country)},
                        {"product", TextOrNull(event.product)},
                        {"game", TextOrNull(event.game)},
                        {"userAgent", TextOrNull(event.user_agent)},
                        {"members", EncodeMembers(event)},
                        {"affiliateId", IdOrNull(record.affiliate)},
                        {"linkId", IdOrNull(record.link)}};
    if (record.ngr_delta) object["ngrDelta"] = record.ngr_delta->ToString();
    return object;
}

json::object EncodeClick(const tracking::Click& click) {
    const tracking::Origin& origin = click.origin;
    json::object object{
        {"clickId", click.id.ToString()},
        {"recordedAt", click.time.ToIso8601()},
        {"linkId", IdOrNull(origin.link)},
        {"affiliateId", origin.affiliate.ToString()},
        {"brandId", click.brand.ToString()},
        {"campaignId", IdOrNull(origin.campaign)},
        {"creativeId", IdOrNull(origin.creative)},
        {"marketingSourceId", IdOrNull(origin.source)},
        {"country", TextOrNull(click.country)},
        {"geoTarget", TextOrNull(origin.geo_target)},
        {"device", TextOrNull(origin.device)},
        {"os", TextOrNull(origin.os)},
        {"browser", TextOrNull(origin.browser)},
        {"counted", click.IsCounted()},
        {"uncountedReason", TextOrNull(tracking::kUncountedNames[static_cast<std::size_t>(click.uncounted)])}};
    for (std::size_t i = 0; i < tracking::kSubIdCount; ++i) {
        object["sub" + std::to_string(i + 1)] = TextOrNull(origin.subs[i]);
    }
    return object;
}

json::object EncodePlayer(const app::PlayerRecord& player, const Bytes32& alias_key) {
    const auto affiliate = player.attribution ? player.attribution->affiliate : std::nullopt;
    return {
        {"id", player.id.ToString()},
        {"externalRef", player.external_ref},
        {"alias", affiliate ? json::value(app::PlayerAlias(alias_key, *affiliate, player.id)) : json::value(nullptr)},
        {"brandId", player.brand.ToString()},
        {"registeredAt", player.registered_at ? json::value(player.registered_at->ToIso8601()) : json::value(nullptr)},
        {"country", TextOrNull(player.country)},
        {"affiliateId", IdOrNull(affiliate)},
        {"attribution", EncodeAttribution(player.attribution)},
        {"totals", EncodeTotals(player)}};
}

json::object EncodeWhy(const app::PlayerHistory& history, const app::OperatorEntry& owner) {
    json::array decisions;
    for (const auto& decision : history.decisions) decisions.push_back(EncodeDecision(decision, owner));
    return {{"playerId", history.player.id.ToString()},
            {"attribution", EncodeAttribution(history.player.attribution)},
            {"decisions", std::move(decisions)}};
}

json::object EncodeVisitSum(const app::VisitSum& sum) {
    return {{"date", sum.day.ToString()},
            {"linkId", sum.link == LinkId{} ? json::value(nullptr) : json::value(sum.link.ToString())},
            {"bots", sum.bots},
            {"overLimit", sum.limited}};
}

std::string WriteVisitSumPlace(const app::VisitSumPlace& place) {
    return place.day.ToString() + "_" + place.link.ToString();
}

std::optional<app::VisitSumPlace> ParseVisitSumPlace(std::string_view text) {
    const std::size_t gap = text.find('_');
    if (gap == std::string_view::npos) return std::nullopt;
    const auto day = Date::Parse(text.substr(0, gap));
    const auto link = LinkId::Parse(text.substr(gap + 1));
    return day && link ? std::optional(app::VisitSumPlace{*day, *link}) : std::nullopt;
}

}  // namespace fairlead::http
