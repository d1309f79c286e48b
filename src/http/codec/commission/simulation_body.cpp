#include "http/codec/commission/simulation_body.hpp"

#include <algorithm>

#include "app/catalogue/operator_zone.hpp"
#include "app/declarations/references.hpp"
#include "app/resources/deals/deal_resource.hpp"
#include "base/time/time.hpp"
#include "http/codec/json/body_members.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;

constexpr std::size_t kSimulatedAffiliatesMax = 10'000;
constexpr std::int32_t kSimulatedMonthsMax = 60;

app::Errors CheckMonth(const json::value& value, Period& out) {
    const auto month = value.is_string() ? Period::ParseMonth(std::string_view(value.get_string())) : std::nullopt;
    if (!month) return app::Wrong(ErrorCode::kInvalidValue, "must be a month like 2026-03");
    out = *month;
    return {};
}

// A simulation closes all periods up to its last month, so a month far in the future would take all memory.
void RefuseMonths(const app::OperatorEntry& owner, Period from, Period to, BodyMembers& members) {
    const Period newest = Period::Of(app::LoadZone(owner.records.self.settings).DateOf(Now()));
    if (to < from) members.Refuse("to", ErrorCode::kInvalidValue, "must not be before `from`");
    if (newest < to) {
        members.Refuse("to", ErrorCode::kInvalidValue, "must not be after this month, " + newest.ToString());
    }
    if (to.number - from.number >= kSimulatedMonthsMax) {
        members.Refuse("to", ErrorCode::kInvalidValue,
                       "must be at most " + std::to_string(kSimulatedMonthsMax) + " months from `from`");
    }
}

auto CheckSimulatedAffiliates(const app::OperatorEntry& owner) {
    return [&owner](const json::value& value, std::vector<AffiliateId>& out) {
        const auto known = [&](const json::value& item, AffiliateId& id) -> app::Errors {
            if (auto errors = app::CheckId<AffiliateId>(item, id); !errors.empty()) return errors;
            if (owner.FindAffiliate(id) != nullptr) return {};
            return app::Wrong(ErrorCode::kInvalidValue, "is not an affiliate of this operator");
        };
        return app::CheckList(value, kSimulatedAffiliatesMax, AffiliateId(), known, out);
    };
}

// Without an id, the only operator.
std::shared_ptr<const app::OperatorEntry> FindNamedOperator(const app::CatalogueSnapshot& catalogue,
                                                            std::string_view named) {
    if (!named.empty()) return catalogue.Find(OperatorId::Parse(named).value_or(OperatorId()));
    return catalogue.entries().size() == 1 ? catalogue.entries().begin()->second : nullptr;
}

}  // namespace

std::expected<app::SimulationRequest, app::Errors> ReadSimulationBody(const app::OperatorEntry& owner,
                                                                      const json::object& body) {
    BodyMembers members(body, {"terms", "scope", "binding", "affiliateIds", "from", "to"});
    const auto from = members.Required("from", Period(), CheckMonth);
    const auto to = members.Required("to", Period(), CheckMonth);
    auto affiliates = members.Optional("affiliateIds", std::vector<AffiliateId>(), CheckSimulatedAffiliates(owner));
    if (from && to) RefuseMonths(owner, *from, *to, members);
    app::SimulationRequest request{.owner = owner.records.self.id};
    for (Error& error : app::ReadTriedDeal(owner, body, request.deal)) members.Refuse(std::move(error));
    if (!members.errors().empty()) return std::unexpected(members.errors());
    request.selection = {std::move(affiliates).value_or(std::vector<AffiliateId>()), *from, *to};
    std::ranges::sort(request.selection.affiliates);
    return request;
}

std::expected<SimulationCommand, app::Errors> ReadSimulationCommand(const app::CatalogueSnapshot& catalogue,
                                                                    const json::object& command) {
    const auto* named = command.if_contains("operator");
    const auto* body = command.if_contains("request");
    auto owner = FindNamedOperator(catalogue,
                                   named != nullptr && named->is_string() ? std::string_view(named->get_string()) : "");
    if (owner == nullptr) {
        return std::unexpected(app::Wrong(ErrorCode::kNotFound,
                                          "there is no such operator, or there are several: name it with --operator"));
    }
    if (body == nullptr || !body->is_object()) {
        return std::unexpected(app::Wrong(ErrorCode::kInvalidRequest, "the request must be an object"));
    }
    auto request = ReadSimulationBody(*owner, body->get_object());
    if (!request) return std::unexpected(std::move(request.error()));
    return SimulationCommand{std::move(owner), std::move(*request)};
}

}  // namespace fairlead::http
