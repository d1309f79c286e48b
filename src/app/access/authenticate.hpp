#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/catalogue/catalogue.hpp"
#include "base/net/ip_address.hpp"
#include "domain/access/role.hpp"

namespace fairlead::app {

// An operator's program that has proved itself with an API key, or a person with a session.
struct Caller {
    std::shared_ptr<const OperatorEntry> owner;
    const catalogue::ApiKey* key = nullptr;  // Inside `owner`; one of the two is there.
    const catalogue::User* user = nullptr;

    OperatorId operator_id() const { return owner->records.self.id; }
    // Programs may everything, people what their role says.
    bool May(access::Need need) const { return user == nullptr || access::Allows(user->role, need); }
    // As the audit log names it.
    std::string actor() const {
        return key != nullptr ? "apiKey/" + key->id.ToString() : "user/" + user->id.ToString();
    }
};

// Nobody, without saying why: a missing, unknown, deactivated or address-bound key all look the same from outside.
std::optional<Caller> Authenticate(const CatalogueSnapshot& catalogue, std::string_view api_key,
                                   const IpAddress& client, Timestamp now);

}  // namespace fairlead::app
