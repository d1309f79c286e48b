#include "app/accounts/login_guard.hpp"

#include <algorithm>

#include "domain/access/rate_window.hpp"

namespace fairlead::app {
namespace {

std::string AccountName(std::string_view account) { return "account " + std::string(account); }

std::string AddressName(IpAddress client) {
    if (!client.IsV4()) std::fill(client.bytes.begin() + 8, client.bytes.end(), std::uint8_t{0});
    return "address " + client.ToString();
}

// Where there are too many at once, all others share one count: a flood slows itself down.
constexpr const char* kCrowd = "crowd";

}  // namespace

LoginGuard::Count& LoginGuard::CountOf(const std::string& name, std::int64_t now_micros) {
    const bool full = counts_.size() >= limits_.entries_max && !counts_.contains(name);
    Count& count = counts_[full ? kCrowd : name];
    if (now_micros - count.started_micros >= limits_.window_micros)
        count = {.failures = 0, .started_micros = now_micros};
    return count;
}

void LoginGuard::MakeRoom(std::int64_t now_micros) {
    if (counts_.size() < limits_.entries_max) return;
    std::erase_if(counts_,
                  [&](const auto& each) { return now_micros - each.second.started_micros >= limits_.window_micros; });
}

std::optional<std::int64_t> LoginGuard::Enter(std::string_view account, const IpAddress& client,
                                              std::int64_t now_micros) {
    const std::lock_guard lock(mutex_);
    MakeRoom(now_micros);
    Count& by_address = CountOf(AddressName(client), now_micros);
    if (by_address.failures >= limits_.failures_per_address) {
        return access::SecondsRoundedUp(by_address.started_micros + limits_.window_micros - now_micros);
    }
    ++by_address.failures;
    Count& by_account = CountOf(AccountName(account), now_micros);
    if (by_account.failures >= limits_.failures_per_account) {
        return access::SecondsRoundedUp(by_account.started_micros + limits_.window_micros - now_micros);
    }
    ++by_account.failures;
    return std::nullopt;
}

void LoginGuard::Succeeded(std::string_view account, const IpAddress& client) {
    const std::lock_guard lock(mutex_);
    counts_.erase(AccountName(account));
    const auto by_address = counts_.find(AddressName(client));
    if (by_address != counts_.end() && by_address->second.failures > 0) --by_address->second.failures;
}

}  // namespace fairlead::app
