#include "http/codec/commission/portal_players.hpp"

#include "app/portal/player_alias.hpp"
#include "app/ports/commission_queries.hpp"
#include "app/ports/record_queries.hpp"
#include "http/codec/records/record_filters.hpp"
#include "http/handlers/portal/portal_routes.hpp"
#include "http/handlers/record_answers.hpp"

namespace fairlead::http {
namespace {

PortalReader PlayersReaderOf(const PortalDependencies& dependencies, const PortalCaller& caller) {
    return {caller.owner, caller.affiliate_id(), dependencies.token_key};
}

void ListPortalPlayers(const PortalDependencies& dependencies, const PortalCaller& caller, const Request& request,
                       Responder responder) {
    const PortalReader reader = PlayersReaderOf(dependencies, caller);
    RecordFilters filters(request, {{"brandId", ""}});
    const auto read_cursor = [&](std::string_view text) {
        return app::PlayerOfPortalId(reader.alias_key, reader.affiliate, text);
    };
    const app::PlayerQuery query{.owner = caller.operator_id(),
                                 .limit = filters.limit(),
                                 .after = filters.ReadAs("cursor", "must be a nextCursor of this list", read_cursor),
                                 .affiliate = reader.affiliate,
                                 .brand = filters.ReadId<BrandId>("brandId")};
    if (filters.error()) return responder.Send(Problem(*filters.error(), request.request_id));
    const auto encode = [reader](const app::PlayerRecord& player) { return EncodePortalPlayer(reader, player); };
    const auto to_cursor = [reader](PlayerId player) {
        return app::PortalPlayerId(reader.alias_key, reader.affiliate, player);
    };
    dependencies.records.ReadPlayers(query,
                                     AnswerPage<app::PlayerPage>(request, std::move(responder), encode, to_cursor));
}

// The affiliate that the player is attributed to at present.
std::optional<AffiliateId> AffiliateOf(const app::PlayerStanding& standing) {
    const auto& attribution = standing.history.player.attribution;
    return attribution ? attribution->affiliate : std::nullopt;
}

void ExplainPlayer(const PortalDependencies& dependencies, const PortalCaller& caller, const Request& request,
                   Responder responder) {
    const PortalReader reader = PlayersReaderOf(dependencies, caller);
    const auto player = app::PlayerOfPortalId(reader.alias_key, reader.affiliate, request.path_parameters.front());
    auto answer = AnswerObject<app::PlayerStanding>(
        request, std::move(responder),
        [reader](const app::PlayerStanding& standing) { return EncodePortalStanding(reader, standing, Now()); });
    // The answer for a player that was taken from the affiliate is the same as for a missing player.
    dependencies.commission_queries.ReadPlayerStanding(
        caller.operator_id(), player.value_or(PlayerId{}),
        [affiliate = reader.affiliate, answer = std::move(answer)](Result<app::PlayerStanding> found) mutable {
            const bool missing = !found && found.error().code == ErrorCode::kNotFound;
            if (missing || (found && AffiliateOf(*found) != affiliate)) {
                return answer(Fail(ErrorCode::kNotFound, "there is no such resource"));
            }
            answer(std::move(found));
        });
}

}  // namespace

void AddPortalPlayerRoutes(PortalRoutes& routes) {
    routes.Add("GET", "/players", ListPortalPlayers);
    routes.Add("GET", "/players/{id}/why", ExplainPlayer);
}

}  // namespace fairlead::http
