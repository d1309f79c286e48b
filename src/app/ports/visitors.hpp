#pragma once

#include <string>
#include <string_view>

#include "base/net/ip_address.hpp"

namespace fairlead::app {

// The classification of a user agent. Texts are empty if unknown, otherwise short and printable ASCII.
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

    // Never fails. An empty user agent is not a bot and has no known values. Equal profiles are one object, which lives
    // as long as the classifier. Safe from any thread, and without contention for agents that the thread has seen
    // recently.
    virtual const AgentProfile& Classify(std::string_view user_agent) const = 0;
};

class CountryFinder {
public:
    virtual ~CountryFinder() = default;

    // Two upper-case letters (ISO 3166-1), or empty if unknown. Safe from any thread. Reads only memory when the file
    // is cached.
    virtual std::string Find(const IpAddress& address) const = 0;
};

}  // namespace fairlead::app
