// What users do with their own accounts: set a password by a link, change the password, enable one-time codes.

#include "app/accounts/accounts.hpp"
#include "app/accounts/address_change.hpp"
#include "app/accounts/change_user.hpp"
#include "app/accounts/password_links.hpp"
#include "app/accounts/recovery_codes.hpp"
#include "base/text/text.hpp"
#include "domain/access/password.hpp"
#include "domain/access/second_factor.hpp"
#include "domain/access/totp.hpp"

namespace fairlead::app {

namespace json = boost::json;
using catalogue::User;

namespace {

Errors CheckPassword(std::string_view pointer, const std::string& password, const User& user) {
    auto why = access::WhyPasswordIsRefused(password, user.email);
    if (!why) return {};
    return Wrong(ErrorCode::kInvalidValue, std::move(*why), std::string(pointer));
}

constexpr const char* kCodesAreRequired =
    "the operator requires one-time codes for the role of this account, so they cannot be switched off";

Errors NoSuchLink(PasswordLink link) {
    return Wrong(ErrorCode::kNotFound, link == PasswordLink::kReset
                                           ? "the link is not known, was used or has expired"
                                           : "the invitation is not known, was used or has expired");
}

Errors WrongCode() { return Wrong(ErrorCode::kInvalidValue, "is not the current code of the app", "/totp"); }

LoginRefusal RefusedBy(Errors errors) { return {.errors = std::move(errors)}; }

Error WrongPassword(const std::string& pointer) {
    return {ErrorCode::kInvalidValue, pointer, "is not the password of this account"};
}

UserAudit OwnAudit(const Person& person, std::string action) { return {ActorOf(*person.user), std::move(action)}; }

ObjectDone AsStatus(StatusDone done) {
    return [done = std::move(done)](const ObjectResult& result) mutable {
        if (!result) return done(std::unexpected(result.error().front()));
        done({});
    };
}

}  // namespace

void Accounts::SetPasswordByLink(LinkUse use, const IpAddress& client, LoginDone done) {
    const auto found = FindByLink(*catalogue_.Current(), use.link, use.token, Now());
    if (!found) return done(std::unexpected(RefusedBy(NoSuchLink(use.link))));
    if (Errors wrong = CheckPassword("/password", use.password, *found->user); !wrong.empty()) {
        return done(std::unexpected(RefusedBy(std::move(wrong))));
    }
    pool_.Submit(PasswordPool::ClientOf(client),
                 [this, use = std::move(use), client, done = std::move(done)](const Status& turn) mutable {
                     if (!turn) return done(std::unexpected(RefusedBy({turn.error()})));
                     UseLink(use, client, std::move(done));
                 });
}

void Accounts::UseLink(const LinkUse& use, const IpAddress& client, LoginDone done) {
    const auto found = FindByLink(*catalogue_.Current(), use.link, use.token, Now());
    if (!found) return done(std::unexpected(RefusedBy(NoSuchLink(use.link))));
    const OperatorId owner = found->entry->records.self.id;
    const UserId user = found->user->id;
    // If two requests use the same link, one is refused here, where the change is decided.
    const auto set = [hash = HashPassword(use.password), token_hash = Digest256(use.token), link = use.link](
                         const DecisionContext&, User& after) {
        if (!IsOpenLink(after, link, token_hash, Now())) return NoSuchLink(link);
        after.password_hash = hash;
        after.status = catalogue::UserStatus::kActive;
        CloseLinks(after);
        return Errors();
    };
    const char* action = use.link == PasswordLink::kReset ? "user.resetPassword" : "user.acceptInvite";
    manage_.Change(owner, ChangeUser(user, {ActorOf(*found->user), action}, set),
                   [this, owner, user, client, done = std::move(done)](ObjectResult accepted) mutable {
                       if (!accepted) return done(std::unexpected(RefusedBy(std::move(accepted.error()))));
                       StartFirstSession(owner, user, client, std::move(done));
                   });
}

void Accounts::StartFirstSession(OperatorId owner, UserId user, const IpAddress& client, LoginDone done) {
    sessions_.EndAll(
        owner, user, std::nullopt, [this, owner, user, client, done = std::move(done)](const Status& ended) mutable {
            if (!ended) return done(std::unexpected(RefusedBy({ended.error()})));
            const auto entry = catalogue_.Current()->Find(owner);
            const User* person = entry ? entry->FindUser(user) : nullptr;
            if (person == nullptr) {
                return done(std::unexpected(RefusedBy(Wrong(ErrorCode::kNotFound, "the account does not exist"))));
            }
            // A person who can read the user's mail may set the password, but has not proved to have the device.
            if (!person->totp_sealed.empty()) {
                return done(std::unexpected(
                    RefusedBy(Wrong(ErrorCode::kTotpRequired, "the password is set; log in with a one-time code"))));
            }
            const CheckedUser checked{person->password_hash, person->totp_sealed, person->totp_confirmed_step};
            Open({owner, user}, {"none", checked}, ToUpperAscii(person->email), client, std::move(done));
        });
}

void Accounts::WithPassword(const Person& person, std::string password, std::string_view member,
                            std::move_only_function<void(Status)> then) {
    const std::string account = person.user->id.ToString();
    if (const auto wait = confirming_.Enter(account, {}, SteadyMicros())) {
        return then(
            Fail(ErrorCode::kRateLimited, "too many attempts. Try again in " + std::to_string(*wait) + " seconds"));
    }
    pool_.Submit(account, [this, account, owner = person.owner, user = person.user, password = std::move(password),
                           pointer = std::string(member), then = std::move(then)](const Status& turn) mutable {
        if (turn && !IsPasswordOf(password, user->password_hash)) {
            return then(std::unexpected(WrongPassword(pointer)));
        }
        // The attempt does not count: the password was correct, or the pool refused to check it.
        confirming_.Succeeded(account, {});
        then(turn);
    });
}

void Accounts::ChangeWithPassword(const Person& person, OwnChange wanted, std::move_only_function<UserChange()> prepare,
                                  ObjectDone done) {
    WithPassword(person, std::move(wanted.password), wanted.member,
                 [this, person, action = std::move(wanted.action), member = std::string(wanted.member),
                  prepare = std::move(prepare), done = std::move(done)](const Status& right) mutable {
                     if (!right) return done(std::unexpected(Errors{right.error()}));
                     const auto change = [change = prepare(), member, checked = person.user->password_hash](
                                             const DecisionContext& context, User& after) {
                         if (after.password_hash != checked) return Errors{WrongPassword(member)};
                         return change(context, after);
                     };
                     manage_.Change(person.session.owner,
                                    ChangeUser(person.user->id, OwnAudit(person, std::move(action)), change),
                                    std::move(done));
                 });
}

void Accounts::ChangePassword(const Person& person, std::string current, std::string wanted, StatusDone done) {
    if (Errors wrong = CheckPassword("/newPassword", wanted, *person.user); !wrong.empty()) {
        return done(std::unexpected(wrong.front()));
    }
    const auto set = [wanted = std::move(wanted)]() -> UserChange {
        return [hash = HashPassword(wanted)](const DecisionContext&, User& after) {
            after.password_hash = hash;
            // An older link would bypass the new password.
            CloseLinks(after);
            return Errors();
        };
    };
    ChangeWithPassword(person, {"user.changePassword", std::move(current), "/currentPassword"}, set,
                       AsStatus([this, person, done = std::move(done)](Status changed) mutable {
                           if (!changed) return done(std::move(changed));
                           sessions_.EndAll(person.session.owner, person.session.user, person.session.token_hash,
                                            std::move(done));
                       }));
}

void Accounts::RequestAddressChange(const Person& person, AddressRequest request, ObjectDone done) {
    if (!manage_.SendsMails()) {
        return done(std::unexpected(
            Wrong(ErrorCode::kConflict, "this service sends no mails. Ask an admin to change your address")));
    }
    if (EqualIgnoringAsciiCase(request.email, person.user->email)) {
        return done(std::unexpected(Wrong(ErrorCode::kInvalidValue, "is your address already", "/email")));
    }
    const std::string account = ToUpperAscii(request.email);
    const IpAddress client = request.client;
    reset_guard_.Enter(
        account, client,
        [this, person, request = std::move(request),
         done = std::move(done)](const std::expected<LoginTicket, LoginClosed>& entered) mutable {
            if (!entered) {
                return done(std::unexpected(Wrong(
                    ErrorCode::kRateLimited,
                    "too many requests. Try again in " + std::to_string(entered.error().wait_seconds) + " seconds")));
            }
            std::string password = request.password;
            WithPassword(
                person, std::move(password), "/password",
                [this, person, request = std::move(request), done = std::move(done)](const Status& right) mutable {
                    if (!right) return done(std::unexpected(Errors{right.error()}));
                    MailAddressLinks(person, request, std::move(done));
                });
        });
}

// Whether another user has the address is not checked yet: the person must not learn who else has an account.
void Accounts::MailAddressLinks(const Person& person, const AddressRequest& request, ObjectDone done) {
    const auto decide = [id = person.user->id, checked = person.user->password_hash, email = request.email,
                         public_url = request.public_url](const DecisionContext& context) -> UserDecided {
        const User* before = context.own.FindUser(id);
        // The password was changed in the meantime.
        if (before == nullptr || before->password_hash != checked) {
            return std::unexpected(Errors{WrongPassword("/password")});
        }
        User after = *before;
        const Timestamp now = Now();
        auto mails = StartAddressChange(context.own.records.self, public_url, now, email, after);
        auto decision = StoreUser(context.own, before, after, {ActorOf(after), "user.requestAddressChange"},
                                  EncodeAddress(after, now));
        decision.change.audit.front().before.clear();
        decision.change.audit.front().after = json::serialize(json::object{{"email", email}});
        decision.mails = std::move(mails);
        return decision;
    };
    manage_.Change(person.session.owner, decide, [done = std::move(done)](ObjectResult stored) mutable {
        if (stored) stored->erase("mailed");
        done(std::move(stored));
    });
}

void Accounts::EnableTotp(const Person& person, std::string password, ObjectDone done) {
    const std::string secret = access::NewTotpSecret();
    const auto set = [sealed = Seal(secret, token_key_)]() -> UserChange {
        return [sealed](const DecisionContext&, User& after) {
            if (!after.totp_sealed.empty()) return Wrong(ErrorCode::kConflict, "one-time codes are already enabled");
            after.totp_pending_sealed = sealed;
            return Errors();
        };
    };
    json::object answer{
        {"secret", access::Base32(secret)},
        {"otpauthUrl", access::OtpauthUrl(person.owner->records.self.name, person.user->email, secret)}};
    ChangeWithPassword(person, {"user.prepareTotp", std::move(password), "/password"}, set,
                       [answer = std::move(answer), done = std::move(done)](ObjectResult stored) mutable {
                           if (stored) stored = std::move(answer);
                           done(std::move(stored));
                       });
}

void Accounts::ConfirmTotp(const Person& person, std::string code, ObjectDone done) {
    if (confirming_.Enter(person.user->id.ToString(), {}, SteadyMicros())) {
        return done(std::unexpected(Wrong(ErrorCode::kRateLimited, "too many attempts. Try again later")));
    }
    // A wrong code costs no hashes. The change itself is decided on the newest record, which another node may have
    // written.
    const auto pending = Unseal(person.user->totp_pending_sealed, token_key_);
    if (pending && !access::MatchTotp(*pending, code, Now())) return done(std::unexpected(WrongCode()));
    pool_.Submit(person.user->id.ToString(),
                 [this, person, code = std::move(code), done = std::move(done)](const Status& turn) mutable {
                     if (!turn) return done(std::unexpected(Errors{turn.error()}));
                     ConfirmWithNewCodes(person, code, std::move(done));
                 });
}

void Accounts::ConfirmWithNewCodes(const Person& person, const std::string& code, ObjectDone done) {
    const auto codes = NewRecoveryCodes();
    const Bytes16 salt = RandomSalt();
    std::vector<Bytes32> hashes;
    for (const std::string& each : codes) hashes.push_back(HashRecoveryCode(each, salt).value());
    const auto confirm = [code, salt, hashes = std::move(hashes), key = token_key_](const DecisionContext&,
                                                                                    User& after) {
        const auto secret = Unseal(after.totp_pending_sealed, key);
        if (!secret) return Wrong(ErrorCode::kConflict, "there is nothing to confirm. Enable one-time codes first");
        const auto step = access::MatchTotp(*secret, code, Now());
        if (!step) return WrongCode();
        after.totp_sealed = std::exchange(after.totp_pending_sealed, {});
        // The code is used up: a person who has seen it cannot log in with it.
        after.totp_confirmed_step = *step;
        after.recovery_salt = salt;
        after.recovery_hashes = hashes;
        return Errors();
    };
    json::object answer{{"recoveryCodes", json::array(codes.begin(), codes.end())}};
    manage_.Change(person.session.owner, ChangeUser(person.user->id, OwnAudit(person, "user.enableTotp"), confirm),
                   [answer = std::move(answer), done = std::move(done)](ObjectResult stored) mutable {
                       if (stored) stored = std::move(answer);
                       done(std::move(stored));
                   });
}

void Accounts::DisableTotp(const Person& person, std::string password, StatusDone done) {
    const auto clear = []() -> UserChange {
        return [](const DecisionContext& context, User& after) {
            if (access::RequiresSecondFactor(context.own.records.self, after.role)) {
                return Wrong(ErrorCode::kSecondFactorRequired, kCodesAreRequired);
            }
            ClearOneTimeCodes(after);
            return Errors();
        };
    };
    ChangeWithPassword(person, {"user.disableTotp", std::move(password), "/password"}, clear,
                       AsStatus(std::move(done)));
}

}  // namespace fairlead::app
