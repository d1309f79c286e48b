#include "http/middleware/require_caller.hpp"

#include "domain/access/second_factor.hpp"
#include "http/middleware/cookies.hpp"
#include "http/middleware/rate_headers.hpp"
#include "http/middleware/request_key.hpp"
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

// True if the user must set up one-time codes first. Then the request is answered.
bool RefuseWithoutSecondFactor(const app::Person& person, const Request& request, Responder& responder) {
    if (!access::LacksSecondFactor(person.owner->records.self, *person.user)) return false;
    responder.Send(Problem({ErrorCode::kSecondFactorRequired, "",
                            "the operator requires one-time codes for the role of this account. Set them up with "
                            "POST /auth/totp/enable and /auth/totp/confirm"},
                           request.request_id));
    return true;
}

void RefuseRate(const Request& request, Responder responder, const access::RateDecision& rate) {
    Response response = RateLimitReached(request.request_id);
    AddRateHeaders(response, rate);
    responder.Send(std::move(response));
}

// Reads the body after everything that the head decides, and then calls the handler. A request that is refused by its
// head takes no memory for a body.
template <class Who>
auto ReadingBody(std::function<void(const Who&, const Request&, Responder)> handler,
                 std::size_t bytes_max = kBodyBytesMax) {
    auto held = std::make_shared<const decltype(handler)>(std::move(handler));
    return [held, bytes_max](const Who& who, const Request& request, Responder responder) {
        if (!request.body_pending) return (*held)(who, request, std::move(responder));
        responder.ReadBody(bytes_max, [held, who](const Request& complete, Responder answer) {
            (*held)(who, complete, std::move(answer));
        });
    };
}

// Calls the handler with the user of the request's session.
void WithPerson(const CallerSources& sources, const PersonHandler& handler, const Request& request,
                Responder responder) {
    const std::string_view token = SessionToken(request);
    const auto owner = app::Sessions::OwnerOf(token);
    // A token with an operator that is not known, or not at this host, is refused without a query of the ledger.
    if (!owner || !sources.catalogue.Current()->Find(*owner) ||
        !sources.portal_domains.AreUsersKnownAt(request.Header("Host"), *owner)) {
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

std::optional<AffiliateId> KeyOwnerOf(const app::Caller&) { return std::nullopt; }
std::optional<AffiliateId> KeyOwnerOf(const PortalCaller& caller) { return caller.affiliate_id(); }

// Gives the handler the Idempotency-Key of the request. The key is kept with a hash of the body, so it is read after
// it.
template <class Who>
auto WithRequestKey(std::function<void(const Who&, const Request&, Responder)> handler,
                    std::size_t bytes_max = kBodyBytesMax) {
    return ReadingBody<Who>(
        [handler = std::move(handler)](Who who, const Request& request, Responder responder) {
            const auto key = ReadRequestKey(request, who.operator_id(), KeyOwnerOf(who));
            if (!key) return responder.Send(Problem(key.error(), request.request_id));
            who.request_key = *key;
            handler(who, request, std::move(responder));
        },
        bytes_max);
}

// Wraps a handler that decides about the head of a request.
Handler WithSession(const CallerSources& sources, PersonHandler handler) {
    // The router owns this, so answers that are sent later may refer to it.
    auto held = std::make_shared<const std::pair<CallerSources, PersonHandler>>(sources, std::move(handler));
    return [held](const Request& request, Responder responder) {
        WithPerson(held->first, held->second, request, std::move(responder));
    };
}

}  // namespace

Handler RequirePerson(const CallerSources& sources, PersonHandler handler) {
    return WithSession(sources, [with_body = ReadingBody(std::move(handler))](
                                    const app::Person& person, const Request& request, Responder responder) {
        if (RefuseWithoutSecondFactor(person, request, responder)) return;
        with_body(person, request, std::move(responder));
    });
}

Handler RequireSession(const CallerSources& sources, PersonHandler handler) {
    return WithSession(sources, ReadingBody(std::move(handler)));
}

Handler RequireCaller(const CallerSources& sources, access::Area area, access::Need need, CallerHandler handler,
                      std::size_t body_bytes_max) {
    const auto with_body = WithRequestKey(std::move(handler), body_bytes_max);
    const auto with_person =
        WithSession(sources, [need, with_body](const app::Person& person, const Request& request, Responder responder) {
            if (RefuseWithoutSecondFactor(person, request, responder)) return;
            if (!access::Allows(person.user->role, need)) {
                return Forbid(request, std::move(responder), "the role of this account does not allow this request");
            }
            with_body({.owner = person.owner, .key = nullptr, .user = person.user}, request, std::move(responder));
        });
    return [sources, area, with_person, with_body](const Request& request, Responder responder) {
        const std::string_view key = request.Header("X-API-Key");
        if (key.empty()) return with_person(request, std::move(responder));
        const auto caller = Authenticate(*sources.catalogue.Current(), key, request.client, Now());
        if (!caller) return RefuseUnknown(request, std::move(responder));
        const auto rate = sources.key_limits.Take(caller->key->id, SteadyMicros());
        if (!rate.allowed) return RefuseRate(request, std::move(responder), rate);
        if (!access::Opens(caller->key->scopes, area)) {
            return Forbid(request, std::move(responder), access::DescribeNeed(area));
        }
        with_body(*caller, request, std::move(responder));
    };
}

Handler RequireCaller(const CallerSources& sources, access::Area area, CallerHandler handler) {
    const auto reads = RequireCaller(sources, area, access::Need::kRead, handler);
    const auto writes = RequireCaller(sources, area, access::Need::kWrite, std::move(handler));
    return [reads, writes](const Request& request, Responder responder) {
        (IsSafe(request) ? reads : writes)(request, std::move(responder));
    };
}

Handler RequireAffiliate(const CallerSources& sources, PortalHandler handler) {
    return WithSession(sources, [with_body = WithRequestKey(std::move(handler))](
                                    const app::Person& person, const Request& request, Responder responder) {
        if (RefuseWithoutSecondFactor(person, request, responder)) return;
        const auto* affiliate = person.user->affiliate ? person.owner->FindAffiliate(*person.user->affiliate) : nullptr;
        if (affiliate == nullptr) {
            return Forbid(request, std::move(responder), "the portal is only for users of affiliates");
        }
        with_body(PortalCaller{.owner = person.owner, .user = person.user, .affiliate = affiliate}, request,
                  std::move(responder));
    });
}

}  // namespace fairlead::http
