#include "app/accounts/invitations.hpp"
#include "app/catalogue/portal_domains.hpp"
#include "http/codec/accounts/account_json.hpp"
#include "http/codec/json/body_members.hpp"
#include "http/codec/json/management_body.hpp"
#include "http/handlers/handlers.hpp"
#include "http/handlers/resource_routes.hpp"
#include "http/middleware/cookies.hpp"
#include "http/server/problem.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;

constexpr std::size_t kEmailLengthMax = 320;
constexpr std::size_t kCodeLengthMax = 64;
constexpr std::int64_t kBusySeconds = 5;
// A code point has at most four bytes.
constexpr std::size_t kPasswordBytesMax = 4 * app::kPasswordLengthMax;

// Any text: what is wrong with a password is not told by its letters.
auto CheckSecret(std::size_t length_max) {
    return [length_max](const json::value& value, std::string& out) -> app::Errors {
        const auto* text = value.if_string();
        if (text == nullptr) return app::Wrong(ErrorCode::kWrongType, "must be a string");
        if (text->size() > length_max) return app::Wrong(ErrorCode::kTooLong, "is too long");
        out = std::string(*text);
        return {};
    };
}

// The texts that a body must have, in the order of their names; or the answer that says what is wrong.
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
    if (refusal.errors.front().code == ErrorCode::kOverloaded) response.AddHeader("Retry-After", kBusySeconds);
    return response;
}

// Whoever logs in again leaves the session before behind.
void EndSession(app::Accounts& accounts, const std::string& token) {
    if (token.empty()) return;
    accounts.sessions().Find(token, [&accounts](auto found) {
        if (found && *found) accounts.sessions().End(**found, [](const Status&) {});
    });
}

// Answers with the person and gives the browser the token. The request outlives the answer, but not on this thread.
app::LoginDone AnswerLogin(const HandlerContext& context, const Request& request, Responder responder) {
    // The browser keeps it as long as a session can last; the session itself may end before.
    const std::int64_t seconds = context.accounts.sessions().limits().absolute_micros / kMicrosPerSecond;
    auto cookie_of = [name_and_flags = SetSessionCookie(request, "\x01", seconds)](const std::string& token) {
        std::string cookie = name_and_flags;
        return cookie.replace(cookie.find('\x01'), 1, token);
    };
    return [responder = std::move(responder), request_id = std::string(request.request_id), cookie_of,
            &accounts = context.accounts, old_token = std::string(SessionToken(request))](
               std::expected<app::LoggedIn, app::LoginRefusal> outcome) mutable {
        if (!outcome) return responder.Send(Refused(outcome.error(), request_id));
        EndSession(accounts, old_token);
        Response response{.body = json::serialize(EncodeMe(*outcome->person.owner, *outcome->person.user))};
        response.AddHeader("Set-Cookie", cookie_of(outcome->token));
        responder.Send(std::move(response));
    };
}

app::StatusDone AnswerNothing(const Request& request, Responder responder) {
    return
        [responder = std::move(responder), request_id = std::string(request.request_id)](const Status& done) mutable {
            if (!done) return responder.Send(Problem(done.error(), request_id));
            responder.Send({.status = 204});
        };
}

app::ObjectDone AnswerSecret(const Request& request, Responder responder) {
    return [responder = std::move(responder),
            request_id = std::string(request.request_id)](const app::ObjectResult& result) mutable {
        if (!result) return responder.Send(Problem(result.error(), request_id));
        responder.Send({.body = json::serialize(*result)});
    };
}

// At a domain that is a portal's alone only people of that operator are known.
std::optional<OperatorId> OperatorAt(const app::PortalDomains& domains, const Request& request) {
    const auto owner = domains.FindExclusive(request.Header("Host"));
    return owner ? std::optional(owner->records.self.id) : std::nullopt;
}

void Login(const HandlerContext& context, const app::PortalDomains& domains, const Request& request,
           Responder responder) {
    auto body = ReadManagementBody(request);
    if (!body) return responder.Send(std::move(body.error()));
    BodyMembers members(body->as_object(), {"email", "password", "totp"});
    const auto email = members.Required("email", std::string(), CheckSecret(kEmailLengthMax));
    const auto password = members.Required("password", std::string(), CheckSecret(kPasswordBytesMax));
    const auto totp = members.Optional("totp", std::string(), CheckSecret(kCodeLengthMax));
    if (!members.errors().empty()) return responder.Send(Problem(members.errors(), request.request_id));
    context.accounts.Login({.email = *email,
                            .password = *password,
                            .totp = totp.value_or(""),
                            .client = request.client,
                            .at = OperatorAt(domains, request)},
                           AnswerLogin(context, request, std::move(responder)));
}

void AcceptInvitation(const HandlerContext& context, const Request& request, Responder responder) {
    auto texts = ReadTexts<2>(request, {"token", "password"});
    if (!texts) return responder.Send(std::move(texts.error()));
    context.accounts.AcceptInvitation((*texts)[0], (*texts)[1], request.client,
                                      AnswerLogin(context, request, std::move(responder)));
}

void ReadInvitation(const HandlerContext& context, const Request& request, Responder responder) {
    auto texts = ReadTexts<1>(request, {"token"});
    if (!texts) return responder.Send(std::move(texts.error()));
    const auto invited = app::FindInvited(*context.catalogue.Current(), (*texts)[0], Now());
    if (!invited) {
        return responder.Send(Problem(
            {ErrorCode::kNotFound, "", "the invitation is not known, was used or has expired"}, request.request_id));
    }
    const auto me = EncodeMe(*invited->entry, *invited->user);
    const auto& self = invited->entry->records.self;
    responder.Send(
        {.body = json::serialize(json::object{
             {"email", invited->user->email},
             {"role", me.at("user").at("role")},
             {"operator", {{"name", self.name}, {"portal", EncodeBranding(app::BrandingOfOperator(self))}}}})});
}

void Logout(const HandlerContext& context, const app::Person& person, const Request& request, Responder responder) {
    context.accounts.sessions().End(person.session,
                                    [responder = std::move(responder), request_id = std::string(request.request_id),
                                     cookie = ClearSessionCookie(request)](const Status& ended) mutable {
                                        if (!ended) return responder.Send(Problem(ended.error(), request_id));
                                        Response response{.status = 204};
                                        response.AddHeader("Set-Cookie", cookie);
                                        responder.Send(std::move(response));
                                    });
}

void AddSessionRoutes(Router& router, const HandlerContext& context, const std::string& base) {
    // No session is needed for these, but no other site may send its visitors' browsers here.
    const auto open = [&](const std::string& path, auto handle) {
        router.Add("POST", base + path, [context, handle](const Request& request, Responder responder) {
            if (IsCrossOrigin(request)) {
                return responder.Send(Problem({ErrorCode::kForbidden, "", "this must come from a page of this origin"},
                                              request.request_id));
            }
            handle(context, request, std::move(responder));
        });
    };
    open("/login", [domains = std::make_shared<const app::PortalDomains>(context.catalogue, context.public_url)](
                       const HandlerContext& with, const Request& request, Responder responder) {
        Login(with, *domains, request, std::move(responder));
    });
    open("/invite", ReadInvitation);
    open("/accept-invite", AcceptInvitation);
    router.Add("GET", base + "/me",
               RequirePerson(context, [](const app::Person& person, const Request&, Responder responder) {
                   responder.Send({.body = json::serialize(EncodeMe(*person.owner, *person.user))});
               }));
    router.Add("POST", base + "/logout",
               RequirePerson(context, [context](const auto& person, const auto& request, auto responder) {
                   Logout(context, person, request, std::move(responder));
               }));
}

void AddPasswordRoutes(Router& router, const HandlerContext& context, const std::string& base) {
    router.Add("POST", base + "/password",
               RequirePerson(context, [context](const auto& person, const auto& request, Responder responder) {
                   auto texts = ReadTexts<2>(request, {"currentPassword", "newPassword"});
                   if (!texts) return responder.Send(std::move(texts.error()));
                   context.accounts.ChangePassword(person, (*texts)[0], (*texts)[1],
                                                   AnswerNothing(request, std::move(responder)));
               }));
    router.Add("POST", base + "/totp/enable",
               RequirePerson(context, [context](const auto& person, const auto& request, Responder responder) {
                   auto texts = ReadTexts<1>(request, {"password"});
                   if (!texts) return responder.Send(std::move(texts.error()));
                   context.accounts.EnableTotp(person, (*texts)[0], AnswerSecret(request, std::move(responder)));
               }));
    router.Add("POST", base + "/totp/confirm",
               RequirePerson(context, [context](const auto& person, const auto& request, Responder responder) {
                   auto texts = ReadTexts<1>(request, {"totp"});
                   if (!texts) return responder.Send(std::move(texts.error()));
                   context.accounts.ConfirmTotp(person, (*texts)[0], AnswerSecret(request, std::move(responder)));
               }));
    router.Add("POST", base + "/totp/disable",
               RequirePerson(context, [context](const auto& person, const auto& request, Responder responder) {
                   auto texts = ReadTexts<1>(request, {"password"});
                   if (!texts) return responder.Send(std::move(texts.error()));
                   context.accounts.DisableTotp(person, (*texts)[0], AnswerNothing(request, std::move(responder)));
               }));
}

}  // namespace

void AddAuthRoutes(Router& router, const HandlerContext& context) {
    const std::string base = std::string(kBasePath) + "/auth";
    AddSessionRoutes(router, context, base);
    AddPasswordRoutes(router, context, base);
}

void AddInvitationRoutes(Router& router, const HandlerContext& context) {
    router.Add("POST", std::string(kBasePath) + "/users/{id}/invite",
               RequireCaller(context, access::Need::kAdminister,
                             [context](const app::Caller& caller, const Request& request, Responder responder) {
                                 StepResource(
                                     context, caller, request, std::move(responder),
                                     [&](app::ChangeRequest change) {
                                         return app::InviteUser(IdInPath(request), std::move(change));
                                     },
                                     201);
                             }));
    router.Add("POST", std::string(kBasePath) + "/affiliates/{id}/invite",
               RequireCaller(context, access::Need::kWrite,
                             [context](const app::Caller& caller, const Request& request, Responder responder) {
                                 StepResource(
                                     context, caller, request, std::move(responder),
                                     [&](app::ChangeRequest change) {
                                         const bool again = caller.May(access::Need::kAdminister);
                                         return app::InviteAffiliate(IdInPath(request), std::move(change), again);
                                     },
                                     201);
                             }));
}

}  // namespace fairlead::http
