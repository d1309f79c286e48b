#include "http/codec/commission/portal_players.hpp"

#include "app/portal/player_alias.hpp"
#include "app/ports/commission_queries.hpp"
#include "http/codec/records/record_filters.hpp"
#include "http/handlers/portal_routes.hpp"
#include "http/handlers/record_answers.hpp"

namespace fairlead::http {
namespace {

PortalReader PlayersReaderOf(const HandlerContext& context, const PortalCaller& caller) {
    return {caller.owner, caller.affiliate_id(), context.token_key};
}

void ListPortalPlayers(const HandlerContext& context, const PortalCaller& caller, const Request& request,
                       Responder responder) {
    const PortalReader reader = PlayersReaderOf(context, caller);
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
    context.records.ReadPlayers(query, AnswerPage<app::PlayerPage>(request, std::move(responder), encode, to_cursor));
}

// Whom the player counts for now.
std::optional<AffiliateId> AffiliateOf(const app::PlayerStanding& standing) {
    const auto& attribution = standing.history.player.attribution;
    return attribution ? attribution->affiliate : std::nullopt;
}

void ExplainPlayer(const HandlerContext& context, const PortalCaller& caller, const Request& request,
                   Responder responder) {
    const PortalReader reader = PlayersReaderOf(context, caller);
    const auto player = app::PlayerOfPortalId(reader.alias_key, reader.affiliate, request.path_parameters.front());
    auto answer = AnswerObject<app::PlayerStanding>(
        request, std::move(responder),
        [reader](const app::PlayerStanding& standing) { return EncodePortalStanding(reader, standing, Now()); });
    // A player that has been given to another affiliate looks like one that there is not.
    context.commission_queries.ReadPlayerStanding(
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

void AddPortalPlayerRoutes(Router& router, const HandlerContext& context) {
    AddPortalRoute(router, context, "GET", "/players", ListPortalPlayers);
    AddPortalRoute(router, context, "GET", "/players/{id}/why", ExplainPlayer);
}

}  // namespace fairlead::http
