#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <span>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include "app/ports/fact_blocks.hpp"
#include "app/ports/facts.hpp"
#include "app/ports/projection.hpp"
#include "facts/operator_marks.hpp"
#include "facts/rebuild_watch.hpp"
#include "telemetry/metrics.hpp"

namespace fairlead::facts {

struct ProjectorOptions {
    // Whether other processes move facts of the same ledger into the same store: then only one at a time may.
    bool shared_store = false;
    std::chrono::milliseconds pause{250};           // Between two looks at the ledger, once all of it is in the store.
    std::chrono::milliseconds busy_pause{500};      // The same while much is coming: an append has a cost of its own.
    std::chrono::milliseconds compare_every{1000};  // Whether the store still holds what it was given.
    std::chrono::milliseconds retry_pause_min{100};
    std::chrono::milliseconds retry_pause_max{5000};
    std::int64_t facts_per_append = 100'000;
};

// Moves blocks of facts from the ledger into the analytics store, exactly once: the store moves an operator's mark in
// the same step in which it takes the rows, and what comes next follows from the mark. One thread, which Start starts
// and Stop ends after what it is at; ledger and store must outlive it.
class Projector final : public app::Projection {
public:
    Projector(app::FactBlocks& source, app::FactStore& store, ProjectorOptions options, telemetry::Metrics& metrics);
    ~Projector() override;

    void Start();
    void Stop();

    app::ProjectionLag Lag(OperatorId owner) const override;
    void Rebuild() override;
    app::RebuildProgress rebuild_progress() const override;

private:
    enum class Pace : std::uint8_t { kAtOnce, kPause };

    void Run(const std::stop_token& stop);
    Result<Pace> Step();
    Result<Pace> StandBy();
    Status FetchNewest();
    Status FetchMarks();
    Status CompareMarks();
    Status StartRebuild();
    Status ForgetWhatDoesNotFit();
    Result<bool> Fits(const OperatorMark& state);
    Status Forget(OperatorId owner);
    Status ProjectSome(std::span<OperatorMark* const> behind);
    Result<std::int64_t> AddBlocks(OperatorMark& state, std::int64_t facts_max, app::FactAppender& appender,
                                   std::vector<app::BlockMark>& marks);
    Status Commit(app::FactAppender& appender, std::span<const app::BlockMark> marks, std::int64_t facts);
    Status RequireHold();
    void ReportDamage(std::string_view message, OperatorId owner, std::int64_t block);
    std::chrono::milliseconds NoteOutcome(const Result<Pace>& outcome);
    void Publish();

    app::FactBlocks& source_;
    app::FactStore& store_;
    const ProjectorOptions options_;
    telemetry::Metrics& metrics_;

    // The thread's own.
    OperatorMarks marks_;
    bool marks_known_ = false;  // Whether they are still what the store says.
    bool failing_ = false;
    std::chrono::milliseconds retry_pause_{};
    std::int64_t marks_asked_at_ = 0;  // Steady.
    std::size_t turn_ = 0;             // Who comes first, in turns.
    bool is_busy_ = false;             // Whether the last append was a large one.

    mutable std::mutex mutex_;
    std::condition_variable_any wake_;
    std::unordered_map<OperatorId, MissingFacts> missing_;  // Of operators of which anything is.
    RebuildWatch rebuild_;
    std::jthread thread_;
};

}  // namespace fairlead::facts
