#include "http/codec/commission/portal_players.hpp"

#include "app/portal/player_alias.hpp"
#include "http/codec/commission/why_json.hpp"
#include "http/codec/json/explanation_steps.hpp"
#include "http/codec/json/json_values.hpp"

namespace fairlead::http {

namespace json = boost::json;

json::object EncodePortalPlayer(const PortalReader& reader, const app::PlayerRecord& player) {
    const auto* brand = reader.owner->FindBrand(player.brand);
    return {{"id", app::PortalPlayerId(reader.alias_key, reader.affiliate, player.id)},
            {"player", app::PlayerAlias(reader.alias_key, reader.affiliate, player.id)},
            {"brandId", player.brand.ToString()},
            {"brandName", brand == nullptr ? json::value(nullptr) : json::value(brand->name)},
            {"country", TextOrNull(player.country)},
            {"registeredAt", TimeOrNull(player.registered_at)}};
}

json::object EncodePortalStanding(const PortalReader& reader, const app::PlayerStanding& standing, Timestamp now) {
    json::object object = EncodePortalPlayer(reader, standing.history.player);
    // The affiliate does not see other candidates or the operator's reason for a manual decision.
    object["because"] = nullptr;
    if (!standing.history.decisions.empty()) {
        const app::AttributionRecord& decision = standing.history.decisions.back();
        object["because"] = EncodeDecisionReason(
            attribution::ReasonForAffiliates(decision.method, decision.affiliate.has_value(), decision.weighed));
    }
    const WhyAnswer answer(standing, now);
    object["deals"] = answer.EncodeDeals();
    object["components"] = answer.EncodeComponents();
    return object;
}

}  // namespace fairlead::http
