#include "http/middleware/require_caller.hpp"

#include "http/middleware/cookies.hpp"
#include "http/server/problem.hpp"

namespace fairlead::http {
namespace {

bool IsSafe(const Request& request) { return request.method == "GET" || request.method == "HEAD"; }

void RefuseUnknown(const Request& request, Responder responder) {
    responder.Send(Problem({ErrorCode::kUnauthorized, "", "send a valid API key in the header X-API-Key, or log in"},
                           request.request_id));
}

void Forbid(const Request& request, Responder responder, std::string why) {
    responder.Send(Problem({ErrorCode::kForbidden, "", std::move(why)}, request.request_id));
}

// Calls the handler with the user of the request's session.
void WithPerson(const CallerSources& sources, const PersonHandler& handler, const Request& request,
                Responder responder) {
    const std::string_view token = SessionToken(request);
    const auto owner = app::Sessions::OwnerOf(token);
    // A token with an unknown operator is refused without a query of the ledger.
    if (!owner || !sources.catalogue.Current()->Find(*owner)) {
        return RefuseUnknown(request, std::move(responder));
    }
    if (!IsSafe(request) && !IsSameOrigin(request)) {
        return Forbid(request, std::move(responder), "changes with a session must come from a page of this origin");
    }
    const auto continue_with = [&sources, &handler](const std::optional<app::SessionRecord>& session,
                                                    const Request& asked, Responder answer) {
        const auto person = session ? sources.accounts.PersonOf(*session) : std::nullopt;
        if (!person) return RefuseUnknown(asked, std::move(answer));
        handler(*person, asked, std::move(answer));
    };
    if (const auto session = sources.accounts.sessions().FindNow(token, Now())) {
        return continue_with(session, request, std::move(responder));
    }
    sources.accounts.sessions().Find(token, [request, continue_with, responder = std::move(responder)](
                                                Result<std::optional<app::SessionRecord>> found) mutable {
        responder.Continue([request, continue_with, found = std::move(found)](Responder answer) {
            if (!found) return answer.Send(Problem(found.error(), request.request_id));
            continue_with(*found, request, std::move(answer));
        });
    });
}

}  // namespace

Handler RequirePerson(const CallerSources& sources, PersonHandler handler) {
    // The router owns this, so answers that are sent later may refer to it.
    auto held = std::make_shared<const std::pair<CallerSources, PersonHandler>>(sources, std::move(handler));
    return [held](const Request& request, Responder responder) {
        WithPerson(held->first, held->second, request, std::move(responder));
    };
}

Handler RequireCaller(const CallerSources& sources, access::Need need, CallerHandler handler) {
    const auto with_person =
        RequirePerson(sources, [need, handler](const app::Person& person, const Request& request, Responder responder) {
            if (!access::Allows(person.user->role, need)) {
                return Forbid(request, std::move(responder), "the role of this account does not allow this request");
            }
            handler({.owner = person.owner, .key = nullptr, .user = person.user}, request, std::move(responder));
        });
    return [sources, with_person, handler = std::move(handler)](const Request& request, Responder responder) {
        const std::string_view key = request.Header("X-API-Key");
        if (key.empty()) return with_person(request, std::move(responder));
        const auto caller = Authenticate(*sources.catalogue.Current(), key, request.client, Now());
        if (!caller) return RefuseUnknown(request, std::move(responder));
        handler(*caller, request, std::move(responder));
    };
}

Handler RequireCaller(const CallerSources& sources, CallerHandler handler) {
    const auto reads = RequireCaller(sources, access::Need::kRead, handler);
    const auto writes = RequireCaller(sources, access::Need::kWrite, std::move(handler));
    return [reads, writes](const Request& request, Responder responder) {
        (IsSafe(request) ? reads : writes)(request, std::move(responder));
    };
}

Handler RequireAffiliate(const CallerSources& sources, PortalHandler handler) {
    return RequirePerson(sources, [handler = std::move(handler)](const app::Person& person, const Request& request,
                                                                 Responder responder) {
        const auto* affiliate = person.user->affiliate ? person.owner->FindAffiliate(*person.user->affiliate) : nullptr;
        if (affiliate == nullptr) {
            return Forbid(request, std::move(responder), "the portal is only for users of affiliates");
        }
        handler({.owner = person.owner, .user = person.user, .affiliate = affiliate}, request, std::move(responder));
    });
}

}  // namespace fairlead::http
