#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/declarations/catalogue_resource.hpp"

namespace fairlead::app {

inline constexpr std::int64_t kInvitationMicros = 7 * kMicrosPerDay;

// Gives the user a new invitation, in the place of one that is open, and answers its token: whoever has that may set
// the password, once. Only its hash is kept.
std::string Invite(OperatorId owner, Timestamp now, catalogue::User& user);

// Where the token is to be taken: the console, or the portal, by its own domain where there is one.
std::string InvitationUrl(const catalogue::Operator& owner, const catalogue::User& user, std::string_view api_url,
                          std::string_view token);

// Whom an invitation is for. Valid as long as `entry`.
struct Invited {
    std::shared_ptr<const OperatorEntry> entry;
    const catalogue::User* user = nullptr;
};
// Nobody, where the token is wrong, used or too old.
std::optional<Invited> FindInvited(const CatalogueSnapshot& catalogue, std::string_view token, Timestamp now);

// A fresh invitation for a user that exists. Answers url, token, expiresAt and email.
ManageCatalogue::Decide InviteUser(Uuid user, ChangeRequest request);
// The same for the affiliate's person, who is made where there is none. An invitation sets a password: somebody who has
// one already gets it only from who may `replace_password`.
ManageCatalogue::Decide InviteAffiliate(Uuid affiliate, ChangeRequest request, bool replace_password);

// Somebody who may log in at once with a password that is known here, for the command line and the first start. The
// request's body is that of `/users`.
ManageCatalogue::Decide CreateActiveUser(ChangeRequest request, std::string password_hash);

}  // namespace fairlead::app
