#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "app/ports/chain_head.hpp"

namespace fairlead::app {

// The newest commit of an operator, and since when its chain also covers other data.
struct VerifiedChain {
    std::string operator_name;
    ChainHead head;
    // The first commit whose hash also covers settings, steps of statements, audit entries and blocks of facts. 0: none
    // yet, because the service has not run since the upgrade.
    std::int64_t wide_from = 0;
    Timestamp wide_at;
};

// The result of recomputing a record. Every difference is a sentence that names what differs.
struct VerificationReport {
    std::int64_t operators = 0;
    std::int64_t commits = 0;
    std::int64_t events = 0;
    std::int64_t attributions = 0;
    std::int64_t accruals = 0;
    std::int64_t statements = 0;
    std::int64_t messages = 0;
    std::int64_t difference_count = 0;
    std::vector<VerifiedChain> chains;
    std::vector<std::string> differences;  // The first ones, at most kDifferencesMax.

    void Add(std::string difference);
};

inline constexpr std::size_t kDifferencesMax = 1000;

// kScrub also reads data from which nothing is recomputed: every page of the ledger and every block of facts.
enum class VerificationDepth : std::uint8_t { kRecord, kScrub };

struct VerificationRequest {
    VerificationDepth depth = VerificationDepth::kRecord;
    // Heads that were noted down earlier. One that is not in the chain is a difference.
    std::vector<ChainHead> expected;
};

inline void VerificationReport::Add(std::string difference) {
    ++difference_count;
    if (differences.size() < kDifferencesMax) differences.push_back(std::move(difference));
}

// The progress with one operator.
struct VerificationProgress {
    std::string operator_name;
    std::int64_t done = 0;
    std::int64_t total = 0;  // In commits.
};
using OnVerificationProgress = std::function<void(const VerificationProgress&)>;

}  // namespace fairlead::app
