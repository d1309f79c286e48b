#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/accounts/login_guard.hpp"
#include "app/accounts/login_log.hpp"
#include "app/accounts/password_links.hpp"
#include "app/accounts/password_pool.hpp"
#include "app/accounts/sessions.hpp"
#include "app/accounts/shared_login_guard.hpp"
#include "app/catalogue/catalogue.hpp"
#include "app/catalogue/manage_catalogue.hpp"

namespace fairlead::app {

// An authenticated person. `user` points into `owner`.
struct Person {
    std::shared_ptr<const OperatorEntry> owner;
    const catalogue::User* user = nullptr;
    SessionRecord session;
};

struct LoginRequest {
    std::string email;
    std::string password;
    std::string totp;  // A one-time code or a recovery code; empty if not given.
    IpAddress client;
    std::optional<OperatorId> at;  // The operator at whose portal the user logs in. If set, only its users can.
};

struct LoggedIn {
    std::string token;
    Person person;
};

// The reason why a log-in is refused.
struct LoginRefusal {
    Errors errors;
    std::int64_t retry_after_seconds = 0;  // Above 0 if there were too many attempts.
};
using LoginDone = std::move_only_function<void(std::expected<LoggedIn, LoginRefusal>)>;

struct ResetRequest {
    std::string email;
    IpAddress client;
    std::optional<OperatorId> at;  // If set, only users of this operator get the mail.
    // The links begin with this URL. It never comes from the Host header of a request, because the sender chooses it.
    std::string public_url;
};
using ResetDone = std::move_only_function<void(std::expected<void, LoginRefusal>)>;

// The objects that accounts use. They outlive the accounts.
struct AccountParts {
    Catalogue& catalogue;
    ManageCatalogue& manage;
    Sessions& sessions;
    SharedLoginGuard& guard;
    LoginLog& log;
};

// The actions of users on their own accounts. Passwords are hashed and compared on a thread of their own; callbacks run
// there or on a thread of the ledger.
class Accounts {
public:
    Accounts(const AccountParts& parts, const Bytes32& token_key);

    // An unknown e-mail address takes as long as a wrong password and gets the same answer.
    void Login(LoginRequest request, LoginDone done);
    // Sets the password of the link's user, ends the user's older sessions and opens a new session.
    struct LinkUse {
        PasswordLink link = PasswordLink::kInvitation;
        std::string token;
        std::string password;
    };
    void SetPasswordByLink(LinkUse use, const IpAddress& client, LoginDone done);
    // Mails a link for a new password to the active users with this address. Answers before it looks for them, so
    // neither the answer nor its time shows whether they exist. Refused if the service sends no mails, or after too
    // many requests.
    void RequestReset(ResetRequest request, ResetDone done);

    // Ends all other sessions of the user.
    void ChangePassword(const Person& person, std::string current, std::string wanted, StatusDone done);
    // Mails links to the old and the new address of the user, who must know the password. The answer is that of
    // EncodeAddress. Refused if the service sends no mails, or after too many requests.
    struct AddressRequest {
        std::string email;
        std::string password;
        IpAddress client;
        std::string public_url;  // As in ResetRequest.
    };
    void RequestAddressChange(const Person& person, AddressRequest request, ObjectDone done);
    // Returns secret and otpauthUrl. One-time codes are not required until the user confirms one.
    void EnableTotp(const Person& person, std::string password, ObjectDone done);
    // Returns recoveryCodes, which cannot be read again. The code cannot be used for a log-in.
    void ConfirmTotp(const Person& person, std::string code, ObjectDone done);
    // Refused if the operator requires one-time codes for the user's role.
    void DisableTotp(const Person& person, std::string password, StatusDone done);

    Sessions& sessions() { return sessions_; }
    PasswordPool& passwords() { return pool_; }
    // The person of a session, if the user is still active.
    std::optional<Person> PersonOf(const SessionRecord& session) const;

    void Stop() { pool_.Stop(); }

private:
    // An attempt to log in that may continue.
    struct Attempt {
        LoginRequest request;
        std::string account;  // The e-mail address in upper case.
        LoginTicket ticket;
        std::vector<LoginAccount> accounts;  // The users with this e-mail address, once they are found.
    };
    // The proof with which a session is opened.
    struct Proof {
        std::string_view name;  // Written to the audit log.
        CheckedUser checked;
        std::optional<std::int64_t> totp_step = {};
    };

    void Admit(const std::shared_ptr<Attempt>& attempt, LoginDone done);
    // Notes a refusal: a wrong password counts, a failure of the service does not.
    void NoteRefusal(const Attempt& attempt, const LoginRefusal& refusal);
    // Checks on a thread of the pool. If another node has changed the user in the meantime, checks again.
    void SubmitCheck(const std::shared_ptr<Attempt>& attempt, LoginDone done, int checks_left);
    void CheckLogin(const std::shared_ptr<Attempt>& attempt, LoginDone done);
    void CheckCode(const std::shared_ptr<const OperatorEntry>& owner, const catalogue::User& user,
                   const std::shared_ptr<Attempt>& attempt, LoginDone done);
    void UseRecoveryCode(OperatorId owner, const catalogue::User& user, const std::shared_ptr<Attempt>& attempt,
                         LoginDone done);
    void Open(const LoginAccount& who, const Proof& proof, const std::string& account, const IpAddress& client,
              LoginDone done);
    void UseLink(const LinkUse& use, const IpAddress& client, LoginDone done);
    void MailResets(const ResetRequest& request);
    void MailAddressLinks(const Person& person, const AddressRequest& request, ObjectDone done);
    void StartFirstSession(OperatorId owner, UserId user, const IpAddress& client, LoginDone done);
    // Makes and hashes new recovery codes, on a thread of the pool.
    void ConfirmWithNewCodes(const Person& person, const std::string& code, ObjectDone done);
    // Changes the person's own user if the password is correct. `prepare` runs on the thread of the pool and returns
    // the change. The user's password may change in the meantime, so it is compared again where the change is decided.
    struct OwnChange {
        std::string action;
        std::string password;
        std::string_view member;  // The JSON Pointer of the password in the request.
    };
    using UserChange = std::function<Errors(const DecisionContext&, catalogue::User&)>;
    void ChangeWithPassword(const Person& person, OwnChange wanted, std::move_only_function<UserChange()> prepare,
                            ObjectDone done);
    // Calls `then` with success if the password is correct, and otherwise with an error.
    void WithPassword(const Person& person, std::string password, std::string_view member,
                      std::move_only_function<void(Status)> then);

    Catalogue& catalogue_;
    ManageCatalogue& manage_;
    Sessions& sessions_;
    SharedLoginGuard& guard_;
    SharedLoginGuard reset_guard_;
    LoginLog& log_;
    const Bytes32 token_key_;
    LoginGuard confirming_;         // Limits how often users who are logged in may repeat a password or code. Counts by
                                    // account only, and on each node by itself.
    const std::string decoy_hash_;  // Compared if there is no such account, so that both cases take equally long.
    PasswordPool pool_;
};

}  // namespace fairlead::app
