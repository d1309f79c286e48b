#include "service/administer.hpp"

#include <chrono>
#include <filesystem>
#include <functional>
#include <thread>

#include "app/access/service_keys.hpp"
#include "app/accounts/invitations.hpp"
#include "app/await.hpp"
#include "app/catalogue/catalogue.hpp"
#include "app/catalogue/operator_zone.hpp"
#include "app/commission/simulations.hpp"
#include "app/declarations/catalogue_resource.hpp"
#include "app/operators/list_records.hpp"
#include "base/time/time_zone.hpp"
#include "http/codec/commission/explained_accrual.hpp"
#include "http/codec/commission/simulation_body.hpp"
#include "http/codec/commission/simulation_json.hpp"
#include "http/local_client.hpp"
#include "service/data_folder.hpp"
#include "service/open_ledger.hpp"

namespace fairlead::service {
namespace {

namespace json = boost::json;

constexpr const char* kActor = "commandLine";
constexpr std::chrono::milliseconds kSimulationPoll{300};

// The parts that a use case needs when the command runs it in this process.
struct AdminContext {
    explicit AdminContext(app::Ledger& opened)
        : ledger(opened), catalogue(opened.catalogue()), manage_catalogue(catalogue, opened.catalogue()) {}

    app::Ledger& ledger;
    app::Catalogue catalogue;
    app::ManageCatalogue manage_catalogue;
};

// A command in both forms: as a use case in this process, and as a request to the service that owns the folder.
struct AdminCommand {
    std::function<void(AdminContext&, app::ObjectDone)> run;
    std::string target;
    json::value body;
};

app::Errors ErrorsOf(const json::value& problem) {
    const auto text = [&](std::string_view name) {
        const auto* value = problem.is_object() ? problem.get_object().if_contains(name) : nullptr;
        return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
    };
    const bool conflict = text("code") == Name(ErrorCode::kConflict);
    app::Errors errors;
    if (const auto* list = problem.is_object() ? problem.get_object().if_contains("errors") : nullptr;
        list != nullptr) {
        for (const json::value& each : list->as_array()) {
            errors.push_back({conflict ? ErrorCode::kConflict : ErrorCode::kInvalidValue,
                              std::string(each.at("pointer").as_string()), std::string(each.at("detail").as_string())});
        }
    }
    if (!errors.empty()) return errors;
    return {Error{conflict ? ErrorCode::kConflict : ErrorCode::kInvalidRequest, "", text("detail")}};
}

app::ObjectResult AskServer(const cli::Settings& settings, const AdminCommand& command) {
    const auto answer = http::PostLocal(LocalSocketPath(settings.data), command.target, command.body);
    if (!answer) return std::unexpected(app::Errors{answer.error()});
    if (answer->status == 200 || answer->status == 201) return answer->body.as_object();
    return std::unexpected(ErrorsOf(answer->body));
}

app::ObjectResult DoDirectly(const cli::Settings& settings, const AdminCommand& command, IfMissing if_missing) {
    telemetry::Metrics metrics;
    auto ledger = OpenLedger(settings, if_missing, metrics);
    if (!ledger) return std::unexpected(app::Errors{ledger.error()});
    const auto keys = app::LoadServiceKeys((*ledger)->catalogue(), settings.SecretFile());
    if (!keys) return std::unexpected(app::Errors{keys.error()});
    AdminContext context(**ledger);
    if (auto loaded = context.catalogue.Refresh(); !loaded) return std::unexpected(app::Errors{loaded.error()});
    auto result = app::Await<app::ObjectResult>([&](auto done) { command.run(context, std::move(done)); });
    (*ledger)->Stop();
    return result;
}

app::ObjectResult Do(const cli::Settings& settings, const AdminCommand& command, bool make_data) {
    if (make_data) {
        if (auto known = CheckTimeZones(); !known) return std::unexpected(app::Errors{known.error()});
        if (auto made = MakeDataFolder(settings.data); !made) return std::unexpected(app::Errors{made.error()});
    } else if (!std::filesystem::is_directory(settings.data)) {
        return std::unexpected(
            app::Errors{{ErrorCode::kUnavailable, "",
                         "there is no data folder " + settings.data + ". Create it with fairlead init."}});
    }
    const IfMissing if_missing = make_data ? IfMissing::kMake : IfMissing::kFail;
    if (!IsEmbedded(settings)) return DoDirectly(settings, command, if_missing);
    const auto lock = DataFolderLock::TryTake(settings.data);
    if (!lock) return std::unexpected(app::Errors{lock.error()});
    return *lock ? DoDirectly(settings, command, if_missing) : AskServer(settings, command);
}

// Both replays run in this process.
void SimulateHere(AdminContext& context, const json::object& asked, const cli::OnSimulationProgress& progress,
                  app::ObjectDone done) {
    auto wanted = http::ReadSimulationCommand(*context.catalogue.Current(), asked);
    if (!wanted) return done(std::unexpected(std::move(wanted.error())));
    const auto& self = wanted->owner->records.self;
    if (auto known = app::CheckZones(self.settings, self.name); !known) {
        return done(std::unexpected(app::Errors{known.error()}));
    }
    app::SimulationState state{.id = NewUuid(), .status = app::SimulationStatus::kDone};
    auto compared = app::SimulateDeal(context.ledger.commission_queries(), wanted->request,
                                      [&](std::int64_t commits_done, std::int64_t commits) {
                                          state.commits_done = commits_done;
                                          state.commits = commits;
                                          progress(commits_done, commits);
                                          return true;
                                      });
    if (!compared) return done(std::unexpected(app::Errors{compared.error()}));
    state.comparison = std::make_shared<const simulation::Comparison>(std::move(*compared));
    done(http::EncodeSimulation(state, *wanted->owner));
}

}  // namespace

app::ObjectResult CreateOperator(const cli::Settings& settings, const app::NewOperator& wanted, bool make_data) {
    const AdminCommand command{.run =
                                   [&wanted](AdminContext& context, app::ObjectDone done) {
                                       app::CreateOperator(context.catalogue, context.ledger.catalogue(), wanted,
                                                           kActor, std::move(done));
                                   },
                               .target = "/control/operators",
                               .body = {{"name", wanted.name},
                                        {"adminEmail", wanted.admin_email},
                                        {"adminPasswordHash", wanted.admin_password_hash}}};
    return Do(settings, command, make_data);
}

app::ObjectResult CreateKey(const cli::Settings& settings, const std::string& operator_id, const json::object& key) {
    const auto owner = OperatorId::Parse(operator_id);
    if (!owner) {
        return std::unexpected(app::Errors{{ErrorCode::kInvalidValue, "", "the id of an operator must be a UUID"}});
    }
    const AdminCommand command{.run =
                                   [&](AdminContext& context, app::ObjectDone done) {
                                       context.manage_catalogue.Change(
                                           *owner, app::ApiKeyResource().Create({key, kActor, {}}), std::move(done));
                                   },
                               .target = "/control/operators/" + owner->ToString() + "/api-keys",
                               .body = key};
    return Do(settings, command, /*make_data=*/false);
}

app::ObjectResult CreateUser(const cli::Settings& settings, const std::string& operator_id, const json::object& user,
                             const std::string& password_hash) {
    const auto owner = OperatorId::Parse(operator_id);
    if (!owner) {
        return std::unexpected(app::Errors{{ErrorCode::kInvalidValue, "", "the id of an operator must be a UUID"}});
    }
    const AdminCommand command{.run =
                                   [&](AdminContext& context, app::ObjectDone done) {
                                       context.manage_catalogue.Change(
                                           *owner, app::CreateActiveUser({user, kActor, {}}, password_hash),
                                           std::move(done));
                                   },
                               .target = "/control/operators/" + owner->ToString() + "/users",
                               .body = {{"user", user}, {"passwordHash", password_hash}}};
    return Do(settings, command, /*make_data=*/false);
}

app::ObjectResult ListRecords(const cli::Settings& settings, const std::string& kind, const std::string& operator_id) {
    const AdminCommand command{
        .run = [&](AdminContext& context,
                   app::ObjectDone done) { done(app::ListRecords(*context.catalogue.Current(), kind, operator_id)); },
        .target = "/control/list",
        .body = {{"kind", kind}, {"operator", operator_id}}};
    return Do(settings, command, /*make_data=*/false);
}

app::ObjectResult ExplainAccrual(const cli::Settings& settings, const std::string& operator_id,
                                 const std::string& accrual_id) {
    const auto accrual = AccrualId::Parse(accrual_id);
    const auto owner = OperatorId::Parse(operator_id);
    if (!accrual || (!owner && !operator_id.empty())) {
        return std::unexpected(app::Errors{{ErrorCode::kInvalidValue, "", "an id must be a UUID"}});
    }
    const AdminCommand command{.run =
                                   [&](AdminContext& context, app::ObjectDone done) {
                                       app::ExplainAccrual(context.ledger.commission_queries(),
                                                           *context.catalogue.Current(), owner, *accrual,
                                                           http::EncodeExplained(std::move(done)));
                                   },
                               .target = "/control/explain",
                               .body = {{"accrual", accrual->ToString()}, {"operator", operator_id}}};
    return Do(settings, command, /*make_data=*/false);
}

app::ObjectResult SimulateDeal(const cli::Settings& settings, const json::object& asked,
                               const cli::OnSimulationProgress& progress) {
    const AdminCommand command{
        .run = [&](AdminContext& context,
                   app::ObjectDone done) { SimulateHere(context, asked, progress, std::move(done)); },
        .target = "/control/simulations",
        .body = asked};
    auto result = Do(settings, command, /*make_data=*/false);
    // Only a running service answers before the end.
    while (result && result->at("status") == "running") {
        const json::value& so_far = result->at("progress");
        progress(so_far.at("done").to_number<std::int64_t>(), so_far.at("total").to_number<std::int64_t>());
        std::this_thread::sleep_for(kSimulationPoll);
        const AdminCommand read{.run = {},
                                .target = "/control/simulations/state",
                                .body = {{"operator", result->at("operatorId")}, {"id", result->at("id")}}};
        result = AskServer(settings, read);
    }
    return result;
}

}  // namespace fairlead::service
