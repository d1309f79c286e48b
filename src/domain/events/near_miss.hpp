#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fairlead::events {

// A member that an event has under a name that is nearly one of the known names. It is stored, but has no effect.
struct NearMiss {
    std::string sent;
    std::string_view meant;  // One of the known names.
};

// The known member that a sender probably means by an unknown name: one that differs only in case and separators
// (clickId), a usual other name (playerRef), or a typing error (curency). Nothing for other names, and for known ones.
std::optional<std::string_view> MeantMember(std::string_view sent);

// What to tell the sender.
std::string DescribeNearMiss(const NearMiss& near_miss);

}  // namespace fairlead::events
