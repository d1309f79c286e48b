#include "http/handlers/commission/simulations.hpp"

#include <algorithm>

#include "app/commission/simulate_deal.hpp"
#include "app/declarations/references.hpp"
#include "app/resources/deal_resource.hpp"
#include "http/codec/commission/simulation_json.hpp"
#include "http/codec/json/body_members.hpp"
#include "http/codec/json/management_body.hpp"
#include "http/handlers/catalogue/resource_routes.hpp"
#include "http/handlers/record_answers.hpp"
#include "http/server/public_url.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;

// A short simulation is answered at once. For a longer one the client asks again.
constexpr std::int64_t kSimulationWaitMs = 5'000;
constexpr std::size_t kSimulatedAffiliatesMax = 10'000;
constexpr std::int32_t kSimulatedMonthsMax = 60;

app::Errors CheckMonth(const json::value& value, Period& out) {
    const auto month = value.is_string() ? Period::Parse(std::string_view(value.get_string())) : std::nullopt;
    if (!month) return app::Wrong(ErrorCode::kInvalidValue, "must be a month like 2026-03");
    out = *month;
    return {};
}

auto CheckSimulatedAffiliates(const app::Caller& caller) {
    return [owner = caller.owner](const json::value& value, std::vector<AffiliateId>& out) {
        const auto known = [&](const json::value& item, AffiliateId& id) -> app::Errors {
            if (auto errors = app::CheckId<AffiliateId>(item, id); !errors.empty()) return errors;
            if (owner->FindAffiliate(id) != nullptr) return {};
            return app::Wrong(ErrorCode::kInvalidValue, "is not an affiliate of this operator");
        };
        return app::CheckList(value, kSimulatedAffiliatesMax, AffiliateId(), known, out);
    };
}

std::optional<app::SimulationRequest> ReadSimulation(const app::Caller& caller, const json::object& body,
                                                     BodyMembers& members) {
    const auto from = members.Required("from", Period(), CheckMonth);
    const auto to = members.Required("to", Period(), CheckMonth);
    auto affiliates = members.Optional("affiliateIds", std::vector<AffiliateId>(), CheckSimulatedAffiliates(caller));
    if (from && to && *to < *from) members.Refuse("to", ErrorCode::kInvalidValue, "must not be before `from`");
    if (from && to && to->months - from->months >= kSimulatedMonthsMax) {
        members.Refuse("to", ErrorCode::kInvalidValue,
                       "must be at most " + std::to_string(kSimulatedMonthsMax) + " months from `from`");
    }
    app::SimulationRequest request{.owner = caller.operator_id()};
    for (Error& error : app::ReadTriedDeal(*caller.owner, body, request.deal)) members.Refuse(std::move(error));
    if (!members.errors().empty()) return std::nullopt;
    request.selection = {std::move(affiliates).value_or(std::vector<AffiliateId>()), *from, *to};
    std::ranges::sort(request.selection.affiliates);
    return request;
}

auto EncodeFor(const app::Caller& caller) {
    return [owner = caller.owner](const app::SimulationState& state) { return EncodeSimulation(state, *owner); };
}

void StartSimulation(app::Simulations& simulations, const app::Caller& caller, const Request& request,
                     Responder responder) {
    const auto body = ReadManagementBody(request);
    if (!body) return responder.Send(body.error());
    BodyMembers members(body->as_object(), {"terms", "scope", "binding", "affiliateIds", "from", "to"});
    auto wanted = ReadSimulation(caller, body->as_object(), members);
    if (!wanted) return responder.Send(Problem(members.errors(), request.request_id));
    simulations.Start(std::move(*wanted), kSimulationWaitMs,
                      [responder = std::move(responder), request_id = std::string(request.request_id),
                       encode = EncodeFor(caller)](Result<app::SimulationState> state) mutable {
                          responder.SendFrom([state = std::move(state), request_id, encode]() -> Response {
                              if (!state) return Problem(state.error(), request_id);
                              const bool running = state->status == app::SimulationStatus::kRunning;
                              return {.status = running ? 202 : 200, .body = json::serialize(encode(*state))};
                          });
                      });
}

void ReadSimulationState(app::Simulations& simulations, const app::Caller& caller, const Request& request,
                         Responder responder) {
    AnswerObject<app::SimulationState>(request, std::move(responder),
                                       EncodeFor(caller))(simulations.Find(caller.operator_id(), IdInPath(request)));
}

void CancelSimulation(app::Simulations& simulations, const app::Caller& caller, const Request& request,
                      Responder responder) {
    AnswerObject<app::SimulationState>(request, std::move(responder),
                                       EncodeFor(caller))(simulations.Cancel(caller.operator_id(), IdInPath(request)));
}

}  // namespace

void AddSimulationRoutes(Router& router, const CallerSources& callers, app::Simulations& simulations) {
    const std::string all = std::string(kBasePath) + "/deals/simulate";
    const auto add = [&](std::string_view method, const std::string& path, auto handle) {
        // Nothing is written, so reading is enough for users.
        router.Add(method, path,
                   RequireCaller(callers, access::Area::kMoney, access::Need::kRead,
                                 std::bind_front(handle, std::ref(simulations))));
    };
    add("POST", all, StartSimulation);
    add("GET", all + "/{id}", ReadSimulationState);
    add("DELETE", all + "/{id}", CancelSimulation);
}

}  // namespace fairlead::http
