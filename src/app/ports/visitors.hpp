#pragma once

#include <string>
#include <string_view>

#include "base/net/ip_address.hpp"

namespace fairlead::app {

// What a user agent says about who is calling. Texts are empty when unknown, printable ASCII and short otherwise.
struct AgentProfile {
    bool is_bot = false;
    std::string device;   // desktop, mobile, tablet, tv, console or other.
    std::string os;       // "iOS", "Windows" …
    std::string browser;  // "Chrome Mobile", "Firefox" …

    auto operator<=>(const AgentProfile&) const = default;
};

class AgentClassifier {
public:
    virtual ~AgentClassifier() = default;

    // Never fails; an empty user agent is no bot and unknown in all else. Equal profiles are one object, which lives as
    // long as the classifier. Safe from any thread, and without contention for agents that the thread has seen lately.
    virtual const AgentProfile& Classify(std::string_view user_agent) const = 0;
};

class CountryFinder {
public:
    virtual ~CountryFinder() = default;

    // Two upper-case letters (ISO 3166-1), or empty when unknown. Safe from any thread; reads memory, no disk once
    // warm.
    virtual std::string Find(const IpAddress& address) const = 0;
};

}  // namespace fairlead::app
