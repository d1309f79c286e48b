#include "domain/catalogue/affiliate_name.hpp"

#include <algorithm>
#include <array>

#include "base/text/invisible_characters.hpp"
#include "base/text/text.hpp"

namespace fairlead::catalogue {
namespace {

constexpr std::array<std::string_view, 6> kReservedNames{"(organic)", "(unregistered)", "(none)",
                                                         "(no deal)", "(unknown)",      "Total"};

}  // namespace

bool IsSameAffiliateName(std::string_view one, std::string_view other) {
    return EqualIgnoringAsciiCase(TrimSpaces(one), TrimSpaces(other));
}

std::optional<std::string_view> WhyAffiliateNameIsRefused(std::string_view name) {
    if (HasInvisibleCharacter(name)) return "must not contain invisible characters";
    const auto is_name = [name](std::string_view reserved) { return IsSameAffiliateName(name, reserved); };
    if (std::ranges::any_of(kReservedNames, is_name)) return "is a name that reports use. Choose another";
    return std::nullopt;
}

}  // namespace fairlead::catalogue
