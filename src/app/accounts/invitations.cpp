#include "app/accounts/invitations.hpp"

#include "app/accounts/change_user.hpp"
#include "base/text/text.hpp"

namespace fairlead::app {

namespace json = boost::json;
using catalogue::User;
using catalogue::UserRole;
using catalogue::UserStatus;

namespace {

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
    const std::string url = InvitationUrl(own.records.self, user, request.api_url, token);
    auto decision = StoreUser(
        own, before, user, {.actor = request.actor, .action = "user.invite"},
        {{"url", url}, {"token", token}, {"expiresAt", user.invite_ends_at.ToIso8601()}, {"email", user.email}});
    decision.mails = {InvitationMail(user, url)};
    return decision;
}

}  // namespace

std::string Invite(OperatorId owner, Timestamp now, User& user) {
    const std::string token = NewPasswordToken(owner, user.id);
    user.invite_hash = Digest256(token);
    user.invite_ends_at = Timestamp{now.micros + kInvitationMicros};
    return token;
}

std::string InvitationUrl(const catalogue::Operator& owner, const User& user, std::string_view api_url,
                          std::string_view token) {
    return PageUrl(owner, user, api_url, "/invite?token=" + std::string(token));
}

outbox::Mail InvitationMail(const User& user, std::string_view url) {
    const bool of_portal = user.role == UserRole::kAffiliate;
    return {.type = outbox::MailType::kInvitation,
            .to = user.email,
            .values = {{"url", std::string(url)}, {"place", of_portal ? "affiliate portal" : "console"}},
            .expires_at = user.invite_ends_at};
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
        decided->mails.clear();
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
