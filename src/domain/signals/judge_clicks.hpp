#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/crypto/secrets.hpp"
#include "domain/signals/finding.hpp"

namespace fairlead::signals {

// A counted click, as far as rules need it.
struct SeenClick {
    Timestamp time;
    AffiliateId affiliate;
    std::optional<LinkId> link;
    Bytes16 address{};
    Bytes16 agent{};
};

// What people call an agent ("Chrome on Windows"), by its digest.
using AgentNames = std::map<Bytes16, std::string>;

// The findings of a rule about clicks (kClickBurst, kOneAddress, kOneAgent) in these clicks, which may have any order.
std::vector<Finding> JudgeClicks(const FraudRule& rule, std::span<const SeenClick> clicks, const AgentNames& agents);

// The digits by which people tell addresses and agents apart. The address itself is never stored.
std::string MarkOf(const Bytes16& hash);

}  // namespace fairlead::signals
