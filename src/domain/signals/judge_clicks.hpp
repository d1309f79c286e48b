#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/crypto/secrets.hpp"
#include "domain/signals/finding.hpp"

namespace fairlead::signals {

// The parts of a counted click that fraud rules need.
struct SeenClick {
    Timestamp time;
    AffiliateId affiliate;
    std::optional<LinkId> link;
    Bytes16 address{};
    Bytes16 agent{};
};

// The names of user agents ("Chrome on Windows"), by the digests of the agents.
using AgentNames = std::map<Bytes16, std::string>;

// The findings of a rule about clicks (kClickBurst, kOneAddress, kOneAgent) in these clicks, which may be in any order.
std::vector<Finding> JudgeClicks(const FraudRule& rule, std::span<const SeenClick> clicks, const AgentNames& agents);

// The digits by which people distinguish addresses and agents. The address itself is never stored.
std::string MarkOf(const Bytes16& hash);

}  // namespace fairlead::signals
