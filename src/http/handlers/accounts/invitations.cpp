#include "http/handlers/accounts/invitations.hpp"

#include "app/accounts/invitations.hpp"
#include "http/server/public_url.hpp"

namespace fairlead::http {

void AddInvitationRoutes(Router& router, const CallerSources& callers, const ResourceDependencies& dependencies) {
    const auto invite_user = [dependencies](const app::Caller& caller, const Request& request, Responder responder) {
        const auto decide = [&](app::ChangeRequest change) {
            return app::InviteUser(IdInPath(request), std::move(change));
        };
        StepResource(dependencies, caller, request, std::move(responder), {decide}, 201);
    };
    const auto invite_affiliate = [dependencies](const app::Caller& caller, const Request& request,
                                                 Responder responder) {
        const auto decide = [&](app::ChangeRequest change) {
            // A new invitation for an existing account sets a new password, so only an admin may send one, and no API
            // key.
            const bool again = caller.user != nullptr && caller.May(access::Need::kAdminister);
            return app::InviteAffiliate(IdInPath(request), std::move(change), again);
        };
        StepResource(dependencies, caller, request, std::move(responder), {decide}, 201);
    };
    const std::string base(kBasePath);
    router.Add("POST", base + "/users/{id}/invite",
               RequireCaller(callers, access::Area::kPeople, access::Need::kAdminister, invite_user));
    router.Add("POST", base + "/affiliates/{id}/invite",
               RequireCaller(callers, access::Area::kAdmin, access::Need::kWrite, invite_affiliate));
}

}  // namespace fairlead::http
