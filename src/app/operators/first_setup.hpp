#pragma once

#include <optional>
#include <string>

#include "app/accounts/accounts.hpp"
#include "app/operators/create_operator.hpp"

namespace fairlead::app {

// What the first person enters. The caller has checked everything except the password.
struct SetupRequest {
    std::string token;
    std::string operator_name;
    std::string brand_name;
    std::string admin_email;
    std::string admin_password;
    std::string time_zone = "UTC";
    Currency base_currency = *Currency::Parse("EUR");
    IpAddress client;
};
using SetupDone = std::move_only_function<void(std::expected<boost::json::object, LoginRefusal>)>;

// Sets up a service without operators over HTTP. This needs the token of the current start and works once. Only the
// hash of the token is kept. If several nodes share a ledger, each has its own token, and the first set-up wins.
class FirstSetup {
public:
    FirstSetup(Catalogue& catalogue, CatalogueStore& store, PasswordPool& passwords)
        : catalogue_(catalogue), store_(store), passwords_(passwords) {}

    // Returns a new token, which replaces the previous one; nothing if there is an operator. Call it before the first
    // request, when the catalogue is loaded.
    std::optional<std::string> Open();

    // The reason why this token does not open the set-up, or nothing. A wrong token counts as a failed attempt.
    std::optional<LoginRefusal> CheckToken(const std::string& token, const IpAddress& client);

    // Returns the same as CreateOperator. The API key may only send events. `done` runs on another thread.
    void Run(SetupRequest request, SetupDone done);

private:
    void CreateFirst(const SetupRequest& request, SetupDone done);

    Catalogue& catalogue_;
    CatalogueStore& store_;
    PasswordPool& passwords_;
    LoginGuard guard_;
    std::optional<Bytes32> token_hash_;
};

// The text that is printed with the token.
std::string SetupInstructions(const std::string& url, const std::string& token);

}  // namespace fairlead::app
