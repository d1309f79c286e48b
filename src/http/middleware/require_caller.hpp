#pragma once

#include <functional>

#include "app/access/authenticate.hpp"
#include "app/accounts/accounts.hpp"
#include "domain/access/role.hpp"
#include "http/server/router.hpp"

namespace fairlead::http {

// The objects that find the caller of a request. They outlive the handlers.
struct CallerSources {
    app::Catalogue& catalogue;
    app::Accounts& accounts;
};

// A handler for requests of an operator: a program with a valid API key, or a user with a session whose role allows the
// request.
using CallerHandler = std::function<void(const app::Caller&, const Request&, Responder)>;

// Wraps a handler of an operator. Answers 401 without a valid key or session and 403 if the role does not allow the
// request; both before the body is read. Without `need`, GET and HEAD need kRead and the other methods need kWrite.
Handler RequireCaller(const CallerSources& sources, CallerHandler handler);
Handler RequireCaller(const CallerSources& sources, access::Need need, CallerHandler handler);

// A user of an affiliate in the portal. `owner` owns `affiliate` and `user`.
struct PortalCaller {
    std::shared_ptr<const app::OperatorEntry> owner;
    const catalogue::User* user = nullptr;
    const catalogue::Affiliate* affiliate = nullptr;

    OperatorId operator_id() const { return owner->records.self.id; }
    AffiliateId affiliate_id() const { return affiliate->id; }
    std::string actor() const { return "user/" + user->id.ToString(); }
};
using PortalHandler = std::function<void(const PortalCaller&, const Request&, Responder)>;
// Wraps a handler of the portal. Answers 403 to users of the operator.
Handler RequireAffiliate(const CallerSources& sources, PortalHandler handler);

// Wraps a handler for any user with a session.
using PersonHandler = std::function<void(const app::Person&, const Request&, Responder)>;
Handler RequirePerson(const CallerSources& sources, PersonHandler handler);

}  // namespace fairlead::http
