#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "app/ports/fact_blocks.hpp"
#include "domain/facts/fact_block.hpp"
#include "domain/tracking/any_click_test.hpp"

namespace fairlead::facts {

inline constexpr std::int64_t kStart = 1'794'722'400'000'000;

// A block of deposits of one player.
inline std::string Deposits(std::int64_t count) {
    FactBlock block;
    for (std::int64_t i = 0; i < count; ++i) {
        block.AddEvent({.type = events::EventType::kDeposit, .time = {kStart}, .player = tracking::NthId<PlayerId>(1)});
    }
    return block.Bytes();
}

// A ledger in memory. It may be changed at any time.
class MemoryBlocks final : public app::FactBlocks {
public:
    void Write(OperatorId owner, std::int64_t facts) {
        const std::lock_guard lock(mutex_);
        auto& blocks = blocks_[owner];
        const std::int64_t number = blocks.empty() ? 1 : blocks.back().number + 1;
        blocks.push_back({number, {kStart + shift_ + number * 1000}, facts, Deposits(facts)});
    }
    template <class Change>
    void Alter(OperatorId owner, Change change) {
        const std::lock_guard lock(mutex_);
        change(blocks_[owner]);
    }
    // Blocks that are written from now on have other times, as after a restore.
    void ShiftTimes() { shift_ += 7; }
    std::int64_t Facts(OperatorId owner) {
        const std::lock_guard lock(mutex_);
        std::int64_t facts = 0;
        for (const auto& block : blocks_[owner]) facts += block.fact_count;
        return facts;
    }

    Result<std::vector<app::BlockMark>> NewestBlocks() override {
        if (failing) return Fail(ErrorCode::kLedgerFailed, "no ledger");
        const std::lock_guard lock(mutex_);
        std::vector<app::BlockMark> newest;
        for (const auto& [owner, blocks] : blocks_) {
            if (!blocks.empty()) newest.push_back({owner, blocks.back().number, blocks.back().recorded_at});
        }
        return newest;
    }
    Result<std::vector<app::FactBlockRecord>> ReadBlocks(OperatorId owner, Timestamp after,
                                                         std::int64_t facts_max) override {
        const std::lock_guard lock(mutex_);
        std::vector<app::FactBlockRecord> found;
        std::int64_t facts = 0;
        for (const auto& block : blocks_[owner]) {
            if (block.recorded_at <= after) continue;
            facts += block.fact_count;
            if (!found.empty() && facts > facts_max) break;
            found.push_back(block);
        }
        return found;
    }
    Result<app::ProjectionHold> HoldProjection() override {
        ++asked_for_hold;
        return hold;
    }

    std::atomic<bool> failing{false};
    std::atomic<app::ProjectionHold> hold{app::ProjectionHold::kKept};
    std::atomic<int> asked_for_hold{0};

private:
    std::mutex mutex_;
    std::map<OperatorId, std::vector<app::FactBlockRecord>> blocks_;
    std::int64_t shift_ = 0;
};

}  // namespace fairlead::facts
