#include "http/handlers/commission/simulations.hpp"

#include "app/commission/simulations.hpp"
#include "app/ports/record_queries.hpp"
#include "http/codec/commission/simulated_player_json.hpp"
#include "http/codec/commission/simulation_body.hpp"
#include "http/codec/commission/simulation_json.hpp"
#include "http/codec/json/management_body.hpp"
#include "http/handlers/catalogue/resource_routes.hpp"
#include "http/handlers/record_answers.hpp"
#include "http/server/public_url.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;

// A short simulation is answered at once. For a longer one the client asks again.
constexpr std::int64_t kSimulationWaitMs = 5'000;

auto EncodeFor(const app::Caller& caller) {
    return [owner = caller.owner](const app::SimulationState& state) { return EncodeSimulation(state, *owner); };
}

void StartSimulation(const SimulationDependencies& dependencies, const app::Caller& caller, const Request& request,
                     Responder responder) {
    const auto body = ReadManagementBody(request);
    if (!body) return responder.Send(body.error());
    auto wanted = ReadSimulationBody(*caller.owner, body->as_object());
    if (!wanted) return responder.Send(Problem(wanted.error(), request.request_id));
    wanted->actor = caller.actor();
    dependencies.simulations.Start(std::move(*wanted), kSimulationWaitMs,
                                   [responder = std::move(responder), request_id = std::string(request.request_id),
                                    encode = EncodeFor(caller)](Result<app::SimulationState> state) mutable {
                                       responder.SendFrom([state = std::move(state), request_id, encode]() -> Response {
                                           if (!state) return Problem(state.error(), request_id);
                                           const bool running = state->status == app::SimulationStatus::kRunning;
                                           return {.status = running ? 202 : 200,
                                                   .body = json::serialize(encode(*state))};
                                       });
                                   });
}

void ReadSimulationState(const SimulationDependencies& dependencies, const app::Caller& caller, const Request& request,
                         Responder responder) {
    AnswerObject<app::SimulationState>(request, std::move(responder), EncodeFor(caller))(
        dependencies.simulations.Find(caller.operator_id(), IdInPath(request)));
}

void CancelSimulation(const SimulationDependencies& dependencies, const app::Caller& caller, const Request& request,
                      Responder responder) {
    AnswerObject<app::SimulationState>(request, std::move(responder), EncodeFor(caller))(
        dependencies.simulations.Cancel({.owner = caller.operator_id(),
                                         .id = IdInPath(request),
                                         .actor = caller.actor(),
                                         .may_write_deals = caller.May(access::Need::kWrite)}));
}

// Reads the references that the sentences need, and answers.
void AnswerSimulatedPlayer(app::RecordQueries& records, const app::Caller& caller, PlayerId player,
                           app::PlayersExplained explained, const std::string& request_id, Responder responder) {
    auto named = PlayersNamedBy(explained, player);
    auto answer = [owner = caller.owner, player, named, explained = std::move(explained), request_id,
                   responder = std::move(responder)](Result<std::vector<std::string>> found) mutable {
        responder.SendFrom([owner, player, named = std::move(named), explained = std::move(explained), request_id,
                            found = std::move(found)]() -> Response {
            if (!found) return Problem(found.error(), request_id);
            PlayerRefs refs;
            for (std::size_t i = 0; i < named.size(); ++i) refs.emplace(named[i], (*found)[i]);
            const bool running = explained.status == app::SimulationStatus::kRunning;
            return {.status = running ? 202 : 200,
                    .body = json::serialize(EncodeSimulatedPlayer(explained, player, refs, *owner))};
        });
    };
    records.ReadPlayerRefs(caller.operator_id(), std::move(named), std::move(answer));
}

void ExplainSimulatedPlayer(const SimulationDependencies& dependencies, const app::Caller& caller,
                            const Request& request, Responder responder) {
    const auto player = PlayerId::Parse(request.path_parameters.back()).value_or(PlayerId{});
    dependencies.simulations.Explain(
        caller.operator_id(), IdInPath(request), player, kSimulationWaitMs,
        [&records = dependencies.records, caller, player, request_id = std::string(request.request_id),
         responder = std::move(responder)](Result<app::PlayersExplained> explained) mutable {
            if (!explained) return responder.Send(Problem(explained.error(), request_id));
            AnswerSimulatedPlayer(records, caller, player, std::move(*explained), request_id, std::move(responder));
        });
}

// The command line must know the operator that was found for it.
json::object EncodeForCommand(const app::SimulationState& state, const app::OperatorEntry& owner) {
    json::object encoded{{"operatorId", owner.records.self.id.ToString()}};
    for (auto& [name, value] : EncodeSimulation(state, owner)) encoded[name] = std::move(value);
    return encoded;
}

void StartCommandSimulation(app::Catalogue& catalogue, app::Simulations& simulations, const Request& request,
                            Responder responder) {
    const auto body = DecodeManagementBody(request.body);
    if (!body) return responder.Send(Problem(body.error(), request.request_id));
    auto wanted = ReadSimulationCommand(*catalogue.Current(), body->as_object());
    if (!wanted) return responder.Send(Problem(wanted.error(), request.request_id));
    simulations.Start(std::move(wanted->request), kSimulationWaitMs,
                      [responder = std::move(responder), request_id = std::string(request.request_id),
                       owner = wanted->owner](Result<app::SimulationState> state) mutable {
                          responder.SendFrom([state = std::move(state), request_id, owner]() -> Response {
                              if (!state) return Problem(state.error(), request_id);
                              return {.body = json::serialize(EncodeForCommand(*state, *owner))};
                          });
                      });
}

void ReadCommandSimulation(app::Catalogue& catalogue, app::Simulations& simulations, const Request& request,
                           Responder responder) {
    const auto body = DecodeManagementBody(request.body);
    if (!body) return responder.Send(Problem(body.error(), request.request_id));
    const auto id_of = [&](std::string_view name) {
        const auto* value = body->as_object().if_contains(name);
        return Uuid::Parse(value != nullptr && value->is_string() ? std::string_view(value->get_string()) : "")
            .value_or(Uuid());
    };
    const auto owner = catalogue.Current()->Find(OperatorId{id_of("operator")});
    const auto state = simulations.Find(OperatorId{id_of("operator")}, id_of("id"));
    if (!state) return responder.Send(Problem(state.error(), request.request_id));
    responder.Send({.body = json::serialize(EncodeForCommand(*state, *owner))});
}

}  // namespace

void AddSimulationCommandRoutes(Router& router, app::Catalogue& catalogue, app::Simulations& simulations) {
    const auto add = [&](std::string_view path, auto handle) {
        router.Add("POST", path,
                   WithBody(kBodyBytesMax, std::bind_front(handle, std::ref(catalogue), std::ref(simulations))));
    };
    add("/control/simulations", StartCommandSimulation);
    add("/control/simulations/state", ReadCommandSimulation);
}

void AddSimulationRoutes(Router& router, const CallerSources& callers, const SimulationDependencies& dependencies) {
    const std::string all = std::string(kBasePath) + "/deals/simulate";
    const auto add = [&](std::string_view method, const std::string& path, auto handle) {
        // A simulation writes nothing, so users need only the permission to read.
        router.Add(
            method, path,
            RequireCaller(callers, access::Area::kMoney, access::Need::kRead, std::bind_front(handle, dependencies)));
    };
    add("POST", all, StartSimulation);
    add("GET", all + "/{id}", ReadSimulationState);
    add("DELETE", all + "/{id}", CancelSimulation);
    add("GET", all + "/{id}/players/{playerId}", ExplainSimulatedPlayer);
}

}  // namespace fairlead::http
