#pragma once

#include <functional>

#include "app/access/authenticate.hpp"
#include "app/accounts/accounts.hpp"
#include "domain/access/role.hpp"
#include "http/server/router.hpp"

namespace fairlead::http {

// Where callers are looked up. Outlives the handlers.
struct CallerSources {
    app::Catalogue& catalogue;
    app::Accounts& accounts;
};

// A handler that is only called for an operator's program with a valid key, or for a person of the operator's with a
// session whose role allows it.
using CallerHandler = std::function<void(const app::Caller&, const Request&, Responder)>;

// Wraps it into one that answers 401 to everybody else, and 403 to who may not. Reading needs less than the other
// methods, where nothing else is said.
Handler RequireCaller(const CallerSources& sources, CallerHandler handler);
Handler RequireCaller(const CallerSources& sources, access::Need need, CallerHandler handler);

// Somebody of an affiliate's, in the portal. `affiliate` and `user` lie in `owner`.
struct PortalCaller {
    std::shared_ptr<const app::OperatorEntry> owner;
    const catalogue::User* user = nullptr;
    const catalogue::Affiliate* affiliate = nullptr;

    OperatorId operator_id() const { return owner->records.self.id; }
    AffiliateId affiliate_id() const { return affiliate->id; }
    std::string actor() const { return "user/" + user->id.ToString(); }
};
using PortalHandler = std::function<void(const PortalCaller&, const Request&, Responder)>;
// Only for people of affiliates: the operator's own are answered 403.
Handler RequireAffiliate(const CallerSources& sources, PortalHandler handler);

// Anybody with a session.
using PersonHandler = std::function<void(const app::Person&, const Request&, Responder)>;
Handler RequirePerson(const CallerSources& sources, PersonHandler handler);

}  // namespace fairlead::http
