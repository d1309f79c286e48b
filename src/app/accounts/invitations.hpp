#pragma once

#include <string>
#include <string_view>

#include "app/accounts/password_links.hpp"
#include "app/declarations/catalogue_resource.hpp"

namespace fairlead::app {

inline constexpr std::int64_t kInvitationMicros = 7 * kMicrosPerDay;

// Gives the user a new invitation, which replaces an open one, and returns its token. The token allows to set the
// password once. Only its hash is stored.
std::string Invite(OperatorId owner, Timestamp now, catalogue::User& user);

// The URL of the page of an invitation.
std::string InvitationUrl(const catalogue::Operator& owner, const catalogue::User& user, std::string_view api_url,
                          std::string_view token);

// The mail with the invitation. The user must have one.
outbox::Mail InvitationMail(const catalogue::User& user, std::string_view url);

// Creates a new invitation for an existing user. Returns url, token, expiresAt and email.
ManageCatalogue::Decide InviteUser(Uuid id, ChangeRequest request);
// The same for the user of an affiliate, who is created if there is none. An invitation sets a password, so a user who
// already has one is invited only if `replace_password` is true.
ManageCatalogue::Decide InviteAffiliate(Uuid id, ChangeRequest request, bool replace_password);

// Creates a user with a given password who can log in at once, for the command line and the first start. The body is
// the same as for `/users`.
ManageCatalogue::Decide CreateActiveUser(ChangeRequest request, std::string password_hash);

}  // namespace fairlead::app
