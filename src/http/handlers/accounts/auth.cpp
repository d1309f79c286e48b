#include "http/handlers/accounts/auth.hpp"

#include "app/accounts/password_links.hpp"
#include "app/catalogue/portal_domains.hpp"
#include "domain/access/password.hpp"
#include "http/codec/accounts/account_json.hpp"
#include "http/codec/json/body_members.hpp"
#include "http/codec/json/management_body.hpp"
#include "http/handlers/accounts/own_mails.hpp"
#include "http/middleware/cookies.hpp"
#include "http/middleware/open_route.hpp"
#include "http/server/problem.hpp"
#include "http/server/public_url.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;

constexpr std::size_t kEmailLengthMax = 320;
constexpr std::size_t kCodeLengthMax = 64;
// A code point has at most four bytes.
constexpr std::size_t kPasswordBytesMax = 4 * access::kPasswordLengthMax;

// Accepts any text up to a length. Errors never describe the content of a secret.
auto CheckSecret(std::size_t length_max) {
    return [length_max](const json::value& value, std::string& out) -> app::Errors {
        const auto* text = value.if_string();
        if (text == nullptr) return app::Wrong(ErrorCode::kWrongType, "must be a string");
        if (text->size() > length_max) return app::Wrong(ErrorCode::kTooLong, "is too long");
        out = std::string(*text);
        return {};
    };
}

// Returns the required texts of a body in the order of their names, or an answer that lists what is wrong.
template <std::size_t kCount>
std::expected<std::array<std::string, kCount>, Response> ReadTexts(const Request& request,
                                                                   const std::array<std::string_view, kCount>& names) {
    auto body = ReadManagementBody(request);
    if (!body) return std::unexpected(std::move(body.error()));
    std::array<std::string, kCount> texts;
    app::Errors errors;
    for (const auto& [name, value] : body->as_object()) {
        const auto known = std::ranges::find(names, std::string_view(name));
        if (known == names.end()) {
            errors.push_back({ErrorCode::kUnknownMember, JsonPointerTo(name), "is not a member of this request"});
            if (errors.HasMore()) break;
            continue;
        }
        std::string& text = texts[static_cast<std::size_t>(known - names.begin())];
        AppendAt(JsonPointerTo(name), CheckSecret(kPasswordBytesMax)(value, text), errors);
    }
    for (const std::string_view name : names) {
        if (body->as_object().contains(name)) continue;
        errors.push_back({ErrorCode::kRequired, JsonPointerTo(name), "is required"});
    }
    if (!errors.empty()) return std::unexpected(Problem(errors, request.request_id));
    return texts;
}

Response Refused(const app::LoginRefusal& refusal, const std::string& request_id) {
    Response response = Problem(refusal.errors, request_id);
    if (refusal.retry_after_seconds > 0) response.AddHeader("Retry-After", refusal.retry_after_seconds);
    return response;
}

// A new log-in ends the browser's previous session.
void EndSession(app::Accounts& accounts, const std::string& token) {
    if (token.empty()) return;
    accounts.sessions().Find(token, [&accounts](auto found) {
        if (found && *found) accounts.sessions().End(**found, [](const Status&) {});
    });
}

// Answers with the user and sets the session cookie. Values from the request are copied, because the answer is made
// later on another thread.
app::LoginDone AnswerLogin(const AuthDependencies& dependencies, const Request& request, Responder responder) {
    // The cookie lasts as long as a session can. The session itself may end earlier.
    const std::int64_t seconds = dependencies.accounts.sessions().limits().absolute_micros / kMicrosPerSecond;
    auto cookie_of = [name_and_flags = SetSessionCookie(request, "\x01", seconds)](const std::string& token) {
        std::string cookie = name_and_flags;
        return cookie.replace(cookie.find('\x01'), 1, token);
    };
    return [responder = std::move(responder), request_id = std::string(request.request_id), cookie_of,
            &accounts = dependencies.accounts, old_token = std::string(SessionToken(request))](
               std::expected<app::LoggedIn, app::LoginRefusal> outcome) mutable {
        if (!outcome) return responder.Send(Refused(outcome.error(), request_id));
        EndSession(accounts, old_token);
        Response response{.body = json::serialize(EncodeMe(*outcome->person.owner, *outcome->person.user))};
        response.AddHeader("Set-Cookie", cookie_of(outcome->token));
        responder.Send(std::move(response));
    };
}

app::StatusDone AnswerNoContent(const Request& request, Responder responder) {
    return
        [responder = std::move(responder), request_id = std::string(request.request_id)](const Status& done) mutable {
            if (!done) return responder.Send(Problem(done.error(), request_id));
            responder.Send({.status = 204});
        };
}

app::ObjectDone AnswerWithObject(const Request& request, Responder responder) {
    return [responder = std::move(responder),
            request_id = std::string(request.request_id)](const app::ObjectResult& result) mutable {
        if (!result) return responder.Send(Problem(result.error(), request_id));
        responder.Send({.body = json::serialize(*result)});
    };
}

// On the domain of an operator's portal, only users of that operator can log in.
std::optional<OperatorId> OperatorAt(const AuthDependencies& dependencies, const Request& request) {
    const auto owner = dependencies.portal_domains.FindExclusive(request.Header("Host"));
    return owner ? std::optional(owner->records.self.id) : std::nullopt;
}

void Login(const AuthDependencies& dependencies, const Request& request, Responder responder) {
    auto body = ReadManagementBody(request);
    if (!body) return responder.Send(std::move(body.error()));
    BodyMembers members(body->as_object(), {"email", "password", "totp"});
    const auto email = members.Required("email", std::string(), CheckSecret(kEmailLengthMax));
    const auto password = members.Required("password", std::string(), CheckSecret(kPasswordBytesMax));
    const auto totp = members.Optional("totp", std::string(), CheckSecret(kCodeLengthMax));
    if (!members.errors().empty()) return responder.Send(Problem(members.errors(), request.request_id));
    dependencies.accounts.Login({.email = *email,
                                 .password = *password,
                                 .totp = totp.value_or(""),
                                 .client = request.client,
                                 .at = OperatorAt(dependencies, request)},
                                AnswerLogin(dependencies, request, std::move(responder)));
}

// The user of a link, or nothing if the token is not valid at the host of the request.
std::optional<app::TokenUser> FindByLinkAt(const AuthDependencies& dependencies, const Request& request,
                                           app::PasswordLink link, const std::string& token) {
    auto found = app::FindByLink(*dependencies.catalogue.Current(), link, token, Now());
    if (!found) return std::nullopt;
    const OperatorId owner = found->entry->records.self.id;
    return dependencies.portal_domains.AreUsersKnownAt(request.Header("Host"), owner) ? found : std::nullopt;
}

Response UnknownLink(const Request& request, app::PasswordLink link) {
    const bool is_reset = link == app::PasswordLink::kReset;
    return Problem({ErrorCode::kNotFound, "",
                    is_reset ? "the link is not known, was used or has expired"
                             : "the invitation is not known, was used or has expired"},
                   request.request_id);
}

template <app::PasswordLink kLink>
void SetPassword(const AuthDependencies& dependencies, const Request& request, Responder responder) {
    auto texts = ReadTexts<2>(request, {"token", "password"});
    if (!texts) return responder.Send(std::move(texts.error()));
    if (!FindByLinkAt(dependencies, request, kLink, (*texts)[0])) return responder.Send(UnknownLink(request, kLink));
    dependencies.accounts.SetPasswordByLink({kLink, (*texts)[0], (*texts)[1]}, request.client,
                                            AnswerLogin(dependencies, request, std::move(responder)));
}

template <app::PasswordLink kLink>
void ReadLink(const AuthDependencies& dependencies, const Request& request, Responder responder) {
    auto texts = ReadTexts<1>(request, {"token"});
    if (!texts) return responder.Send(std::move(texts.error()));
    const auto found = FindByLinkAt(dependencies, request, kLink, (*texts)[0]);
    if (!found) return responder.Send(UnknownLink(request, kLink));
    const auto me = EncodeMe(*found->entry, *found->user);
    const auto& self = found->entry->records.self;
    responder.Send(
        {.body = json::serialize(json::object{
             {"email", found->user->email},
             {"role", me.at("user").at("role")},
             {"operator", {{"name", self.name}, {"portal", EncodeBranding(app::BrandingOfOperator(self))}}}})});
}

void RequestReset(const AuthDependencies& dependencies, const Request& request, Responder responder) {
    auto texts = ReadTexts<1>(request, {"email"});
    if (!texts) return responder.Send(std::move(texts.error()));
    if ((*texts)[0].size() > kEmailLengthMax) {
        return responder.Send(Problem({ErrorCode::kTooLong, "/email", "is too long"}, request.request_id));
    }
    dependencies.accounts.RequestReset(
        {.email = (*texts)[0],
         .client = request.client,
         .at = OperatorAt(dependencies, request),
         .public_url = dependencies.public_url},
        [responder = std::move(responder), request_id = std::string(request.request_id)](const auto& taken) mutable {
            if (!taken) return responder.Send(Refused(taken.error(), request_id));
            responder.Send({.status = 204});
        });
}

void Logout(const AuthDependencies& dependencies, const app::Person& person, const Request& request,
            Responder responder) {
    dependencies.accounts.sessions().End(
        person.session, [responder = std::move(responder), request_id = std::string(request.request_id),
                         cookie = ClearSessionCookie(request)](const Status& ended) mutable {
            if (!ended) return responder.Send(Problem(ended.error(), request_id));
            Response response{.status = 204};
            response.AddHeader("Set-Cookie", cookie);
            responder.Send(std::move(response));
        });
}

void AddSessionRoutes(Router& router, const CallerSources& callers, const AuthDependencies& dependencies,
                      const std::string& base) {
    const auto open = [&](const std::string& path, auto handle) {
        router.Add("POST", base + path,
                   WithoutSession([dependencies, handle](const Request& request, Responder responder) {
                       handle(dependencies, request, std::move(responder));
                   }));
    };
    open("/login", Login);
    open("/invite", ReadLink<app::PasswordLink::kInvitation>);
    open("/accept-invite", SetPassword<app::PasswordLink::kInvitation>);
    open("/forgotten-password", RequestReset);
    open("/reset", ReadLink<app::PasswordLink::kReset>);
    open("/reset-password", SetPassword<app::PasswordLink::kReset>);
    router.Add("GET", base + "/me",
               RequireSession(callers, [](const app::Person& person, const Request&, Responder responder) {
                   responder.Send({.body = json::serialize(EncodeMe(*person.owner, *person.user))});
               }));
    router.Add("POST", base + "/logout",
               RequireSession(callers, [dependencies](const auto& person, const auto& request, auto responder) {
                   Logout(dependencies, person, request, std::move(responder));
               }));
}

void AddPasswordRoutes(Router& router, const CallerSources& callers, const AuthDependencies& dependencies,
                       const std::string& base) {
    router.Add("POST", base + "/password",
               RequirePerson(callers, [dependencies](const auto& person, const auto& request, Responder responder) {
                   auto texts = ReadTexts<2>(request, {"currentPassword", "newPassword"});
                   if (!texts) return responder.Send(std::move(texts.error()));
                   dependencies.accounts.ChangePassword(person, (*texts)[0], (*texts)[1],
                                                        AnswerNoContent(request, std::move(responder)));
               }));
    router.Add("POST", base + "/totp/enable",
               RequireSession(callers, [dependencies](const auto& person, const auto& request, Responder responder) {
                   auto texts = ReadTexts<1>(request, {"password"});
                   if (!texts) return responder.Send(std::move(texts.error()));
                   dependencies.accounts.EnableTotp(person, (*texts)[0],
                                                    AnswerWithObject(request, std::move(responder)));
               }));
    router.Add("POST", base + "/totp/confirm",
               RequireSession(callers, [dependencies](const auto& person, const auto& request, Responder responder) {
                   auto texts = ReadTexts<1>(request, {"totp"});
                   if (!texts) return responder.Send(std::move(texts.error()));
                   dependencies.accounts.ConfirmTotp(person, (*texts)[0],
                                                     AnswerWithObject(request, std::move(responder)));
               }));
    router.Add("POST", base + "/totp/disable",
               RequirePerson(callers, [dependencies](const auto& person, const auto& request, Responder responder) {
                   auto texts = ReadTexts<1>(request, {"password"});
                   if (!texts) return responder.Send(std::move(texts.error()));
                   dependencies.accounts.DisableTotp(person, (*texts)[0],
                                                     AnswerNoContent(request, std::move(responder)));
               }));
}

}  // namespace

void AddAuthRoutes(Router& router, const CallerSources& callers, const AuthDependencies& dependencies) {
    const std::string base = std::string(kBasePath) + "/auth";
    AddSessionRoutes(router, callers, dependencies, base);
    AddPasswordRoutes(router, callers, dependencies, base);
    AddOwnMailRoutes(router, callers, dependencies);
}

}  // namespace fairlead::http
