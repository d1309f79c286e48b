#include "domain/events/near_miss.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>
#include <vector>

#include "domain/events/known_members.hpp"

namespace fairlead::events {
namespace {

constexpr std::size_t kSentLengthMax = 40;
// Shorter names are near too many ordinary words: "name" is one letter from "game".
constexpr std::size_t kLengthForOneError = 6;
constexpr std::size_t kLengthForTwoErrors = 9;

// Other names that senders use, without case and separators.
constexpr auto kOtherNames = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"playerref", "player_external_ref"},
    {"playerid", "player_external_ref"},
    {"externalref", "player_external_ref"},
    {"clickref", "click_id"},
    {"clickuuid", "click_id"},
    {"countrycode", "country"},
    {"currencycode", "currency"},
    {"ipaddress", "ip"},
    {"clientip", "ip"},
    {"playerip", "ip"},
    {"gameid", "game"},
    {"gamename", "game"},
});

// Lower-case letters and digits, without separators.
std::string Fold(std::string_view name) {
    std::string folded;
    for (const char c : name) {
        if (c >= 'A' && c <= 'Z') folded += static_cast<char>(c - 'A' + 'a');
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) folded += c;
    }
    return folded;
}

// The number of letters to insert, remove, replace or swap with their neighbour to get from one text to the other.
std::size_t CountTypingErrors(std::string_view from, std::string_view to) {
    std::vector<std::size_t> before_last;
    std::vector<std::size_t> last(to.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= from.size(); ++i) {
        std::vector<std::size_t> row(to.size() + 1, i);
        for (std::size_t j = 1; j <= to.size(); ++j) {
            const bool same = from[i - 1] == to[j - 1];
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
            const bool swapped = i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
            if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
        before_last = std::exchange(last, std::move(row));
    }
    return last.back();
}

std::size_t ErrorsAllowed(std::string_view folded) {
    return folded.size() >= kLengthForTwoErrors ? 2 : folded.size() >= kLengthForOneError ? 1 : 0;
}

// The known name with the fewest typing errors, if they are few enough.
std::optional<std::string_view> Nearest(std::string_view folded) {
    std::optional<std::string_view> nearest;
    std::size_t fewest = kSentLengthMax;
    for (const KnownMember& known : kKnownMembers) {
        const std::string target = Fold(known.name);
        const std::size_t allowed = ErrorsAllowed(target);
        const std::size_t longer = std::max(target.size(), folded.size());
        if (longer - std::min(target.size(), folded.size()) > allowed) continue;
        const std::size_t errors = CountTypingErrors(folded, target);
        if (errors > allowed || errors >= fewest) continue;
        fewest = errors;
        nearest = known.name;
    }
    return nearest;
}

}  // namespace

std::optional<std::string_view> MeantMember(std::string_view sent) {
    const bool known = std::ranges::find(kKnownMembers, sent, &KnownMember::name) != kKnownMembers.end();
    if (known || sent.size() > kSentLengthMax) return std::nullopt;
    const std::string folded = Fold(sent);
    const auto other = std::ranges::find(kOtherNames, folded, [](const auto& pair) { return pair.first; });
    return other == kOtherNames.end() ? Nearest(folded) : other->second;
}

std::string DescribeNearMiss(const NearMiss& near_miss) {
    return near_miss.sent + " is not a member of events and has no effect. Did you mean " +
           std::string(near_miss.meant) + "?";
}

}  // namespace fairlead::events
