#include "http/handlers/records/players.hpp"

#include "app/commission/reassign_player.hpp"
#include "app/declarations/value_checks.hpp"
#include "app/portal/player_alias.hpp"
#include "app/ports/commission_queries.hpp"
#include "app/ports/record_queries.hpp"
#include "base/text/text.hpp"
#include "http/codec/commission/commission_json.hpp"
#include "http/codec/json/management_body.hpp"
#include "http/codec/records/record_filters.hpp"
#include "http/codec/records/record_json.hpp"
#include "http/handlers/record_answers.hpp"
#include "http/handlers/records/search.hpp"
#include "http/server/public_url.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;

constexpr std::size_t kReassignReasonLengthMax = 1000;

// A path without a valid UUID gives an id that no player has.
PlayerId PlayerOf(const Request& request) {
    return PlayerId::Parse(request.path_parameters.front()).value_or(PlayerId{});
}

// Returns the text to search for without surrounding spaces, or nothing if it is empty.
std::optional<std::string> ReadSearch(RecordFilters& filters) {
    const auto text = filters.Text("search");
    const std::string_view sought = TrimSpaces(text ? std::string_view(*text) : std::string_view());
    if (!IsValidUtf8(sought) || HasControlCharacter(sought)) filters.Refuse("search", "must be text");
    return sought.empty() ? std::nullopt : std::optional(std::string(sought));
}

void ListPlayers(const PlayerDependencies& dependencies, const app::Caller& caller, const Request& request,
                 Responder responder) {
    RecordFilters filters(
        request, {{"externalRef", ""}, {"affiliateId", "affiliate"}, {"brandId", "brand"}, {"id", ""}, {"search", ""}});
    const auto search = ReadSearch(filters);
    const app::PlayerQuery query{.owner = caller.operator_id(),
                                 .limit = filters.limit(),
                                 .after = filters.ReadId<PlayerId>("cursor"),
                                 .player = filters.ReadId<PlayerId>("id"),
                                 .external_ref = filters.Text("externalRef"),
                                 .affiliate = filters.ReadId<AffiliateId>("affiliateId"),
                                 .brand = filters.ReadId<BrandId>("brandId"),
                                 .search = search,
                                 .alias = search ? app::ParsePlayerAlias(*search) : std::nullopt};
    if (search && (query.player || query.external_ref)) {
        filters.Refuse("search", "cannot be given together with id or externalRef");
    }
    if (filters.error()) return responder.Send(Problem(*filters.error(), request.request_id));
    const auto encode = [key = dependencies.token_key](const app::PlayerRecord& player) {
        return EncodePlayer(player, key);
    };
    dependencies.records.ReadPlayers(query, AnswerPage<app::PlayerPage>(request, std::move(responder), encode,
                                                                        [](PlayerId id) { return id.ToString(); }));
}

void ReadPlayer(const PlayerDependencies& dependencies, const app::Caller& caller, const Request& request,
                Responder responder) {
    dependencies.records.ReadPlayerHistory(
        caller.operator_id(), PlayerOf(request),
        AnswerObject<app::PlayerHistory>(request, std::move(responder),
                                         [key = dependencies.token_key](const app::PlayerHistory& history) {
                                             return EncodePlayer(history.player, key);
                                         }));
}

void ListEventsOfPlayer(const PlayerDependencies& dependencies, const app::Caller& caller, const Request& request,
                        Responder responder) {
    RecordFilters filters(request, {});
    const app::EventQuery query{.owner = caller.operator_id(),
                                .limit = filters.limit(),
                                .before_seq = filters.Number("cursor"),
                                .player = PlayerOf(request)};
    if (filters.error()) return responder.Send(Problem(*filters.error(), request.request_id));
    auto page = AnswerPage<app::EventPage>(request, std::move(responder), EncodeEvent,
                                           [](std::int64_t seq) { return std::to_string(seq); });
    // Every player has at least one event. If this page is empty, check whether the player exists.
    dependencies.records.ReadEvents(query, {}, [dependencies, query, page = std::move(page)](auto found) mutable {
        if (!found || !found->items.empty()) return page(std::move(found));
        dependencies.records.ReadPlayers(
            {.owner = query.owner, .limit = 1, .player = query.player},
            [found = std::move(found), page = std::move(page)](const Result<app::PlayerPage>& players) mutable {
                if (!players) return page(std::unexpected(players.error()));
                if (players->items.empty()) found = Fail(ErrorCode::kNotFound, "there is no such player");
                page(std::move(found));
            });
    });
}

void ExplainPlayerStanding(const PlayerDependencies& dependencies, const app::Caller& caller, const Request& request,
                           Responder responder) {
    dependencies.commission_queries.ReadPlayerStanding(
        caller.operator_id(), PlayerOf(request),
        AnswerObject<app::PlayerStanding>(request, std::move(responder),
                                          [owner = caller.owner](const app::PlayerStanding& standing) {
                                              return EncodeStanding(standing, *owner, Now());
                                          }));
}

// Reads a member that must be an id. Returns nothing if it is null or absent.
template <class IdType>
std::optional<IdType> ReadReference(const json::object& body, std::string_view name, app::Errors& errors) {
    const auto* value = body.if_contains(name);
    if (value == nullptr || value->is_null()) return std::nullopt;
    const auto id = value->is_string() ? IdType::Parse(std::string_view(value->get_string())) : std::nullopt;
    if (!id) errors.push_back({ErrorCode::kInvalidValue, JsonPointerTo(name), "must be a UUID"});
    return id;
}

app::ReassignmentRequest ReadReassignment(const json::object& body, app::Errors& errors) {
    app::ReassignmentRequest read;
    for (const auto& [name, value] : body) {
        const bool known = name == "affiliateId" || name == "linkId" || name == "reason";
        if (!known) {
            errors.push_back({ErrorCode::kUnknownMember, JsonPointerTo(name), "is not a member of this request"});
            if (errors.HasMore()) return read;
        }
    }
    for (const std::string_view name : {"affiliateId", "reason"}) {
        if (!body.contains(name)) errors.push_back({ErrorCode::kRequired, JsonPointerTo(name), "is required"});
    }
    // With null the player becomes organic.
    read.affiliate = ReadReference<AffiliateId>(body, "affiliateId", errors);
    read.link = ReadReference<LinkId>(body, "linkId", errors);
    if (const auto* reason = body.if_contains("reason")) {
        AppendAt("/reason", app::CheckText(*reason, kReassignReasonLengthMax, read.reason), errors);
    }
    return read;
}

void ReassignPlayer(const PlayerDependencies& dependencies, const app::Caller& caller, const Request& request,
                    Responder responder) {
    auto body = ReadManagementBody(request);
    if (!body) return responder.Send(std::move(body.error()));
    app::Errors errors;
    auto read = ReadReassignment(body->as_object(), errors);
    if (!errors.empty()) return responder.Send(Problem(errors, request.request_id));
    read.player = PlayerOf(request);
    read.actor = caller.actor();
    auto reassignment = app::PlanReassignment(*caller.owner, std::move(read));
    if (!reassignment) return responder.Send(Problem(reassignment.error(), request.request_id));
    reassignment->key = caller.request_key;
    app::ReassignPlayer(dependencies.commission_store, dependencies.records, std::move(*reassignment),
                        AnswerObject<app::PlayerHistory>(request, std::move(responder),
                                                         [key = dependencies.token_key](const auto& history) {
                                                             return EncodePlayer(history.player, key);
                                                         }));
}

}  // namespace

void AddPlayerRoutes(Router& router, const CallerSources& callers, const PlayerDependencies& dependencies) {
    const std::string all = std::string(kBasePath) + "/players";
    const std::string one = all + "/{id}";
    const auto add = [&](std::string_view method, const std::string& path, access::Area area, auto handle) {
        router.Add(method, path, RequireCaller(callers, area, std::bind_front(handle, dependencies)));
    };
    add("GET", all, access::Area::kReports, ListPlayers);
    add("GET", one, access::Area::kReports, ReadPlayer);
    add("GET", one + "/why", access::Area::kReports, ExplainPlayerStanding);
    add("GET", one + "/events", access::Area::kReports, ListEventsOfPlayer);
    add("POST", one + "/reassign", access::Area::kMoney, ReassignPlayer);
    add("GET", std::string(kBasePath) + "/search", access::Area::kReports, SearchEverything);
}

}  // namespace fairlead::http
