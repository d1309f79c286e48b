#include "app/portal/player_alias.hpp"
#include "domain/explanation/explain.hpp"
#include "http/codec/commission/commission_parts.hpp"
#include "http/codec/commission/portal_money.hpp"
#include "http/codec/json/explanation_steps.hpp"
#include "http/codec/json/json_values.hpp"

namespace fairlead::http {

namespace json = boost::json;
using commission::Accrual;

namespace {

// Writes one explanation for one affiliate.
class PortalExplanation {
public:
    PortalExplanation(const PortalReader& reader, const app::Explanation& explanation)
        : reader_(reader),
          explanation_(explanation),
          accrual_(explanation.accrual.accrual),
          // The player, event and click behind a share of a sub-affiliate's commission belong to the sub-affiliate.
          own_(accrual_.component != commission::Component::kSubAffiliate) {}

    json::object Write() const {
        auto made = ExplainMoney();
        json::value attribution = nullptr;
        if (own_ && explanation_.player) attribution = WriteAttribution(*explanation_.player, made.steps);
        return {{"accrual", EncodePortalAccrual(reader_, explanation_.accrual)},
                {"deal", EncodeAppliedDeal(explanation_)},
                {"event", own_ && explanation_.event ? WriteEvent(*explanation_.event) : json::value(nullptr)},
                {"ngrDelta", own_ ? DecimalOrNull(explanation_.ngr_delta) : json::value(nullptr)},
                {"conversion", EncodeConversion(accrual_)},
                {"calculation", EncodeCalculation(made)},
                {"subAffiliate", WriteChild()},
                {"attribution", std::move(attribution)},
                {"steps", EncodeSteps(made.steps)},
                {"sentences", EncodeSentences(made.steps)}};
    }

private:
    std::string AliasOf(PlayerId player) const {
        return app::PlayerAlias(reader_.alias_key, reader_.affiliate, player);
    }

    std::string BrandName() const {
        const auto* brand = accrual_.brand ? reader_.owner->FindBrand(*accrual_.brand) : nullptr;
        return brand == nullptr ? std::string() : brand->name;
    }

    std::optional<Timestamp> RegisteredAt() const {
        return own_ && explanation_.player ? explanation_.player->player.registered_at : std::nullopt;
    }

    // A copy of the event with only the values that the sentences show.
    events::Event EventForAffiliate(const app::EventRecord& record) const {
        events::Event shown;
        shown.type = record.event.type;
        shown.time = record.event.time;
        shown.money = record.event.money;
        shown.player_ref = AliasOf(record.player);
        return shown;
    }

    commission::MoneyExplanation ExplainMoney() const {
        std::optional<events::Event> event;
        if (own_ && explanation_.event) event = EventForAffiliate(*explanation_.event);
        const auto* self = reader_.owner->FindAffiliate(reader_.affiliate);
        return commission::ExplainMoney({.accrual = &accrual_,
                                         .deal = &explanation_.deal,
                                         .zone = &explanation_.zone,
                                         .calendar = explanation_.calendar,
                                         .followed = explanation_.followed,
                                         .event = event ? &*event : nullptr,
                                         .registered_at = RegisteredAt(),
                                         .ngr_delta = own_ ? explanation_.ngr_delta : std::nullopt,
                                         .child = explanation_.child ? &explanation_.child->accrual : nullptr,
                                         .waits_from = explanation_.accrual.waits_from,
                                         .rate = explanation_.rate,
                                         .re_rating = explanation_.re_rating,
                                         .shared_versions = explanation_.shared_versions,
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

    // The decision that attributed the player to the affiliate when the accrual was recorded.
    const app::AttributionRecord* DecisionBehind(const app::PlayerHistory& history) const {
        const app::AttributionRecord* behind = nullptr;
        for (const auto& decision : history.decisions) {
            const bool before = decision.decided_at <= explanation_.accrual.recorded_at;
            if (before && decision.affiliate == reader_.affiliate) behind = &decision;
        }
        return behind;
    }

    json::value WriteAttribution(const app::PlayerHistory& history, std::vector<commission::Step>& steps) const {
        const app::PlayerRecord& player = history.player;
        const bool still = player.attribution && player.attribution->affiliate == reader_.affiliate;
        const auto* decision = DecisionBehind(history);
        commission::step::PlayerCredited credited{
            .player_ref = AliasOf(player.id), .registered_at = player.registered_at, .still_counts = still};
        // The affiliate does not see other candidates or the operator's reason for a manual decision.
        if (decision != nullptr) {
            credited.reason =
                attribution::ReasonForAffiliates(decision->method, decision->affiliate.has_value(), decision->weighed);
        }
        steps.emplace_back(credited);
        const auto& reason = credited.reason;
        return json::object{
            {"player", credited.player_ref},
            {"registeredAt", TimeOrNull(player.registered_at)},
            {"method", decision == nullptr
                           ? json::value(nullptr)
                           : json::value(attribution::kMethodNames[static_cast<std::size_t>(decision->method)])},
            {"decidedAt", decision == nullptr ? json::value(nullptr) : json::value(decision->decided_at.ToIso8601())},
            {"stillCounts", still},
            {"because", reason ? json::value(EncodeDecisionReason(*reason)) : json::value(nullptr)},
            {"explanation", reason ? json::value(attribution::TextOf(*reason)) : json::value(nullptr)},
            {"click", WriteClick(steps)}};
    }

    json::value WriteClick(std::vector<commission::Step>& steps) const {
        if (!explanation_.click || explanation_.click->origin.affiliate != reader_.affiliate) return nullptr;
        const tracking::Click& click = *explanation_.click;
        json::array subs;
        for (const std::string& sub : click.origin.subs) subs.push_back(TextOrNull(sub));
        steps.emplace_back(commission::step::ClickCredited{click.id, click.time});
        return json::object{{"clickId", click.id.ToString()},       {"time", click.time.ToIso8601()},
                            {"link", WriteLink(click.origin.link)}, {"subs", std::move(subs)},
                            {"country", TextOrNull(click.country)}, {"device", TextOrNull(click.origin.device)}};
    }

    // The link may belong to another affiliate by now.
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
    return PortalExplanation(reader, explanation).Write();
}

}  // namespace fairlead::http
