#include "app/accounts/password_links.hpp"

#include "base/crypto/random.hpp"

namespace fairlead::app {

using catalogue::User;
using catalogue::UserRole;
using catalogue::UserStatus;

namespace {

constexpr std::size_t kIdDigits = 32;
constexpr std::size_t kRandomDigits = 48;

template <class IdType>
std::optional<IdType> IdFromHex(std::string_view hex) {
    const auto bytes = Bytes16FromHex(hex);
    if (!bytes) return std::nullopt;
    return IdType{Uuid::FromBytes(*bytes)};
}

}  // namespace

std::string NewPasswordToken(OperatorId owner, UserId user) {
    return ToHex(owner.uuid.bytes) + ToHex(user.uuid.bytes) + RandomHex(kRandomDigits);
}

std::optional<TokenUser> FindUserOfToken(const CatalogueSnapshot& catalogue, std::string_view token) {
    if (token.size() != 2 * kIdDigits + kRandomDigits) return std::nullopt;
    const auto owner = IdFromHex<OperatorId>(token.substr(0, kIdDigits));
    const auto id = IdFromHex<UserId>(token.substr(kIdDigits, kIdDigits));
    if (!owner || !id) return std::nullopt;
    auto entry = catalogue.Find(*owner);
    const User* user = entry ? entry->FindUser(*id) : nullptr;
    if (user == nullptr) return std::nullopt;
    return TokenUser{std::move(entry), user};
}

std::optional<TokenUser> FindByLink(const CatalogueSnapshot& catalogue, PasswordLink link, std::string_view token,
                                    Timestamp now) {
    auto found = FindUserOfToken(catalogue, token);
    if (!found || !IsOpenLink(*found->user, link, Digest256(token), now)) return std::nullopt;
    return found;
}

bool IsOpenLink(const User& user, PasswordLink link, const Bytes32& token_hash, Timestamp now) {
    const bool is_reset = link == PasswordLink::kReset;
    const auto& open = is_reset ? user.reset_hash : user.invite_hash;
    const Timestamp ends_at = is_reset ? user.reset_ends_at : user.invite_ends_at;
    return user.status != UserStatus::kDisabled && open && now <= ends_at && EqualInConstantTime(*open, token_hash);
}

void CloseLinks(User& user) {
    user.invite_hash.reset();
    user.reset_hash.reset();
    user.address_change.reset();
}

std::string PageUrl(const catalogue::Operator& owner, const User& user, std::string_view api_url,
                    std::string_view page) {
    const std::string origin(api_url.substr(0, api_url.find("/api/")));
    if (user.role != UserRole::kAffiliate) return origin + "/console" + std::string(page);
    // The portal's domain is used only with https. Without https the service is not public, and the port is not known.
    if (owner.portal.domains.empty() || !origin.starts_with("https://")) return origin + "/portal" + std::string(page);
    return "https://" + owner.portal.domains.front() + std::string(page);
}

outbox::Mail StartReset(const catalogue::Operator& owner, std::string_view public_url, Timestamp now, User& user) {
    const std::string token = NewPasswordToken(owner.id, user.id);
    user.reset_hash = Digest256(token);
    user.reset_ends_at = Timestamp{now.micros + kResetMicros};
    return {.type = outbox::MailType::kPasswordReset,
            .to = user.email,
            .values = {{"url", PageUrl(owner, user, public_url, "/reset?token=" + token)}},
            .expires_at = user.reset_ends_at};
}

}  // namespace fairlead::app
