#include "http/handlers/accounts/setup.hpp"

#include "app/declarations/value_checks.hpp"
#include "app/mail/send_test_mail.hpp"
#include "domain/access/password.hpp"
#include "http/codec/json/body_members.hpp"
#include "http/codec/json/management_body.hpp"
#include "http/middleware/open_route.hpp"
#include "http/server/problem.hpp"
#include "http/server/public_url.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;

constexpr std::size_t kNameLengthMax = 255;

Response RefusedSetup(const app::LoginRefusal& refusal, std::string_view request_id) {
    Response response = Problem(refusal.errors, request_id);
    if (refusal.retry_after_seconds > 0) response.AddHeader("Retry-After", refusal.retry_after_seconds);
    return response;
}

// Any text up to a length. Errors never describe the content of a secret.
app::Errors CheckSetupSecret(const json::value& value, std::string& out) {
    const auto* text = value.if_string();
    if (text == nullptr) return app::Wrong(ErrorCode::kWrongType, "must be a string");
    // A code point has at most four bytes.
    if (text->size() > 4 * access::kPasswordLengthMax) return app::Wrong(ErrorCode::kTooLong, "is too long");
    out = std::string(*text);
    return {};
}

app::Errors CheckSetupName(const json::value& value, std::string& out) {
    return app::CheckText(value, kNameLengthMax, out);
}

app::Errors CheckSetupCurrency(const json::value& value, Currency& out) {
    app::Errors errors = app::CheckCurrency(value, out);
    if (!errors.empty() || app::MayUse({}, out)) return errors;
    return app::Wrong(ErrorCode::kInvalidValue, "is not a currency of ISO 4217");
}

std::expected<app::SetupRequest, Response> ReadSetup(const Request& request) {
    auto body = ReadManagementBody(request);
    if (!body) return std::unexpected(std::move(body.error()));
    BodyMembers members(body->as_object(), {"token", "operatorName", "brandName", "adminEmail", "adminPassword",
                                            "timeZone", "baseCurrency"});
    app::SetupRequest wanted;
    const auto token = members.Required("token", std::string(), CheckSetupSecret);
    const auto name = members.Required("operatorName", std::string(), CheckSetupName);
    const auto brand = members.Optional("brandName", std::string(), CheckSetupName);
    const auto email = members.Required("adminEmail", std::string(), app::CheckEmail);
    const auto password = members.Required("adminPassword", std::string(), CheckSetupSecret);
    const auto zone = members.Optional("timeZone", wanted.time_zone, app::CheckTimeZone);
    const auto currency = members.Optional("baseCurrency", wanted.base_currency, CheckSetupCurrency);
    if (!members.errors().empty()) return std::unexpected(Problem(members.errors(), request.request_id));
    wanted.token = *token;
    wanted.operator_name = *name;
    wanted.brand_name = brand.value_or("");
    wanted.admin_email = *email;
    wanted.admin_password = *password;
    wanted.time_zone = zone.value_or(wanted.time_zone);
    wanted.base_currency = currency.value_or(wanted.base_currency);
    wanted.client = request.client;
    return wanted;
}

void SetUp(const SetupDependencies& dependencies, const Request& request, Responder responder) {
    auto wanted = ReadSetup(request);
    if (!wanted) return responder.Send(std::move(wanted.error()));
    dependencies.first_setup.Run(
        std::move(*wanted),
        [responder = std::move(responder), request_id = std::string(request.request_id)](const auto& created) mutable {
            if (!created) return responder.Send(RefusedSetup(created.error(), request_id));
            responder.Send({.status = 201, .body = json::serialize(*created)});
        });
}

void CheckSetup(const SetupDependencies& dependencies, const Request& request, Responder responder) {
    auto body = ReadManagementBody(request);
    if (!body) return responder.Send(std::move(body.error()));
    BodyMembers members(body->as_object(), {"token"});
    const auto token = members.Required("token", std::string(), CheckSetupSecret);
    if (!members.errors().empty()) return responder.Send(Problem(members.errors(), request.request_id));
    if (const auto refusal = dependencies.first_setup.CheckToken(*token, request.client)) {
        return responder.Send(RefusedSetup(*refusal, request.request_id));
    }
    responder.Send({.body = json::serialize(json::object{{"sendsMails", dependencies.mail_sender != nullptr}})});
}

// Sends only to the address of the user who asks, so nobody else gets mails that they did not ask for.
void SendTestMailTo(const SetupDependencies& dependencies, app::LoginGuard& guard, const app::Caller& caller,
                    const Request& request, Responder responder) {
    const std::string request_id(request.request_id);
    if (dependencies.mail_sender == nullptr) {
        return responder.Send(Problem({ErrorCode::kConflict, "",
                                       "this service sends no mails. Set mail_host, mail_from and public_url and start "
                                       "it again"},
                                      request_id));
    }
    if (const auto wait = guard.Enter(caller.user->id.ToString(), request.client, SteadyMicros())) {
        return responder.Send(
            RefusedSetup({.errors = app::Wrong(ErrorCode::kRateLimited, "too many test mails. Try again later"),
                          .retry_after_seconds = *wait},
                         request_id));
    }
    app::SendTestMail(*dependencies.mail_sender, caller.user->email, dependencies.public_url,
                      [responder = std::move(responder), request_id](const Status& sent) mutable {
                          if (sent) return responder.Send({.status = 204});
                          responder.Send(Problem({ErrorCode::kUnavailable, "",
                                                  "the mail server did not take the mail: " + sent.error().message},
                                                 request_id));
                      });
}

}  // namespace

void AddSetupRoutes(Router& router, const CallerSources& callers, const SetupDependencies& dependencies) {
    const std::string base = std::string(kBasePath) + "/setup";
    const auto open = [&](const std::string& path, auto handle) {
        router.Add("POST", base + path,
                   WithoutSession([dependencies, handle](const Request& request, Responder responder) {
                       handle(dependencies, request, std::move(responder));
                   }));
    };
    open("", SetUp);
    open("/check", CheckSetup);
    auto guard = std::make_shared<app::LoginGuard>(access::kResetLimits);
    router.Add("POST", base + "/test-mail",
               RequireCaller(callers, access::Area::kPeople, access::Need::kAdminister,
                             [dependencies, guard](const auto& caller, const auto& request, Responder responder) {
                                 SendTestMailTo(dependencies, *guard, caller, request, std::move(responder));
                             }));
}

}  // namespace fairlead::http
