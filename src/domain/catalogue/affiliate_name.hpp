#pragma once

#include <optional>
#include <string_view>

namespace fairlead::catalogue {

// Why an affiliate may not give itself this name, or nothing. A name must not look like a value that reports and
// statements write themselves, and must not contain characters that are not visible. `name` is valid UTF-8.
std::optional<std::string_view> WhyAffiliateNameIsRefused(std::string_view name);

// Whether two names differ only in spaces around them and in the case of ASCII letters.
bool IsSameAffiliateName(std::string_view one, std::string_view other);

}  // namespace fairlead::catalogue
