#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "app/ports/visitors.hpp"
#include "base/crypto/secrets.hpp"
#include "base/text/text.hpp"

namespace fairlead::app {

// Caches the visitors that one thread has seen recently, so that hashing and classifying them again costs a look-up.
// Bounded; belongs to one thread.
class VisitorCache {
public:
    struct Agent {
        const AgentProfile* profile = nullptr;
        Bytes16 digest{};
        std::string part;  // The part of an origin: see AppendAgentPart.
    };
    struct Address {
        Bytes16 hash{};
        std::string country;
    };

    VisitorCache(const AgentClassifier& classifier, const CountryFinder& countries, const Bytes32& address_key)
        : classifier_(classifier), countries_(countries), address_key_(address_key) {}

    // Valid until the next call of the same method.
    const Agent& FindAgent(std::string_view user_agent);
    const Address& FindAddress(const IpAddress& address);

private:
    struct AddressHash {
        std::size_t operator()(const IpAddress& address) const;
    };

    const AgentClassifier& classifier_;
    const CountryFinder& countries_;
    const Bytes32& address_key_;
    std::unordered_map<std::string, Agent, TextHash, std::equal_to<>> agents_;
    std::unordered_map<IpAddress, Address, AddressHash> addresses_;
};

}  // namespace fairlead::app
