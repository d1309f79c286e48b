#include "app/accounts/invitations.hpp"

#include "app/accounts/change_user.hpp"
#include "base/crypto/random.hpp"
#include "base/text/text.hpp"

namespace fairlead::app {

namespace json = boost::json;
using catalogue::User;
using catalogue::UserRole;
using catalogue::UserStatus;

namespace {

constexpr std::size_t kIdDigits = 32;
constexpr std::size_t kInvitationDigits = 48;

template <class IdType>
std::optional<IdType> IdFromHex(std::string_view hex) {
    const auto bytes = Bytes16FromHex(hex);
    if (!bytes) return std::nullopt;
    return IdType{Uuid::FromBytes(*bytes)};
}

const User* PersonOf(const OperatorEntry& entry, AffiliateId affiliate) {
    for (const User& user : entry.records.users) {
        if (user.affiliate == affiliate && user.status != UserStatus::kDisabled) return &user;
    }
    return nullptr;
}

bool IsTaken(const OperatorEntry& entry, const std::string& email) {
    for (const User& user : entry.records.users) {
        if (EqualIgnoringAsciiCase(user.email, email)) return true;
    }
    return false;
}

ManageCatalogue::CatalogueDecision Invitation(const OperatorEntry& own, const User* before, User user,
                                              const ChangeRequest& request) {
    const std::string token = Invite(own.records.self.id, Now(), user);
    return StoreUser(own, before, user, {.actor = request.actor, .action = "user.invite"},
                     {{"url", InvitationUrl(own.records.self, user, request.api_url, token)},
                      {"token", token},
                      {"expiresAt", user.invite_ends_at.ToIso8601()},
                      {"email", user.email}});
}

}  // namespace

std::string Invite(OperatorId owner, Timestamp now, User& user) {
    const std::string token = ToHex(owner.uuid.bytes) + ToHex(user.id.uuid.bytes) + RandomHex(kInvitationDigits);
    user.invite_hash = Digest256(token);
    user.invite_ends_at = Timestamp{now.micros + kInvitationMicros};
    return token;
}

std::string InvitationUrl(const catalogue::Operator& owner, const User& user, std::string_view api_url,
                          std::string_view token) {
    const std::string origin(api_url.substr(0, api_url.find("/api/")));
    const std::string query = "/invite?token=" + std::string(token);
    if (user.role != UserRole::kAffiliate) return origin + "/console" + query;
    // The portal's domain is used only with https. Without https the service is not public, and the port is not known.
    if (owner.portal.domains.empty() || !origin.starts_with("https://")) return origin + "/portal" + query;
    return "https://" + owner.portal.domains.front() + query;
}

std::optional<Invited> FindInvited(const CatalogueSnapshot& catalogue, std::string_view token, Timestamp now) {
    if (token.size() != 2 * kIdDigits + kInvitationDigits) return std::nullopt;
    const auto owner = IdFromHex<OperatorId>(token.substr(0, kIdDigits));
    const auto id = IdFromHex<UserId>(token.substr(kIdDigits, kIdDigits));
    if (!owner || !id) return std::nullopt;
    auto entry = catalogue.Find(*owner);
    const User* user = entry ? entry->FindUser(*id) : nullptr;
    if (user == nullptr || !user->invite_hash || user->status == UserStatus::kDisabled) return std::nullopt;
    if (!EqualInConstantTime(*user->invite_hash, Digest256(token)) || now > user->invite_ends_at) return std::nullopt;
    return Invited{std::move(entry), user};
}

ManageCatalogue::Decide InviteUser(Uuid id, ChangeRequest request) {
    return [id, request = std::move(request)](const DecisionContext& context) -> UserDecided {
        const User* user = context.own.FindUser(UserId{id});
        if (user == nullptr) return std::unexpected(Wrong(ErrorCode::kNotFound, "there is no such resource"));
        if (user->status == UserStatus::kDisabled) {
            return std::unexpected(Wrong(ErrorCode::kConflict, "the user is disabled"));
        }
        return Invitation(context.own, user, *user, request);
    };
}

ManageCatalogue::Decide CreateActiveUser(ChangeRequest request, std::string password_hash) {
    return [create = UserResource().Create(std::move(request)),
            password_hash = std::move(password_hash)](const DecisionContext& context) -> UserDecided {
        UserDecided decided = create(context);
        if (!decided) return decided;
        for (auto& record : decided->change.upserts) {
            User& user = std::get<User>(record);
            user.status = UserStatus::kActive;
            user.password_hash = password_hash;
            user.invite_hash.reset();
        }
        decided->answer["status"] = catalogue::kUserStatusNames[static_cast<std::size_t>(UserStatus::kActive)];
        decided->answer.erase("inviteUrl");
        decided->answer.erase("inviteToken");
        return decided;
    };
}

ManageCatalogue::Decide InviteAffiliate(Uuid id, ChangeRequest request, bool replace_password) {
    return [id, request = std::move(request), replace_password](const DecisionContext& context) -> UserDecided {
        const auto* affiliate = context.own.FindAffiliate(AffiliateId{id});
        if (affiliate == nullptr) return std::unexpected(Wrong(ErrorCode::kNotFound, "there is no such resource"));
        if (const User* user = PersonOf(context.own, affiliate->id)) {
            if (user->status == UserStatus::kActive && !replace_password) {
                return std::unexpected(Wrong(ErrorCode::kForbidden,
                                             "the affiliate already has an account. Only an admin may "
                                             "invite it to set a new password"));
            }
            return Invitation(context.own, user, *user, request);
        }
        if (IsTaken(context.own, affiliate->email)) {
            return std::unexpected(
                Wrong(ErrorCode::kConflict, "another user already has the affiliate's e-mail address"));
        }
        return Invitation(context.own, nullptr,
                          {.id = UserId::New(),
                           .email = affiliate->email,
                           .role = UserRole::kAffiliate,
                           .affiliate = affiliate->id,
                           .created_at = Now()},
                          request);
    };
}

}  // namespace fairlead::app
