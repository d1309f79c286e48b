#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/accounts/password_links.hpp"
#include "app/catalogue/manage_catalogue.hpp"

namespace fairlead::app {

// A person changes the e-mail address of their own account. Both addresses get a link. The address changes when both
// links were used. The link to the old address proves that the account is the person's; the link to the new address
// proves that the new address exists and is the person's.

// How long the links work.
inline constexpr std::int64_t kAddressChangeMicros = kMicrosPerDay;

// Starts a change, which replaces one that is under way, and returns the mails with the links.
std::vector<outbox::Mail> StartAddressChange(const catalogue::Operator& owner, std::string_view public_url,
                                             Timestamp now, const std::string& email, catalogue::User& user);

// The user of a link. Nothing if it is wrong, used or expired, or the user is not active.
std::optional<TokenUser> FindByAddressLink(const CatalogueSnapshot& catalogue, std::string_view token, Timestamp now);

// Uses a link. Returns `email`, the new address, and `changed`: whether both links were used, so that it is the user's
// address now. kNotFound if the link is unknown, used
// or expired. kConflict if another user of the operator now has the address.
ManageCatalogue::Decide ConfirmAddress(UserId id, const Bytes32& token_hash);
// Ends a change that is under way.
ManageCatalogue::Decide CancelAddressChange(UserId id);

// The user's address, and the change that is under way, or null.
boost::json::object EncodeAddress(const catalogue::User& user, Timestamp now);

}  // namespace fairlead::app
