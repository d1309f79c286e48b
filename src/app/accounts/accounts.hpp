#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/accounts/login_guard.hpp"
#include "app/accounts/password_pool.hpp"
#include "app/accounts/sessions.hpp"
#include "app/catalogue/catalogue.hpp"
#include "app/catalogue/manage_catalogue.hpp"

namespace fairlead::app {

inline constexpr std::size_t kPasswordLengthMin = 10;
inline constexpr std::size_t kPasswordLengthMax = 200;

// Somebody who has proved who they are. `user` lies in `owner`.
struct Person {
    std::shared_ptr<const OperatorEntry> owner;
    const catalogue::User* user = nullptr;
    SessionRecord session;
};

struct LoginRequest {
    std::string email;
    std::string password;
    std::string totp;  // A one-time code or a recovery code; empty: none given.
    IpAddress client;
    std::optional<OperatorId> at;  // Only people of this operator, where its portal is asked.
};

struct LoggedIn {
    std::string token;
    Person person;
};

// Why somebody is not let in.
struct LoginRefusal {
    Errors errors;
    std::int64_t retry_after_seconds = 0;  // Not 0: too many attempts.
};
using LoginDone = std::move_only_function<void(std::expected<LoggedIn, LoginRefusal>)>;

// What people do with their accounts. Passwords are hashed and compared on a thread of their own; callbacks run there
// or on the ledger's.
class Accounts {
public:
    Accounts(Catalogue& catalogue, ManageCatalogue& manage, Sessions& sessions, const Bytes32& token_key);

    // An unknown address takes as long as a wrong password, and looks the same.
    void Login(LoginRequest request, LoginDone done);
    // Sets the password of whoever was invited, ends their older sessions and lets them in.
    void AcceptInvitation(std::string token, std::string password, const IpAddress& client, LoginDone done);

    // Every other session of the person ends.
    void ChangePassword(const Person& person, std::string current, std::string wanted, StatusDone done);
    // Answers secret and otpauthUrl; not in force until confirmed.
    void EnableTotp(const Person& person, std::string password, ObjectDone done);
    // Answers recoveryCodes, which are shown only now.
    void ConfirmTotp(const Person& person, const std::string& code, ObjectDone done);
    void DisableTotp(const Person& person, std::string password, StatusDone done);

    Sessions& sessions() { return sessions_; }
    // The person of a session, if it still may be used.
    std::optional<Person> PersonOf(const SessionRecord& session) const;

    void Stop() { pool_.Stop(); }

private:
    void CheckLogin(const std::shared_ptr<LoginRequest>& request, LoginDone done);
    void CheckCode(std::shared_ptr<const OperatorEntry> owner, const catalogue::User& user,
                   const std::shared_ptr<LoginRequest>& request, LoginDone done);
    void UseRecoveryCode(OperatorId owner, UserId user, const std::shared_ptr<LoginRequest>& request, LoginDone done);
    void Open(OperatorId owner, UserId user, std::optional<std::int64_t> totp_step, const std::string& account,
              const IpAddress& client, LoginDone done);
    void Accept(const std::string& token, const std::string& password, const IpAddress& client, LoginDone done);
    void LetIn(OperatorId owner, UserId user, const IpAddress& client, LoginDone done);
    // Goes on with `then` on the pool's thread, if the password is the person's.
    void WithPassword(const Person& person, std::string password, std::string_view member,
                      std::move_only_function<void(Status)> then);

    Catalogue& catalogue_;
    ManageCatalogue& manage_;
    Sessions& sessions_;
    const Bytes32 token_key_;
    LoginGuard guard_;
    LoginGuard confirming_;          // Of people who are in and give a password or code again: by account alone.
    const std::string nobody_hash_;  // Compared with where there is no such account.
    PasswordPool pool_;
};

}  // namespace fairlead::app
