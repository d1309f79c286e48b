#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/catalogue/catalogue.hpp"
#include "app/ports/request_key.hpp"
#include "base/net/ip_address.hpp"
#include "domain/access/role.hpp"

namespace fairlead::app {

// The authenticated caller: a program of an operator with an API key, or a person with a session.
struct Caller {
    std::shared_ptr<const OperatorEntry> owner;
    const catalogue::ApiKey* key = nullptr;  // Points into `owner`. Either this or `user` is set.
    const catalogue::User* user = nullptr;
    std::optional<RequestKey> request_key;  // The Idempotency-Key of the request, if it has one.

    OperatorId operator_id() const { return owner->records.self.id; }
    // The routes check the scopes of API keys. The permissions of people depend on their role.
    bool May(access::Need need) const { return user == nullptr || access::Allows(user->role, need); }
    // The caller's name in the audit log.
    std::string actor() const {
        return key != nullptr ? "apiKey/" + key->id.ToString() : "user/" + user->id.ToString();
    }
};

// Nothing if the key is missing, unknown, deactivated or used from another address. The caller cannot tell these apart.
std::optional<Caller> Authenticate(const CatalogueSnapshot& catalogue, std::string_view api_key,
                                   const IpAddress& client, Timestamp now);

}  // namespace fairlead::app
