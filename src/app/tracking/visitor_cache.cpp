#include "app/tracking/visitor_cache.hpp"

#include "domain/events/validate.hpp"
#include "domain/tracking/click.hpp"

namespace fairlead::app {
namespace {

// A full cache is cleared: a flood of invented visitors costs time, never memory.
constexpr std::size_t kAgentsMax = 4096;
constexpr std::size_t kAddressesMax = 16'384;

}  // namespace

std::size_t VisitorCache::AddressHash::operator()(const IpAddress& address) const {
    return std::hash<Uuid>()(Uuid{address.bytes});
}

const VisitorCache::Agent& VisitorCache::FindAgent(std::string_view user_agent) {
    if (const auto known = agents_.find(user_agent); known != agents_.end()) return known->second;
    if (agents_.size() >= kAgentsMax) agents_.clear();
    Agent agent{.profile = &classifier_.Classify(user_agent), .digest = tracking::DigestAgent(user_agent), .part = {}};
    tracking::AppendAgentPart(agent.part, agent.profile->device, agent.profile->os, agent.profile->browser);
    return agents_.emplace(user_agent, std::move(agent)).first->second;
}

const VisitorCache::Address& VisitorCache::FindAddress(const IpAddress& address) {
    if (const auto known = addresses_.find(address); known != addresses_.end()) return known->second;
    if (addresses_.size() >= kAddressesMax) addresses_.clear();
    Address found{.hash = events::DigestAddress(address.ToString(), address_key_), .country = countries_.Find(address)};
    return addresses_.emplace(address, std::move(found)).first->second;
}

}  // namespace fairlead::app
