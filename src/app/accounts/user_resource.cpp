#include "app/accounts/user_resource.hpp"

#include "app/accounts/change_user.hpp"
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

// Every new user needs an invitation: it proves that the address is the user's, and only the user knows the password.
json::object MakeInvitation(const DecisionContext& context, const ChangeRequest& request, User& user) {
    user.status = UserStatus::kInvited;
    const auto& owner = context.own.records.self;
    const std::string token = Invite(owner.id, Now(), user);
    return {{"inviteUrl", InvitationUrl(owner, user, request.api_url, token)}, {"inviteToken", token}};
}

// A link is valid only for the address it was sent to and for a user who may log in.
void ReviseUser(const DecisionContext&, const User& before, const json::object&, User& after) {
    if (after.email == before.email && after.status != UserStatus::kDisabled) return;
    CloseLinks(after);
}

// Only the user can enable one-time codes. An admin can disable them for a user who has lost the device and the codes.
Errors ReadTotpEnabled(const json::value& value, User& user) {
    bool wanted = false;
    Errors errors = CheckBoolean(value, wanted);
    if (!errors.empty() || wanted == !user.totp_sealed.empty()) return errors;
    if (wanted) return Wrong(ErrorCode::kInvalidValue, "can only be enabled by the user");
    ClearOneTimeCodes(user);
    return {};
}

bool IsActiveAdmin(const User& user) { return user.role == UserRole::kAdmin && user.status == UserStatus::kActive; }

Errors CheckEmailIsFree(const DecisionContext& context, const User& after) {
    for (const User& other : context.own.records.users) {
        if (other.id == after.id || !EqualIgnoringAsciiCase(other.email, after.email)) continue;
        return Wrong(ErrorCode::kInvalidValue, "already belongs to another user", "/email");
    }
    return {};
}

Errors CheckAffiliateOf(const User& user) {
    if (user.role == UserRole::kAffiliate && !user.affiliate) {
        return Wrong(ErrorCode::kRequired, "is required for the role affiliate", "/affiliateId");
    }
    if (user.role != UserRole::kAffiliate && user.affiliate) {
        return Wrong(ErrorCode::kInvalidValue, "is only for the role affiliate", "/affiliateId");
    }
    return {};
}

// A user of the portal cannot become a user of the console or the other way round: that needs another account.
Errors CheckSteps(const User& before, const User& after) {
    if ((before.role == UserRole::kAffiliate) != (after.role == UserRole::kAffiliate)) {
        return Wrong(ErrorCode::kInvalidValue, "cannot change between the portal and the console", "/role");
    }
    if (before.affiliate != after.affiliate)
        return Wrong(ErrorCode::kInvalidValue, "cannot be changed", "/affiliateId");
    const bool accepted = !after.password_hash.empty();
    if (after.status == UserStatus::kActive && !accepted) {
        return Wrong(ErrorCode::kInvalidValue, "becomes active when the user accepts the invitation", "/status");
    }
    if (after.status == UserStatus::kInvited && before.status == UserStatus::kActive) {
        return Wrong(ErrorCode::kInvalidValue, "cannot be invited: the user has already accepted the invitation",
                     "/status");
    }
    return {};
}

Errors CheckThatAnAdminIsLeft(const DecisionContext& context, const User& before, const User& after) {
    if (!IsActiveAdmin(before) || IsActiveAdmin(after)) return {};
    for (const User& other : context.own.records.users) {
        if (other.id != after.id && IsActiveAdmin(other)) return {};
    }
    return Wrong(ErrorCode::kInvalidValue, "the last active admin must remain an admin",
                 after.role == UserRole::kAdmin ? "/status" : "/role");
}

Errors CheckUser(const DecisionContext& context, const User* before, const User& after) {
    Errors errors = CheckEmailIsFree(context, after);
    if (errors.empty()) errors = CheckAffiliateOf(after);
    if (before == nullptr || !errors.empty()) return errors;
    errors = CheckSteps(*before, after);
    return errors.empty() ? CheckThatAnAdminIsLeft(context, *before, after) : errors;
}

Members<User> MembersOfUser() {
    return {
        IdMember<User>("id"),
        FormMember("email", MemberUse::kRequired, &User::email, FormatSchema("email"), CheckEmail),
        NameMember("role", &User::role, catalogue::kUserRoleNames)
            .Says("An admin may do everything, a manager everything except API keys, users and payments. The role "
                  "finance "
                  "reads everything, closes, approves and pays statements, adjusts, stores exchange rates and stops "
                  "payments. A viewer may only read. The role affiliate is for users of the portal"),
        OptionalReferenceMember("affiliateId", "affiliate", &User::affiliate, &OperatorEntry::FindAffiliate)
            .Says("The affiliate of a user with the role affiliate"),
        NameMember("status", &User::status, catalogue::kUserStatusNames)
            .Says("`invited` until the user accepts the invitation; `disabled` ends all sessions at once"),
        Member<User>{.name = "totpEnabled",
                     .schema = SchemaOf("boolean"),
                     .read = ReadTotpEnabled,
                     .write = [](const User& user, const View&) { return json::value(!user.totp_sealed.empty()); }}
            .Says("Whether a login needs a one-time code. Set it to false for a user who has lost the device and the "
                  "codes"),
        ReadOnlyMember<User>("createdAt", FormatSchema("date-time"),
                             [](const User& user, const View&) { return json::value(user.created_at.ToIso8601()); }),
    };
}

Declaration<User> DeclareUser() {
    return {
        .words = {.path = "/users",
                  .noun = "user",
                  .one = "a user",
                  .many = "users",
                  .area = access::Area::kAdmin,
                  .for_admins = true,
                  .only_people_change = true,
                  .creation_note = "The user is invited. The response shows the invitation once"},
        .members = MembersOfUser(),
        .table = &OperatorTables::users,
        .complete = MakeInvitation,
        .revise = ReviseUser,
        .check = CheckUser,
        .shown_once = {{"inviteUrl", FormatSchema("uri")},
                       {"inviteToken", SchemaOf("string")},
                       {"mailed", SchemaOf("boolean")}},
        .mails = [](const DecisionContext&, const User& user, const json::object& shown) -> std::vector<outbox::Mail> {
            return {InvitationMail(user, shown.at("inviteUrl").as_string())};
        }};
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
