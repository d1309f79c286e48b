#include "app/accounts/accounts.hpp"

#include <limits>

#include "app/accounts/change_user.hpp"
#include "app/accounts/recovery_codes.hpp"
#include "base/crypto/decoy_hash.hpp"
#include "base/text/text.hpp"
#include "domain/access/totp.hpp"
#include "telemetry/log.hpp"

namespace fairlead::app {

using catalogue::User;
using catalogue::UserStatus;

namespace {

// Users of several operators may have the same address. More than a few is abuse.
constexpr std::size_t kNamesakesMax = 4;
// A log-in is checked again if its user has changed in the meantime. Users do not change several times a second.
constexpr int kChecksMax = 3;

LoginRefusal Refused(ErrorCode code, std::string why) { return {.errors = Wrong(code, std::move(why))}; }

LoginRefusal WrongLogin() { return Refused(ErrorCode::kInvalidCredentials, "wrong e-mail address or password"); }

LoginRefusal WrongOneTimeCode() { return Refused(ErrorCode::kInvalidTotp, "wrong one-time code"); }

LoginRefusal UsedCode() {
    return Refused(ErrorCode::kInvalidTotp, "the one-time code was already used. Wait for the next one");
}

LoginRefusal TooMany(std::int64_t seconds) {
    return {.errors = Wrong(ErrorCode::kRateLimited, "too many attempts. Try again later"),
            .retry_after_seconds = seconds};
}

CheckedUser CheckedOf(const User& user) { return {user.password_hash, user.totp_sealed, user.totp_confirmed_step}; }

LoginRefusal BeingChanged() {
    return Refused(ErrorCode::kUnavailable, "the account is being changed. Try again in a moment");
}

bool IsOutdated(const std::expected<LoggedIn, LoginRefusal>& outcome) {
    return !outcome && outcome.error().errors.front().code == ErrorCode::kConflict;
}

// True if the credentials were wrong; false if the service could not check them.
bool IsGuess(const LoginRefusal& refusal) {
    const ErrorKind kind = KindOf(refusal.errors.front().code);
    return kind != ErrorKind::kUnavailable && kind != ErrorKind::kInternal;
}

// An active user with this e-mail address, and the operator of the user.
struct Candidate {
    std::shared_ptr<const OperatorEntry> owner;
    const User* user = nullptr;
};

std::vector<Candidate> CandidatesFor(const CatalogueSnapshot& catalogue, const std::string& email,
                                     const std::optional<OperatorId>& at) {
    std::vector<Candidate> found;
    for (const auto& [id, entry] : catalogue.entries()) {
        if (at && *at != id) continue;
        for (const User& user : entry->records.users) {
            const bool may = user.status == UserStatus::kActive && EqualIgnoringAsciiCase(user.email, email);
            if (may && found.size() < kNamesakesMax) found.push_back({entry, &user});
        }
    }
    return found;
}

}  // namespace

Accounts::Accounts(const AccountParts& parts, const Bytes32& token_key)
    : catalogue_(parts.catalogue),
      manage_(parts.manage),
      sessions_(parts.sessions),
      guard_(parts.guard),
      reset_guard_(parts.guard, "links for a new password", access::kResetLimits),
      log_(parts.log),
      token_key_(token_key),
      confirming_({.attempts_per_address = std::numeric_limits<int>::max()}),
      decoy_hash_(DecoyHash()) {}

std::optional<Person> Accounts::PersonOf(const SessionRecord& session) const {
    auto owner = catalogue_.Current()->Find(session.owner);
    const User* user = owner ? owner->FindUser(session.user) : nullptr;
    if (user == nullptr || user->status != UserStatus::kActive) return std::nullopt;
    return Person{std::move(owner), user, session};
}

void Accounts::Login(LoginRequest request, LoginDone done) {
    auto attempt = std::make_shared<Attempt>(Attempt{.request = std::move(request)});
    attempt->account = ToUpperAscii(attempt->request.email);
    guard_.Enter(
        attempt->account, attempt->request.client,
        [this, attempt, done = std::move(done)](const std::expected<LoginTicket, LoginClosed>& entered) mutable {
            if (!entered) {
                log_.RefusedByLimit();
                return done(std::unexpected(TooMany(entered.error().wait_seconds)));
            }
            attempt->ticket = *entered;
            Admit(attempt, std::move(done));
        });
}

void Accounts::Admit(const std::shared_ptr<Attempt>& attempt, LoginDone done) {
    LoginDone noted = [this, attempt, done = std::move(done)](auto outcome) mutable {
        if (outcome) {
            guard_.TakeBack(attempt->ticket);
        } else {
            NoteRefusal(*attempt, outcome.error());
        }
        done(std::move(outcome));
    };
    SubmitCheck(attempt, std::move(noted), kChecksMax);
}

void Accounts::SubmitCheck(const std::shared_ptr<Attempt>& attempt, LoginDone done, int checks_left) {
    LoginDone checked = [this, attempt, done = std::move(done), checks_left](auto outcome) mutable {
        if (!IsOutdated(outcome)) return done(std::move(outcome));
        if (checks_left <= 1) return done(std::unexpected(BeingChanged()));
        const Status current = catalogue_.Reload(attempt->accounts.front().owner);
        if (!current) return done(std::unexpected(LoginRefusal{.errors = {current.error()}}));
        SubmitCheck(attempt, std::move(done), checks_left - 1);
    };
    pool_.Submit(PasswordPool::ClientOf(attempt->request.client),
                 [this, attempt, checked = std::move(checked)](const Status& turn) mutable {
                     if (!turn) return checked(std::unexpected(LoginRefusal{.errors = {turn.error()}}));
                     CheckLogin(attempt, std::move(checked));
                 });
}

void Accounts::NoteRefusal(const Attempt& attempt, const LoginRefusal& refusal) {
    const ErrorCode code = refusal.errors.front().code;
    if (!IsGuess(refusal)) {
        // An outage must not lock out a user who knows the password, so the attempt is not counted as a failure.
        guard_.TakeBack(attempt.ticket);
        log_.CouldNotCheck();
    } else if (code == ErrorCode::kTotpRequired) {
        log_.CodeRequired();
    } else {
        log_.Failed(attempt.accounts, attempt.request.client, Name(code), attempt.ticket.used_up, SteadyMicros());
    }
}

void Accounts::CheckLogin(const std::shared_ptr<Attempt>& attempt, LoginDone done) {
    const auto candidates = CandidatesFor(*catalogue_.Current(), attempt->request.email, attempt->request.at);
    if (candidates.empty()) (void)IsPasswordOf(attempt->request.password, decoy_hash_);
    attempt->accounts.clear();
    for (const Candidate& each : candidates) {
        attempt->accounts.push_back({each.owner->records.self.id, each.user->id});
    }
    for (const Candidate& each : candidates) {
        if (!IsPasswordOf(attempt->request.password, each.user->password_hash)) continue;
        attempt->accounts = {{each.owner->records.self.id, each.user->id}};
        return CheckCode(each.owner, *each.user, attempt, std::move(done));
    }
    done(std::unexpected(WrongLogin()));
}

void Accounts::CheckCode(const std::shared_ptr<const OperatorEntry>& owner, const User& user,
                         const std::shared_ptr<Attempt>& attempt, LoginDone done) {
    const LoginRequest& request = attempt->request;
    const LoginAccount who{owner->records.self.id, user.id};
    if (user.totp_sealed.empty())
        return Open(who, {"none", CheckedOf(user)}, attempt->account, request.client, std::move(done));
    if (request.totp.empty()) {
        return done(std::unexpected(Refused(ErrorCode::kTotpRequired, "a one-time code is required")));
    }
    const auto secret = Unseal(user.totp_sealed, token_key_);
    const auto step = secret ? access::MatchTotp(*secret, request.totp, Now()) : std::nullopt;
    if (step && *step == user.totp_confirmed_step) return done(std::unexpected(UsedCode()));
    if (step)
        return Open(who, {"oneTimeCode", CheckedOf(user), step}, attempt->account, request.client, std::move(done));
    UseRecoveryCode(who.owner, user, attempt, std::move(done));
}

void Accounts::UseRecoveryCode(OperatorId owner, const User& user, const std::shared_ptr<Attempt>& attempt,
                               LoginDone done) {
    const auto hash = HashRecoveryCode(attempt->request.totp, user.recovery_salt);
    if (!hash) return done(std::unexpected(WrongOneTimeCode()));
    const auto take = [hash, password_hash = user.password_hash](const DecisionContext&, User& after) {
        // The password was changed in the meantime.
        if (after.password_hash != password_hash) return WrongLogin().errors;
        const bool was_left = std::erase(after.recovery_hashes, *hash) > 0;
        return was_left ? Errors() : WrongOneTimeCode().errors;
    };
    manage_.Change(owner, ChangeUser(user.id, {.actor = ActorOf(user), .action = "user.useRecoveryCode"}, take),
                   [this, owner, user = user.id, checked = CheckedOf(user), attempt,
                    done = std::move(done)](const ObjectResult& taken) mutable {
                       if (!taken) return done(std::unexpected(LoginRefusal{.errors = taken.error()}));
                       Open({owner, user}, {"recoveryCode", checked}, attempt->account, attempt->request.client,
                            std::move(done));
                   });
}

void Accounts::Open(const LoginAccount& who, const Proof& proof, const std::string& account, const IpAddress& client,
                    LoginDone done) {
    sessions_.Open(
        {who.owner, who.user, proof.checked, proof.totp_step},
        [this, who, name = proof.name, account, client, done = std::move(done)](Result<std::string> token) mutable {
            if (!token && token.error().code == ErrorCode::kInvalidTotp) return done(std::unexpected(UsedCode()));
            if (!token) return done(std::unexpected(LoginRefusal{.errors = {token.error()}}));
            const auto session = sessions_.FindNow(*token, Now());
            const auto person = session ? PersonOf(*session) : std::nullopt;
            if (!person) return done(std::unexpected(WrongLogin()));
            auto finish = [done = std::move(done), answer = LoggedIn{std::move(*token), *person}]() mutable {
                done(std::move(answer));
            };
            guard_.RememberAddress(account, client, who.owner, who.user,
                                   [this, who, name, client, finish = std::move(finish)](AddressNews news) mutable {
                                       log_.Succeeded(who, client, name, news == AddressNews::kNew, std::move(finish));
                                   });
        });
}

void Accounts::RequestReset(ResetRequest request, ResetDone done) {
    if (!manage_.SendsMails()) {
        return done(std::unexpected(
            Refused(ErrorCode::kConflict, "this service sends no mails. Ask an admin to invite you again")));
    }
    const std::string account = ToUpperAscii(request.email);
    const IpAddress client = request.client;
    reset_guard_.Enter(account, client,
                       [this, client, request = std::move(request),
                        done = std::move(done)](const std::expected<LoginTicket, LoginClosed>& entered) mutable {
                           if (!entered) return done(std::unexpected(TooMany(entered.error().wait_seconds)));
                           done({});
                           pool_.Submit(PasswordPool::ClientOf(client),
                                        [this, request = std::move(request)](const Status& turn) {
                                            if (turn) MailResets(request);
                                        });
                       });
}

void Accounts::MailResets(const ResetRequest& request) {
    for (const Candidate& each : CandidatesFor(*catalogue_.Current(), request.email, request.at)) {
        const auto decide = [id = each.user->id, request](const DecisionContext& context) -> UserDecided {
            const User* before = context.own.FindUser(id);
            // The user has changed in the meantime.
            if (before == nullptr || before->status != UserStatus::kActive) return UserDecided();
            User after = *before;
            auto mail = StartReset(context.own.records.self, request.public_url, Now(), after);
            auto decision = StoreUser(context.own, before, after, {"anonymous", "user.requestPasswordReset"});
            decision.change.audit.front().before.clear();
            decision.change.audit.front().after =
                boost::json::serialize(boost::json::object{{"address", request.client.ToString()}});
            decision.mails = {std::move(mail)};
            return decision;
        };
        manage_.Change(each.owner->records.self.id, decide, [](const ObjectResult& stored) {
            if (!stored) telemetry::LogWarn("a link for a new password could not be made", {});
        });
    }
}

}  // namespace fairlead::app
