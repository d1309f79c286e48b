#include "http/handlers/accounts/own_mails.hpp"

#include <algorithm>

#include "app/accounts/address_change.hpp"
#include "app/mail/mail_choices.hpp"
#include "app/mail/unsubscribe_link.hpp"
#include "app/resources/report_schedule_resource.hpp"
#include "http/codec/json/body_members.hpp"
#include "http/codec/json/management_body.hpp"
#include "http/middleware/open_route.hpp"
#include "http/server/problem.hpp"
#include "http/server/public_url.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;
using catalogue::MailTopic;

constexpr std::size_t kSecretBytesMax = 800;

json::object MailAnswer(const AuthDependencies& dependencies, json::object wanted) {
    return {{"sendsMails", dependencies.manage_catalogue.SendsMails()}, {"wanted", std::move(wanted)}};
}

app::ObjectDone AnswerChoices(const AuthDependencies& dependencies, const Request& request, Responder responder) {
    return [dependencies, responder = std::move(responder),
            request_id = std::string(request.request_id)](app::ObjectResult result) mutable {
        if (!result) return responder.Send(Problem(result.error(), request_id));
        responder.Send({.body = json::serialize(MailAnswer(dependencies, std::move(*result)))});
    };
}

app::ObjectDone AnswerObject(const Request& request, Responder responder) {
    return [responder = std::move(responder),
            request_id = std::string(request.request_id)](const app::ObjectResult& result) mutable {
        if (!result) return responder.Send(Problem(result.error(), request_id));
        responder.Send({.body = json::serialize(*result)});
    };
}

// Accepts any text up to a length. Errors never describe the content of a secret.
app::Errors CheckSecretText(const json::value& value, std::string& out) {
    const auto* text = value.if_string();
    if (text == nullptr) return app::Wrong(ErrorCode::kWrongType, "must be a string");
    if (text->size() > kSecretBytesMax) return app::Wrong(ErrorCode::kTooLong, "is too long");
    out = std::string(*text);
    return {};
}

std::optional<MailTopic> TopicNamed(std::string_view name, catalogue::UserRole role) {
    const auto topics = app::TopicsFor(role);
    const auto found = std::ranges::find(topics, name, [](MailTopic topic) { return catalogue::Name(topic); });
    return found == topics.end() ? std::nullopt : std::optional(*found);
}

std::expected<app::MailChoices, app::Errors> ReadChoices(const json::object& body, catalogue::UserRole role) {
    app::MailChoices choices;
    app::Errors errors;
    for (const auto& [name, value] : body) {
        const auto topic = TopicNamed(name, role);
        if (!topic) {
            errors.push_back({ErrorCode::kUnknownMember, JsonPointerTo(name), "is not a topic of mails to this user"});
        } else if (!value.is_bool()) {
            errors.push_back({ErrorCode::kWrongType, JsonPointerTo(name), "must be true or false"});
        } else {
            choices[*topic] = value.get_bool();
        }
        if (errors.HasMore()) break;
    }
    if (!errors.empty()) return std::unexpected(std::move(errors));
    return choices;
}

void ChangeChoices(const AuthDependencies& dependencies, const app::Person& person, const Request& request,
                   Responder responder) {
    auto body = ReadManagementBody(request);
    if (!body) return responder.Send(std::move(body.error()));
    auto choices = ReadChoices(body->as_object(), person.user->role);
    if (!choices) return responder.Send(Problem(choices.error(), request.request_id));
    dependencies.manage_catalogue.Change(person.session.owner,
                                         app::ChooseMails(person.user->id, std::move(*choices), "settings"),
                                         AnswerChoices(dependencies, request, std::move(responder)));
}

// The person and the topic of a link. The token is the only parameter.
std::optional<app::Unsubscription> ReadLinkOf(const AuthDependencies& dependencies, const Request& request) {
    const auto parameters = request.QueryParameters();
    if (!parameters || parameters->size() != 1 || parameters->front().first != "token") return std::nullopt;
    return app::ReadUnsubscribeToken(dependencies.unsubscribe_key, parameters->front().second);
}

Response UnknownUnsubscribeLink(const Request& request) {
    return Problem({ErrorCode::kNotFound, "", "the link is not known. Choose your mails in your profile"},
                   request.request_id);
}

// Unsubscribes with one click (RFC 8058). The body is ignored: it says only that the request is such a click.
void Unsubscribe(const AuthDependencies& dependencies, const Request& request, Responder responder) {
    const auto link = ReadLinkOf(dependencies, request);
    if (!link) return responder.Send(UnknownUnsubscribeLink(request));
    dependencies.manage_catalogue.Change(
        link->owner,
        link->schedule ? app::LeaveReportSchedule(*link->schedule, link->user)
                       : app::ChooseMails(link->user, {{link->topic, false}}, "link"),
        [responder = std::move(responder), request_id = std::string(request.request_id),
         topic = link->topic](const app::ObjectResult& result) mutable {
            if (!result) return responder.Send(Problem(result.error(), request_id));
            responder.Send({.body = json::serialize(json::object{{"topic", catalogue::Name(topic)}})});
        });
}

// A person who opens the link is asked on a page: programs that look at links must not unsubscribe anybody.
void ShowUnsubscribePage(const AuthDependencies& dependencies, const Request& request, Responder responder) {
    const auto link = ReadLinkOf(dependencies, request);
    const auto owner = link ? dependencies.catalogue.Current()->Find(link->owner) : nullptr;
    const auto* user = owner ? owner->FindUser(link->user) : nullptr;
    if (user == nullptr) return responder.Send(UnknownUnsubscribeLink(request));
    const std::string token = app::UnsubscribeToken(dependencies.unsubscribe_key, *link);
    Response answer{.status = 302, .content_type = {}};
    answer.AddHeader("Location",
                     app::PageUrl(owner->records.self, *user, dependencies.public_url, "/unsubscribe?token=" + token));
    responder.Send(std::move(answer));
}

void RequestAddressChange(const AuthDependencies& dependencies, const app::Person& person, const Request& request,
                          Responder responder) {
    auto body = ReadManagementBody(request);
    if (!body) return responder.Send(std::move(body.error()));
    BodyMembers members(body->as_object(), {"email", "password"});
    const auto email = members.Required("email", std::string(), app::CheckEmail);
    const auto password = members.Required("password", std::string(), CheckSecretText);
    if (!members.errors().empty()) return responder.Send(Problem(members.errors(), request.request_id));
    dependencies.accounts.RequestAddressChange(
        person,
        {.email = *email, .password = *password, .client = request.client, .public_url = dependencies.public_url},
        AnswerObject(request, std::move(responder)));
}

// Needs no session: the link in the mail to the new address may be opened on another device.
void ConfirmAddress(const AuthDependencies& dependencies, const Request& request, Responder responder) {
    auto body = ReadManagementBody(request);
    if (!body) return responder.Send(std::move(body.error()));
    BodyMembers members(body->as_object(), {"token"});
    const auto token = members.Required("token", std::string(), CheckSecretText);
    if (!members.errors().empty()) return responder.Send(Problem(members.errors(), request.request_id));
    const auto found = app::FindByAddressLink(*dependencies.catalogue.Current(), *token, Now());
    if (!found) {
        return responder.Send(
            Problem({ErrorCode::kNotFound, "", "the link is not known, was used or has expired"}, request.request_id));
    }
    dependencies.manage_catalogue.Change(found->entry->records.self.id,
                                         app::ConfirmAddress(found->user->id, Digest256(*token)),
                                         AnswerObject(request, std::move(responder)));
}

void AddAddressRoutes(Router& router, const CallerSources& callers, const AuthDependencies& dependencies,
                      const std::string& base) {
    router.Add("GET", base + "/address",
               RequirePerson(callers, [](const auto& person, const auto&, Responder responder) {
                   responder.Send({.body = json::serialize(app::EncodeAddress(*person.user, Now()))});
               }));
    router.Add("POST", base + "/address",
               RequirePerson(callers, [dependencies](const auto& person, const auto& request, Responder responder) {
                   RequestAddressChange(dependencies, person, request, std::move(responder));
               }));
    router.Add("DELETE", base + "/address",
               RequirePerson(callers, [dependencies](const auto& person, const auto& request, Responder responder) {
                   dependencies.manage_catalogue.Change(
                       person.session.owner, app::CancelAddressChange(person.user->id),
                       [responder = std::move(responder),
                        request_id = std::string(request.request_id)](const app::ObjectResult& result) mutable {
                           if (!result) return responder.Send(Problem(result.error(), request_id));
                           responder.Send({.status = 204});
                       });
               }));
    router.Add("POST", base + "/confirm-address",
               WithoutSession([dependencies](const Request& request, Responder responder) {
                   ConfirmAddress(dependencies, request, std::move(responder));
               }));
}

}  // namespace

void AddOwnMailRoutes(Router& router, const CallerSources& callers, const AuthDependencies& dependencies) {
    const std::string base(kBasePath);
    router.Add(
        "GET", base + "/auth/mails",
        RequirePerson(callers, [dependencies](const auto& person, const auto&, Responder responder) {
            responder.Send({.body = json::serialize(MailAnswer(dependencies, app::EncodeMailChoices(*person.user)))});
        }));
    router.Add("PATCH", base + "/auth/mails",
               RequirePerson(callers, [dependencies](const auto& person, const auto& request, Responder responder) {
                   ChangeChoices(dependencies, person, request, std::move(responder));
               }));
    AddAddressRoutes(router, callers, dependencies, base + "/auth");
    router.Add("POST", base + "/auth/unsubscribe",
               WithBody(kOpenBodyBytesMax, [dependencies](const Request& request, Responder responder) {
                   Unsubscribe(dependencies, request, std::move(responder));
               }));
    router.Add("GET", base + "/auth/unsubscribe", [dependencies](const Request& request, Responder responder) {
        ShowUnsubscribePage(dependencies, request, std::move(responder));
    });
}

}  // namespace fairlead::http
