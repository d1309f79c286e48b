#include <ranges>

#include "app/resources/deal_terms_json.hpp"
#include "domain/commission/explain.hpp"
#include "domain/commission/why.hpp"
#include "domain/tracking/click_id.hpp"
#include "http/codec/commission/commission_json.hpp"
#include "http/codec/commission/commission_parts.hpp"
#include "http/codec/json/json_values.hpp"
#include "http/codec/records/record_json.hpp"

namespace fairlead::http {

namespace json = boost::json;
using commission::Accrual;

namespace {

template <class Record>
std::string NameOrText(const Record* record, std::string otherwise) {
    return record == nullptr ? std::move(otherwise) : record->name;
}

std::string NameOfAffiliate(const app::OperatorEntry& owner, AffiliateId affiliate) {
    return NameOrText(owner.FindAffiliate(affiliate), affiliate.ToString());
}

commission::MoneyExplanation Tell(const app::Explanation& explanation, const app::OperatorEntry& owner) {
    const Accrual& accrual = explanation.accrual.accrual;
    return commission::ExplainMoney(
        {.accrual = &accrual,
         .deal = &explanation.deal,
         .zone = &explanation.zone,
         .event = explanation.event ? &explanation.event->event : nullptr,
         .ngr_delta = explanation.ngr_delta,
         .child = explanation.child ? &explanation.child->accrual : nullptr,
         .waits_from = explanation.accrual.waits_from,
         .rate = explanation.rate,
         .affiliate_name = NameOfAffiliate(owner, accrual.affiliate),
         .brand_name = accrual.brand ? NameOrText(owner.FindBrand(*accrual.brand), "") : "",
         .child_name = explanation.child ? NameOfAffiliate(owner, explanation.child->accrual.affiliate) : ""});
}

// The decision by which the player was the affiliate's when the accrual was recorded; a parent has it by its child.
const json::object* DecisionBehind(const app::Explanation& explanation, const json::object& why) {
    const Accrual& own = explanation.child ? explanation.child->accrual : explanation.accrual.accrual;
    const auto& decisions = explanation.player->decisions;
    const auto& encoded = why.at("decisions").get_array();
    const json::object* behind = nullptr;
    for (std::size_t i = 0; i < decisions.size(); ++i) {
        const bool before = decisions[i].decided_at <= explanation.accrual.recorded_at;
        if (before && decisions[i].affiliate == own.affiliate) behind = &encoded[i].get_object();
    }
    return behind;
}

// A click that was weighed and did not count.
void TellLoser(const json::value& candidate, json::array& sentences) {
    const auto won = attribution::kOutcomeNames[static_cast<std::size_t>(attribution::Outcome::kWon)];
    if (candidate.at("outcome").get_string() == won) return;
    sentences.emplace_back("The click " + std::string(candidate.at("clickId").get_string()) +
                           " was weighed and did not count: " + std::string(candidate.at("explanation").get_string()));
}

void TellAttribution(const app::Explanation& explanation, const app::OperatorEntry& owner, const json::object& why,
                     json::array& sentences) {
    const app::PlayerRecord& player = explanation.player->player;
    const Accrual& own = explanation.child ? explanation.child->accrual : explanation.accrual.accrual;
    std::string text = "Player \"" + player.external_ref + "\"";
    if (player.registered_at) text += " registered at " + player.registered_at->ToIso8601() + " and";
    const bool still = player.attribution && player.attribution->affiliate == own.affiliate;
    text += (still ? " counts for affiliate \"" : " counted, until it was given to another one, for affiliate \"") +
            NameOfAffiliate(owner, own.affiliate) + "\".";
    const auto* decision = DecisionBehind(explanation, why);
    if (decision != nullptr) text += " " + std::string(decision->at("explanation").get_string());
    sentences.emplace_back(std::move(text));
    if (explanation.click) {
        sentences.emplace_back("The click that brought the player is " + explanation.click->id.ToString() +
                               ", made at " + explanation.click->time.ToIso8601() + ".");
    }
    for (const auto& decision_about : why.at("decisions").get_array()) {
        for (const auto& candidate : decision_about.at("candidates").get_array()) TellLoser(candidate, sentences);
    }
}

json::value EncodeMissing(const commission::Missing& missing) {
    return json::object{{"condition", missing.condition},
                        {"needed", DecimalOrNull(missing.needed)},
                        {"have", DecimalOrNull(missing.have)},
                        {"missing", DecimalOrNull(missing.missing)},
                        {"currency", missing.currency ? json::value(missing.currency->code()) : json::value(nullptr)},
                        {"daysLeft", missing.days_left ? json::value(*missing.days_left) : json::value(nullptr)}};
}

json::object EncodeUnpaid(const commission::Unpaid& unpaid) {
    json::array missing;
    for (const auto& each : unpaid.missing) missing.push_back(EncodeMissing(each));
    return {{"component", unpaid.component ? json::value(Name(*unpaid.component)) : json::value(nullptr)},
            {"satisfied", false},
            {"missing", std::move(missing)},
            {"sentence", unpaid.sentence}};
}

std::vector<commission::Unpaid> UnpaidOf(const app::PlayerStanding& standing, Timestamp now) {
    const app::PlayerRecord& player = standing.history.player;
    std::vector<Accrual> accruals;
    for (const auto& record : standing.paid) accruals.push_back(record.accrual);
    std::vector<commission::WaitingEvent> waiting;
    for (const auto& record : standing.held) {
        waiting.push_back({record.accrual.component, *record.waits_from, record.accrual.amount.currency});
    }
    const auto affiliate = player.attribution ? player.attribution->affiliate : std::nullopt;
    return commission::WhyUnpaid({.plan = standing.plan.get(),
                                  .registered = player.registered_at.has_value(),
                                  .attributed = affiliate.has_value(),
                                  .player = {.id = player.id,
                                             .brand = player.brand,
                                             .country = player.country,
                                             .affiliate = affiliate.value_or(AffiliateId{}),
                                             .registered_at = player.registered_at.value_or(Timestamp{})},
                                  .state = standing.state,
                                  .has_first_deposit = player.totals.contains(events::EventType::kFirstDeposit),
                                  .has_ngr = player.totals.contains(events::EventType::kNgrUpdate),
                                  .accruals = accruals,
                                  .waiting = waiting,
                                  .now = now});
}

}  // namespace

json::object EncodeAppliedDeal(const app::Explanation& explanation) {
    const auto* version = explanation.deal.Version(explanation.accrual.accrual.version);
    json::object deal{{"id", explanation.deal.id.ToString()},
                      {"name", explanation.deal.name},
                      {"version", explanation.accrual.accrual.version},
                      {"effectiveFrom", nullptr},
                      {"terms", nullptr}};
    if (version == nullptr) return deal;
    if (version->effective_from) deal["effectiveFrom"] = version->effective_from->ToString();
    deal["terms"] = app::WriteTerms(version->terms);
    return deal;
}

json::value EncodeConversion(const Accrual& accrual) {
    if (!accrual.conversion) return nullptr;
    const commission::Conversion& conversion = *accrual.conversion;
    return json::object{{"amount", conversion.original.amount.ToString()},
                        {"from", conversion.original.currency.code()},
                        {"converted", conversion.converted.ToString()},
                        {"to", accrual.amount.currency.code()},
                        {"rate", conversion.rate_text},
                        {"rateDate", conversion.rate_date.ToString()}};
}

json::object EncodeCalculation(const commission::MoneyExplanation& told) {
    json::object calculation{{"formula", told.formula}};
    for (const commission::Figure& figure : told.figures) {
        json::value& value = calculation[figure.name];
        if (const auto* decimal = std::get_if<Decimal>(&figure.value)) value = decimal->ToString();
        if (const auto* number = std::get_if<std::int64_t>(&figure.value)) value = *number;
        if (const auto* text = std::get_if<std::string>(&figure.value)) value = *text;
    }
    return calculation;
}

json::object EncodeExplanation(const app::Explanation& explanation, const app::OperatorEntry& owner) {
    const auto told = Tell(explanation, owner);
    json::array sentences;
    for (const std::string& sentence : told.sentences) sentences.emplace_back(sentence);
    json::value attribution = nullptr;
    if (explanation.player) {
        json::object why = EncodeWhy(*explanation.player);
        TellAttribution(explanation, owner, why, sentences);
        why["click"] = explanation.click ? json::value(EncodeClick(*explanation.click)) : json::value(nullptr);
        attribution = std::move(why);
    }
    return {
        {"accrual", EncodeAccrual(explanation.accrual)},
        {"deal", EncodeAppliedDeal(explanation)},
        {"event", explanation.event ? json::value(EncodeEvent(*explanation.event)) : json::value(nullptr)},
        {"ngrDelta", DecimalOrNull(explanation.ngr_delta)},
        {"conversion", EncodeConversion(explanation.accrual.accrual)},
        {"calculation", EncodeCalculation(told)},
        {"sourceAccrual", explanation.child ? json::value(EncodeAccrual(*explanation.child)) : json::value(nullptr)},
        {"attribution", std::move(attribution)},
        {"sentences", std::move(sentences)}};
}

json::object EncodeStanding(const app::PlayerStanding& standing, Timestamp now) {
    json::object object = EncodeWhy(standing.history);
    json::array components;
    for (const auto& unpaid : UnpaidOf(standing, now)) components.push_back(EncodeUnpaid(unpaid));
    object["components"] = std::move(components);
    return object;
}

}  // namespace fairlead::http
