#include "app/operators/first_setup.hpp"

#include "app/declarations/value_checks.hpp"
#include "base/crypto/random.hpp"
#include "domain/access/password.hpp"

namespace fairlead::app {
namespace {

constexpr std::size_t kTokenDigits = 48;

LoginRefusal RefusedSetup(ErrorCode code, std::string why) { return {.errors = Wrong(code, std::move(why))}; }

LoginRefusal AlreadySetUp() {
    return RefusedSetup(ErrorCode::kConflict, "this service is already set up. Log in instead");
}

LoginRefusal UnknownToken() {
    return RefusedSetup(ErrorCode::kNotFound,
                        "the set-up address is not valid any more. The service prints a new one each time it starts");
}

}  // namespace

std::optional<std::string> FirstSetup::Open() {
    if (!catalogue_.Current()->entries().empty()) return std::nullopt;
    std::string token = RandomHex(kTokenDigits);
    token_hash_ = Digest256(token);
    return token;
}

std::optional<LoginRefusal> FirstSetup::CheckToken(const std::string& token, const IpAddress& client) {
    if (!catalogue_.Current()->entries().empty()) return AlreadySetUp();
    // Tries of other addresses do not count: strangers must not keep the owner of the token out.
    const std::string account = PasswordPool::ClientOf(client);
    if (const auto wait = guard_.Enter(account, client, SteadyMicros())) {
        LoginRefusal refusal = RefusedSetup(ErrorCode::kRateLimited, "too many attempts. Try again later");
        refusal.retry_after_seconds = *wait;
        return refusal;
    }
    if (!token_hash_ || !EqualInConstantTime(Digest256(token), *token_hash_)) return UnknownToken();
    guard_.Succeeded(account, client);
    return std::nullopt;
}

void FirstSetup::Run(SetupRequest request, SetupDone done) {
    if (auto refusal = CheckToken(request.token, request.client)) return done(std::unexpected(std::move(*refusal)));
    if (auto why = access::WhyPasswordIsRefused(request.admin_password, request.admin_email)) {
        return done(std::unexpected(
            LoginRefusal{.errors = Wrong(ErrorCode::kInvalidValue, std::move(*why), "/adminPassword")}));
    }
    const std::string client = PasswordPool::ClientOf(request.client);
    passwords_.Submit(client, [this, request = std::move(request), done = std::move(done)](const Status& turn) mutable {
        if (!turn) return done(std::unexpected(LoginRefusal{.errors = {turn.error()}}));
        CreateFirst(request, std::move(done));
    });
}

void FirstSetup::CreateFirst(const SetupRequest& request, SetupDone done) {
    const NewOperator wanted{
        .name = request.operator_name,
        .admin_email = request.admin_email,
        .admin_password_hash = HashPassword(request.admin_password),
        .brand_name = request.brand_name,
        .settings = {.first_time_zone = request.time_zone, .first_base_currency = request.base_currency, .changes = {}},
        .key_scopes = {catalogue::KeyScope::kEvents},
        .only_first = true};
    CreateOperator(catalogue_, store_, wanted, "setup", [done = std::move(done)](ObjectResult created) mutable {
        if (created) return done(std::move(*created));
        // Another node was faster. Its operator may not be in this node's catalogue yet.
        if (created.error().front().code == ErrorCode::kConflict) return done(std::unexpected(AlreadySetUp()));
        done(std::unexpected(LoginRefusal{.errors = std::move(created.error())}));
    });
}

std::string SetupInstructions(const std::string& url, const std::string& token) {
    return "There is no operator yet. Set the service up in a browser, with this address, which works once:\n  " + url +
           "/console/setup#token=" + token + "\n";
}

}  // namespace fairlead::app
