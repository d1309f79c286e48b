#include "app/accounts/login_guard.hpp"

#include <algorithm>

#include "domain/access/rate_window.hpp"

namespace fairlead::app {
namespace {

std::string NetworkOf(IpAddress client) {
    if (!client.IsV4()) std::fill(client.bytes.begin() + 8, client.bytes.end(), std::uint8_t{0});
    return client.ToString();
}

// Where there are too many at once, all others share one count: a flood slows itself down.
constexpr const char* kCrowd = "crowd";

}  // namespace

std::array<LoginGuard::Place, 3> LoginGuard::PlacesOf(std::string_view account, const IpAddress& client) const {
    const std::string at = " at " + NetworkOf(client);
    const std::string of = "account " + std::string(account);
    return {Place{of + at, limits_.attempts_per_account_and_address}, Place{of, limits_.attempts_per_account},
            Place{"anybody" + at, limits_.attempts_per_address}};
}

LoginGuard::Count& LoginGuard::CountOf(const std::string& name, std::int64_t now_micros) {
    const bool full = counts_.size() >= limits_.entries_max && !counts_.contains(name);
    const Count fresh{.attempts = 0, .started_micros = now_micros};
    Count& count = counts_.try_emplace(full ? kCrowd : name, fresh).first->second;
    if (now_micros - count.started_micros >= limits_.window_micros) count = fresh;
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
    for (const Place& place : PlacesOf(account, client)) {
        Count& count = CountOf(place.name, now_micros);
        if (count.attempts >= place.attempts_max) {
            return access::SecondsRoundedUp(count.started_micros + limits_.window_micros - now_micros);
        }
        ++count.attempts;
    }
    return std::nullopt;
}

void LoginGuard::Succeeded(std::string_view account, const IpAddress& client) {
    const std::lock_guard lock(mutex_);
    for (const Place& place : PlacesOf(account, client)) {
        const auto found = counts_.find(place.name);
        if (found != counts_.end() && found->second.attempts > 0) --found->second.attempts;
    }
}

}  // namespace fairlead::app
