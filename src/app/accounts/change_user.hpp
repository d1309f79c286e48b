#pragma once

#include <expected>
#include <functional>
#include <string>

#include "app/declarations/catalogue_resource.hpp"

namespace fairlead::app {

using UserDecided = std::expected<ManageCatalogue::CatalogueDecision, Errors>;

// The actor and the action of a change of a user, for the audit log.
struct UserAudit {
    std::string actor;
    std::string action;
};

// The name of a user in the audit log.
std::string ActorOf(const catalogue::User& user);

// Removes everything that belongs to one-time codes. Log-ins then need only the password.
void ClearOneTimeCodes(catalogue::User& user);

// The decision to store a user. The audit log keeps what `/users` shows before and after the change, so no secret.
// `before` is null for a new user.
ManageCatalogue::CatalogueDecision StoreUser(const OperatorEntry& own, const catalogue::User* before,
                                             const catalogue::User& after, UserAudit audit,
                                             boost::json::object answer = {});

// Changes a user with `change`, which may return errors to refuse.
ManageCatalogue::Decide ChangeUser(UserId id, UserAudit audit,
                                   std::function<Errors(const DecisionContext&, catalogue::User&)> change);

}  // namespace fairlead::app
