#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/catalogue/catalogue.hpp"
#include "domain/outbox/mail.hpp"

namespace fairlead::app {

// The links that let a person set a password once: the first one, or a new one for a person who forgot it.
enum class PasswordLink : std::uint8_t { kInvitation, kReset };

inline constexpr std::int64_t kResetMicros = 3600 * kMicrosPerSecond;

// A new token: the ids of the operator and the user, and a random part. Only its hash is stored.
std::string NewPasswordToken(OperatorId owner, UserId user);

// The user of a token. Valid as long as `entry`.
struct TokenUser {
    std::shared_ptr<const OperatorEntry> entry;
    const catalogue::User* user = nullptr;
};
// The user whom a token names. Whether the token is one of the user's links must be checked.
std::optional<TokenUser> FindUserOfToken(const CatalogueSnapshot& catalogue, std::string_view token);
// Nothing if the token is wrong, used or expired, or the user is disabled.
std::optional<TokenUser> FindByLink(const CatalogueSnapshot& catalogue, PasswordLink link, std::string_view token,
                                    Timestamp now);

// Whether this is the user's open link now.
bool IsOpenLink(const catalogue::User& user, PasswordLink link, const Bytes32& token_hash, Timestamp now);
// Closes all links of the user, also those of a change of the address: the password has changed, or the address is no
// longer the user's.
void CloseLinks(catalogue::User& user);

// The URL of a page for the user: in the console, or in the portal at the operator's own domain if it has one. `page`
// begins with a slash. What follows "/api/" in `api_url` is ignored.
std::string PageUrl(const catalogue::Operator& owner, const catalogue::User& user, std::string_view api_url,
                    std::string_view page);

// Gives the user a new link for a new password, which replaces an open one, and returns the mail with it.
outbox::Mail StartReset(const catalogue::Operator& owner, std::string_view public_url, Timestamp now,
                        catalogue::User& user);

}  // namespace fairlead::app
