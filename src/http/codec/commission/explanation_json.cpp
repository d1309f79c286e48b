#include "app/resources/deals/deal_terms_json.hpp"
#include "domain/explanation/explain.hpp"
#include "domain/tracking/click_id.hpp"
#include "http/codec/commission/commission_json.hpp"
#include "http/codec/commission/commission_parts.hpp"
#include "http/codec/commission/why_json.hpp"
#include "http/codec/json/explanation_steps.hpp"
#include "http/codec/json/json_values.hpp"
#include "http/codec/records/record_json.hpp"

namespace fairlead::http {

namespace json = boost::json;
using commission::Accrual;

namespace {

template <class Record>
std::string NameOrText(const Record* record, const std::string& otherwise) {
    return record == nullptr ? otherwise : record->name;
}

std::string NameOfAffiliate(const app::OperatorEntry& owner, AffiliateId affiliate) {
    return NameOrText(owner.FindAffiliate(affiliate), affiliate.ToString());
}

commission::MoneyExplanation ExplainMoney(const app::Explanation& explanation, const app::OperatorEntry& owner) {
    const Accrual& accrual = explanation.accrual.accrual;
    return commission::ExplainMoney(
        {.accrual = &accrual,
         .deal = &explanation.deal,
         .zone = &explanation.zone,
         .calendar = explanation.calendar,
         .followed = explanation.followed,
         .event = explanation.event ? &explanation.event->event : nullptr,
         .registered_at = explanation.player ? explanation.player->player.registered_at : std::nullopt,
         .ngr_delta = explanation.ngr_delta,
         .child = explanation.child ? &explanation.child->accrual : nullptr,
         .waits_from = explanation.accrual.waits_from,
         .rate = explanation.rate,
         .re_rating = explanation.re_rating,
         .shared_versions = explanation.shared_versions,
         .affiliate_name = NameOfAffiliate(owner, accrual.affiliate),
         .brand_name = accrual.brand ? NameOrText(owner.FindBrand(*accrual.brand), "") : "",
         .reversal_reason = explanation.reversal_reason,
         .reversal_actor = explanation.reversal_actor,
         .child_name = explanation.child ? NameOfAffiliate(owner, explanation.child->accrual.affiliate) : ""});
}

// The decision that attributed the player to the affiliate when the accrual was recorded. For an accrual of a parent,
// the affiliate is the sub-affiliate.
const app::AttributionRecord* DecisionBehind(const app::Explanation& explanation) {
    const Accrual& own = explanation.child ? explanation.child->accrual : explanation.accrual.accrual;
    const app::AttributionRecord* behind = nullptr;
    for (const auto& decision : explanation.player->decisions) {
        const bool before = decision.decided_at <= explanation.accrual.recorded_at;
        if (before && decision.affiliate == own.affiliate) behind = &decision;
    }
    return behind;
}

// Adds the affiliate of the player, the credited click, and the clicks that were considered but not credited.
void AddAttribution(const app::Explanation& explanation, const app::OperatorEntry& owner,
                    std::vector<commission::Step>& steps) {
    namespace step = commission::step;
    const app::PlayerRecord& player = explanation.player->player;
    const Accrual& own = explanation.child ? explanation.child->accrual : explanation.accrual.accrual;
    step::PlayerCredited credited{.player_ref = player.external_ref,
                                  .registered_at = player.registered_at,
                                  .affiliate = NameOfAffiliate(owner, own.affiliate)};
    credited.still_counts = player.attribution && player.attribution->affiliate == own.affiliate;
    if (const auto* decision = DecisionBehind(explanation)) {
        credited.reason = attribution::ReasonOf(decision->method, decision->affiliate.has_value(), decision->weighed,
                                                decision->reason);
    }
    steps.emplace_back(std::move(credited));
    if (explanation.click) steps.emplace_back(step::ClickCredited{explanation.click->id, explanation.click->time});
    for (const auto& decision : explanation.player->decisions) {
        for (const auto& candidate : decision.weighed.candidates) {
            if (candidate.outcome == attribution::Outcome::kWon) continue;
            steps.emplace_back(step::ClickNotCredited{candidate.click, candidate.outcome});
        }
    }
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

json::object EncodeCalculation(const commission::MoneyExplanation& explanation) {
    json::object calculation{{"formula", explanation.formula}};
    for (const commission::Figure& figure : explanation.figures) {
        json::value& value = calculation[figure.name];
        if (const auto* decimal = std::get_if<Decimal>(&figure.value)) value = decimal->ToString();
        if (const auto* number = std::get_if<std::int64_t>(&figure.value)) value = *number;
        if (const auto* text = std::get_if<std::string>(&figure.value)) value = *text;
    }
    return calculation;
}

json::object EncodeExplanation(const app::Explanation& explanation, const app::OperatorEntry& owner) {
    auto made = ExplainMoney(explanation, owner);
    json::value attribution = nullptr;
    if (explanation.player) {
        json::object why = EncodeWhy(*explanation.player, owner);
        AddAttribution(explanation, owner, made.steps);
        why["click"] = explanation.click ? json::value(EncodeClick(*explanation.click)) : json::value(nullptr);
        attribution = std::move(why);
    }
    return {
        {"accrual", EncodeAccrual(explanation.accrual)},
        {"deal", EncodeAppliedDeal(explanation)},
        {"event", explanation.event ? json::value(EncodeEvent(*explanation.event)) : json::value(nullptr)},
        {"ngrDelta", DecimalOrNull(explanation.ngr_delta)},
        {"conversion", EncodeConversion(explanation.accrual.accrual)},
        {"calculation", EncodeCalculation(made)},
        {"sourceAccrual", explanation.child ? json::value(EncodeAccrual(*explanation.child)) : json::value(nullptr)},
        {"attribution", std::move(attribution)},
        {"steps", EncodeSteps(made.steps)},
        {"sentences", EncodeSentences(made.steps)}};
}

json::object EncodeStanding(const app::PlayerStanding& standing, const app::OperatorEntry& owner, Timestamp now) {
    json::object object = EncodeWhy(standing.history, owner);
    const WhyAnswer answer(standing, now);
    object["deals"] = answer.EncodeDeals();
    object["components"] = answer.EncodeComponents();
    return object;
}

}  // namespace fairlead::http
