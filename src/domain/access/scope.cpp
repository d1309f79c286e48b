#include "domain/access/scope.hpp"

#include <algorithm>

namespace fairlead::access {

std::optional<KeyScope> ScopeOf(Area area) {
    switch (area) {
        case Area::kEvents: return KeyScope::kEvents;
        case Area::kTracking: return KeyScope::kTracking;
        case Area::kReports: return KeyScope::kReports;
        case Area::kMoney: return KeyScope::kMoney;
        case Area::kAdmin: return KeyScope::kAdmin;
        case Area::kPeople: return std::nullopt;
    }
    return std::nullopt;
}

bool Includes(std::span<const KeyScope> scopes, KeyScope scope) {
    return std::ranges::any_of(scopes, [scope](KeyScope one) { return one == KeyScope::kFull || one == scope; });
}

bool Opens(std::span<const KeyScope> scopes, Area area) {
    const auto needed = ScopeOf(area);
    return needed && Includes(scopes, *needed);
}

std::string DescribeNeed(Area area) {
    const auto needed = ScopeOf(area);
    if (!needed) return "no API key may create or change users. Log in as an admin";
    return "this request needs an API key with the scope " + NameOf(*needed) + " or full";
}

std::optional<KeyScope> FirstLacking(std::span<const KeyScope> own, std::span<const KeyScope> wanted) {
    const auto lacking = std::ranges::find_if(wanted, [own](KeyScope scope) { return !Includes(own, scope); });
    return lacking == wanted.end() ? std::nullopt : std::optional(*lacking);
}

std::string NameOf(KeyScope scope) { return std::string(catalogue::kKeyScopeNames[static_cast<std::size_t>(scope)]); }

}  // namespace fairlead::access
