#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "app/ports/visitors.hpp"

namespace fairlead::visitors {

// The user agents that a thread has seen recently, in two generations of at most `generation_max`. A full young
// generation replaces the old one, so frequent agents stay and rare ones are removed. For one thread.
class RecentAgents {
public:
    explicit RecentAgents(std::size_t generation_max) : generation_max_(generation_max) {}

    // Null if the agent is not in either generation.
    const app::AgentProfile* Find(std::string_view agent) {
        if (const auto found = young_.find(agent); found != young_.end()) return found->second;
        const auto found = old_.find(agent);
        if (found == old_.end()) return nullptr;
        const auto* profile = found->second;
        Remember(agent, profile);
        return profile;
    }

    void Remember(std::string_view agent, const app::AgentProfile* profile) {
        if (young_.size() >= generation_max_) old_ = std::exchange(young_, {});
        young_.emplace(agent, profile);
    }

    std::size_t size() const { return young_.size() + old_.size(); }

private:
    struct Hash : std::hash<std::string_view> {
        using is_transparent = void;  // Allows a lookup without creating a string.
    };
    using Generation = std::unordered_map<std::string, const app::AgentProfile*, Hash, std::equal_to<>>;

    std::size_t generation_max_;
    Generation young_;
    Generation old_;
};

}  // namespace fairlead::visitors
