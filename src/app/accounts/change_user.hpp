#pragma once

#include <expected>
#include <functional>
#include <string>

#include "app/declarations/catalogue_resource.hpp"

namespace fairlead::app {

using UserDecided = std::expected<ManageCatalogue::CatalogueDecision, Errors>;

// Who does what to a user, as the audit log has it.
struct UserDeed {
    std::string actor;
    std::string action;
};

// As the audit log names people.
std::string ActorOf(const catalogue::User& user);

// The decision to store a user. The audit log keeps what `/users` shows, before and after, and so no secret. `before`
// is null for a new one.
ManageCatalogue::CatalogueDecision StoreUser(const OperatorEntry& own, const catalogue::User* before,
                                             const catalogue::User& after, UserDeed deed,
                                             boost::json::object answer = {});

// Changes a user by `change`, which may refuse.
ManageCatalogue::Decide ChangeUser(UserId id, UserDeed deed,
                                   std::function<Errors(const Moment&, catalogue::User&)> change);

}  // namespace fairlead::app
