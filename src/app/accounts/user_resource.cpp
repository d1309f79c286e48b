#include "app/accounts/user_resource.hpp"

#include "app/accounts/invitations.hpp"
#include "app/declarations/declared_resource.hpp"
#include "app/declarations/references.hpp"
#include "base/text/text.hpp"

namespace fairlead::app {

namespace json = boost::json;
using catalogue::User;
using catalogue::UserRole;
using catalogue::UserStatus;

namespace {

// Nobody is let in without an invitation: it proves that the address is theirs, and only they know the password.
json::object MakeInvitation(const Moment& moment, const ChangeRequest& request, User& user) {
    user.status = UserStatus::kInvited;
    const auto& owner = moment.own.records.self;
    const std::string token = Invite(owner.id, Now(), user);
    return {{"inviteUrl", InvitationUrl(owner, user, request.api_url, token)}, {"inviteToken", token}};
}

// An invitation was for the address as it was, and for somebody who may come in.
void ReviseUser(const Moment&, const User& before, const json::object&, User& after) {
    if (after.email != before.email || after.status == UserStatus::kDisabled) after.invite_hash.reset();
}

// Only the person can begin with one-time codes; an admin helps out who has lost everything that makes them.
Errors ReadTotpEnabled(const json::value& value, User& user) {
    bool wanted = false;
    Errors errors = CheckBoolean(value, wanted);
    if (!errors.empty() || wanted == !user.totp_sealed.empty()) return errors;
    if (wanted) return Wrong(ErrorCode::kInvalidValue, "can only be switched on by the person");
    user.totp_sealed.clear();
    user.totp_pending_sealed.clear();
    user.recovery_hashes.clear();
    return {};
}

bool IsActiveAdmin(const User& user) { return user.role == UserRole::kAdmin && user.status == UserStatus::kActive; }

Errors CheckEmailIsFree(const Moment& moment, const User& after) {
    for (const User& other : moment.own.records.users) {
        if (other.id == after.id || !EqualIgnoringAsciiCase(other.email, after.email)) continue;
        return Wrong(ErrorCode::kInvalidValue, "belongs to another user already", "/email");
    }
    return {};
}

Errors CheckAffiliateOf(const User& user) {
    if (user.role == UserRole::kAffiliate && !user.affiliate) {
        return Wrong(ErrorCode::kRequired, "is required for somebody of an affiliate's", "/affiliateId");
    }
    if (user.role != UserRole::kAffiliate && user.affiliate) {
        return Wrong(ErrorCode::kInvalidValue, "is only for the role affiliate", "/affiliateId");
    }
    return {};
}

// A portal's person does not become the operator's, or the other way round: that is another account.
Errors CheckSteps(const User& before, const User& after) {
    if ((before.role == UserRole::kAffiliate) != (after.role == UserRole::kAffiliate)) {
        return Wrong(ErrorCode::kInvalidValue, "cannot change between the portal and the console", "/role");
    }
    if (before.affiliate != after.affiliate)
        return Wrong(ErrorCode::kInvalidValue, "cannot be changed", "/affiliateId");
    const bool accepted = !after.password_hash.empty();
    if (after.status == UserStatus::kActive && !accepted) {
        return Wrong(ErrorCode::kInvalidValue, "becomes active by accepting the invitation", "/status");
    }
    if (after.status == UserStatus::kInvited && before.status == UserStatus::kActive) {
        return Wrong(ErrorCode::kInvalidValue, "has accepted the invitation already", "/status");
    }
    return {};
}

Errors CheckThatAnAdminIsLeft(const Moment& moment, const User& before, const User& after) {
    if (!IsActiveAdmin(before) || IsActiveAdmin(after)) return {};
    for (const User& other : moment.own.records.users) {
        if (other.id != after.id && IsActiveAdmin(other)) return {};
    }
    return Wrong(ErrorCode::kInvalidValue, "the last admin must stay one",
                 after.role == UserRole::kAdmin ? "/status" : "/role");
}

Errors CheckUser(const Moment& moment, const User* before, const User& after) {
    Errors errors = CheckEmailIsFree(moment, after);
    if (errors.empty()) errors = CheckAffiliateOf(after);
    if (before == nullptr || !errors.empty()) return errors;
    errors = CheckSteps(*before, after);
    return errors.empty() ? CheckThatAnAdminIsLeft(moment, *before, after) : errors;
}

Members<User> MembersOfUser() {
    return {
        IdMember<User>("id"),
        FormMember("email", MemberUse::kRequired, &User::email, FormatSchema("email"), CheckEmail),
        NameMember("role", &User::role, catalogue::kUserRoleNames)
            .Says("admin may do everything; manager all but keys, users and payments; viewer only looks; affiliate is "
                  "somebody of an affiliate's, in the portal"),
        OptionalReferenceMember("affiliateId", "affiliate", &User::affiliate, &OperatorEntry::FindAffiliate)
            .Says("Whose portal it is, for the role affiliate"),
        NameMember("status", &User::status, catalogue::kUserStatusNames)
            .Says("invited until the invitation is accepted; disabled ends every session at once"),
        Member<User>{.name = "totpEnabled",
                     .schema = SchemaOf("boolean"),
                     .read = ReadTotpEnabled,
                     .write = [](const User& user, const View&) { return json::value(!user.totp_sealed.empty()); }}
            .Says("Whether one-time codes are asked for; false for somebody who has lost what makes them"),
        ReadOnlyMember<User>("createdAt", FormatSchema("date-time"),
                             [](const User& user, const View&) { return json::value(user.created_at.ToIso8601()); }),
    };
}

Declaration<User> DeclareUser() {
    return {.words = {.path = "/users",
                      .noun = "user",
                      .one = "a user",
                      .many = "users",
                      .for_admins = true,
                      .creation_note = "The user is invited; the answer shows the invitation, once"},
            .members = MembersOfUser(),
            .table = &OperatorTables::users,
            .complete = MakeInvitation,
            .revise = ReviseUser,
            .check = CheckUser,
            .shown_once = {{"inviteUrl", FormatSchema("uri")}, {"inviteToken", SchemaOf("string")}}};
}

const DeclaredResource<User>& DeclaredUsers() {
    static const DeclaredResource<User> kResource(DeclareUser());
    return kResource;
}

}  // namespace

const CatalogueResource& UserResource() { return DeclaredUsers(); }

json::object UserForAudit(const User& user, const OperatorEntry& own) {
    return EncodeForAudit(DeclaredUsers().members(), user, own);
}

}  // namespace fairlead::app
