#include "app/portal/player_alias.hpp"
#include "domain/commission/explain.hpp"
#include "http/codec/commission/commission_parts.hpp"
#include "http/codec/commission/portal_money.hpp"
#include "http/codec/json/json_values.hpp"

namespace fairlead::http {

namespace json = boost::json;
using attribution::Method;
using commission::Accrual;

namespace {

// Writes one explanation for one affiliate.
class Telling {
public:
    Telling(const PortalReader& reader, const app::Explanation& explanation)
        : reader_(reader),
          explanation_(explanation),
          accrual_(explanation.accrual.accrual),
          // Of a share of a sub-affiliate's commission the player, the event and the click are that one's.
          own_(accrual_.component != commission::Component::kSubAffiliate) {}

    json::object Write() const {
        const auto told = TellMoney();
        json::array sentences;
        for (const std::string& sentence : told.sentences) sentences.emplace_back(sentence);
        json::value attribution = nullptr;
        if (own_ && explanation_.player) attribution = WriteAttribution(*explanation_.player, sentences);
        return {{"accrual", EncodePortalAccrual(reader_, explanation_.accrual)},
                {"deal", EncodeAppliedDeal(explanation_)},
                {"event", own_ && explanation_.event ? WriteEvent(*explanation_.event) : json::value(nullptr)},
                {"ngrDelta", own_ ? DecimalOrNull(explanation_.ngr_delta) : json::value(nullptr)},
                {"conversion", EncodeConversion(accrual_)},
                {"calculation", EncodeCalculation(told)},
                {"subAffiliate", WriteChild()},
                {"attribution", std::move(attribution)},
                {"sentences", std::move(sentences)}};
    }

private:
    std::string AliasOf(PlayerId player) const {
        return app::PlayerAlias(reader_.alias_key, reader_.affiliate, player);
    }

    std::string BrandName() const {
        const auto* brand = accrual_.brand ? reader_.owner->FindBrand(*accrual_.brand) : nullptr;
        return brand == nullptr ? std::string() : brand->name;
    }

    // Of the event as much as the sentences tell.
    events::Event ToldEvent(const app::EventRecord& record) const {
        events::Event told;
        told.type = record.event.type;
        told.time = record.event.time;
        told.money = record.event.money;
        told.player_ref = AliasOf(record.player);
        return told;
    }

    commission::MoneyExplanation TellMoney() const {
        std::optional<events::Event> event;
        if (own_ && explanation_.event) event = ToldEvent(*explanation_.event);
        const auto* self = reader_.owner->FindAffiliate(reader_.affiliate);
        return commission::ExplainMoney({.accrual = &accrual_,
                                         .deal = &explanation_.deal,
                                         .zone = &explanation_.zone,
                                         .event = event ? &*event : nullptr,
                                         .ngr_delta = own_ ? explanation_.ngr_delta : std::nullopt,
                                         .child = explanation_.child ? &explanation_.child->accrual : nullptr,
                                         .waits_from = explanation_.accrual.waits_from,
                                         .rate = explanation_.rate,
                                         .affiliate_name = self == nullptr ? std::string() : self->name,
                                         .brand_name = BrandName(),
                                         .child_name = {}});
    }

    json::value WriteEvent(const app::EventRecord& record) const {
        const events::Event& event = record.event;
        const auto* brand = reader_.owner->FindBrand(event.brand);
        return json::object{
            {"eventId", record.id.ToString()},
            {"type", Name(event.type)},
            {"eventTime", event.time.ToIso8601()},
            {"amount", event.money ? json::value(event.money->amount.ToString()) : json::value(nullptr)},
            {"currency", event.money ? json::value(event.money->currency.code()) : json::value(nullptr)},
            {"country", TextOrNull(event.country)},
            {"product", TextOrNull(event.product)},
            {"game", TextOrNull(event.game)},
            {"brand", brand == nullptr ? json::value(nullptr) : json::value(brand->name)}};
    }

    json::value WriteChild() const {
        if (!explanation_.child) return nullptr;
        const Accrual& child = explanation_.child->accrual;
        return json::object{{"component", Name(child.component)},
                            {"amount", child.amount.amount.ToString()},
                            {"currency", child.amount.currency.code()},
                            {"percent", DecimalOrNull(accrual_.rate)}};
    }

    // The decision by which the player was the affiliate's when the accrual was recorded.
    const app::AttributionRecord* DecisionBehind(const app::PlayerHistory& history) const {
        const app::AttributionRecord* behind = nullptr;
        for (const auto& decision : history.decisions) {
            const bool before = decision.decided_at <= explanation_.accrual.recorded_at;
            if (before && decision.affiliate == reader_.affiliate) behind = &decision;
        }
        return behind;
    }

    // What else was weighed, and why the operator has decided by hand, is the operator's.
    static std::string Explain(const app::AttributionRecord& decision) {
        switch (decision.method) {
            case Method::kDirect: return "The registration named the click that brought the player.";
            case Method::kManual: return "The operator has given the player to this affiliate by hand.";
            case Method::kLastClick:
                return "The registration named no click that could count. The last click within " +
                       std::to_string(decision.weighed.policy.window_days) +
                       " days before it that fits what is known of the visitor counts.";
            case Method::kOrganic: break;
        }
        return "";
    }

    json::value WriteAttribution(const app::PlayerHistory& history, json::array& sentences) const {
        const app::PlayerRecord& player = history.player;
        const std::string alias = AliasOf(player.id);
        const bool still = player.attribution && player.attribution->affiliate == reader_.affiliate;
        const auto* decision = DecisionBehind(history);
        std::string text = alias;
        if (player.registered_at) text += " registered at " + player.registered_at->ToIso8601() + " and";
        text +=
            still ? " counts for this affiliate." : " counted for this affiliate until it was given to another one.";
        if (decision != nullptr) text += " " + Explain(*decision);
        sentences.emplace_back(text);
        return json::object{
            {"player", alias},
            {"registeredAt", TimeOrNull(player.registered_at)},
            {"method", decision == nullptr
                           ? json::value(nullptr)
                           : json::value(attribution::kMethodNames[static_cast<std::size_t>(decision->method)])},
            {"decidedAt", decision == nullptr ? json::value(nullptr) : json::value(decision->decided_at.ToIso8601())},
            {"stillCounts", still},
            {"explanation", decision == nullptr ? json::value(nullptr) : json::value(Explain(*decision))},
            {"click", WriteClick(sentences)}};
    }

    json::value WriteClick(json::array& sentences) const {
        if (!explanation_.click || explanation_.click->origin.affiliate != reader_.affiliate) return nullptr;
        const tracking::Click& click = *explanation_.click;
        json::array subs;
        for (const std::string& sub : click.origin.subs) subs.push_back(TextOrNull(sub));
        sentences.emplace_back("The click that brought the player is " + click.id.ToString() + ", made at " +
                               click.time.ToIso8601() + ".");
        return json::object{{"clickId", click.id.ToString()},       {"time", click.time.ToIso8601()},
                            {"link", WriteLink(click.origin.link)}, {"subs", std::move(subs)},
                            {"country", TextOrNull(click.country)}, {"device", TextOrNull(click.origin.device)}};
    }

    // A link can have been given to another affiliate since.
    json::value WriteLink(const std::optional<LinkId>& id) const {
        const auto* link = id ? reader_.owner->FindLink(*id) : nullptr;
        if (link == nullptr || link->affiliate != reader_.affiliate) return nullptr;
        return json::object{{"linkId", link->id.ToString()}, {"code", link->code}, {"name", TextOrNull(link->name)}};
    }

    const PortalReader& reader_;
    const app::Explanation& explanation_;
    const Accrual& accrual_;
    bool own_;
};

}  // namespace

json::object EncodePortalExplanation(const PortalReader& reader, const app::Explanation& explanation) {
    return Telling(reader, explanation).Write();
}

}  // namespace fairlead::http
