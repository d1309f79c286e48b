#pragma once

#include <functional>

#include "app/access/authenticate.hpp"
#include "app/access/key_request_limits.hpp"
#include "app/accounts/accounts.hpp"
#include "app/catalogue/portal_domains.hpp"
#include "domain/access/role.hpp"
#include "domain/access/scope.hpp"
#include "http/server/router.hpp"

namespace fairlead::http {

// The objects that find the caller of a request. They outlive the handlers.
struct CallerSources {
    app::Catalogue& catalogue;
    app::Accounts& accounts;
    app::KeyRequestLimits& key_limits;
    const app::PortalDomains& portal_domains;
};

// A handler for requests of an operator: a program with an API key whose scopes open the area of the route, or a user
// with a session whose role allows the request.
using CallerHandler = std::function<void(const app::Caller&, const Request&, Responder)>;

// Wraps a handler of an operator. Answers 401 without a valid key or session, 429 above the limit of the key, and 403
// if the scopes of the key or the role of the user do not allow the request; all before the body is read. `area` is for
// keys and `need` is for users. Without `need`, GET and HEAD need kRead and the other methods need kWrite. A body may
// have `body_bytes_max` bytes.
Handler RequireCaller(const CallerSources& sources, access::Area area, CallerHandler handler);
Handler RequireCaller(const CallerSources& sources, access::Area area, access::Need need, CallerHandler handler,
                      std::size_t body_bytes_max = kBodyBytesMax);

// A user of an affiliate in the portal. `owner` owns `affiliate` and `user`.
struct PortalCaller {
    std::shared_ptr<const app::OperatorEntry> owner;
    const catalogue::User* user = nullptr;
    const catalogue::Affiliate* affiliate = nullptr;
    std::optional<app::RequestKey> request_key;  // The Idempotency-Key of the request, if it has one.

    OperatorId operator_id() const { return owner->records.self.id; }
    AffiliateId affiliate_id() const { return affiliate->id; }
    std::string actor() const { return "user/" + user->id.ToString(); }
};
using PortalHandler = std::function<void(const PortalCaller&, const Request&, Responder)>;
// Wraps a handler of the portal. Answers 403 to users of the operator.
Handler RequireAffiliate(const CallerSources& sources, PortalHandler handler);

// Wraps a handler for any user with a session. Answers 403 to a user who must set up one-time codes first, as the other
// wrappers do.
using PersonHandler = std::function<void(const app::Person&, const Request&, Responder)>;
Handler RequirePerson(const CallerSources& sources, PersonHandler handler);
// The same, but also for a user who must set up one-time codes first: to set them up, and to log out.
Handler RequireSession(const CallerSources& sources, PersonHandler handler);

}  // namespace fairlead::http
