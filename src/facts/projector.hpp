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
    // Whether other processes project the same ledger into the same store. Then only one at a time may do so.
    bool shared_store = false;
    std::chrono::milliseconds pause{250};           // Between two checks of the ledger, when the store is up to date.
    std::chrono::milliseconds busy_pause{500};      // The same under load, because every append has a fixed cost.
    std::chrono::milliseconds compare_every{1000};  // How often to check that the store still has its facts.
    std::chrono::milliseconds retry_pause_min{100};
    std::chrono::milliseconds retry_pause_max{5000};
    std::int64_t facts_per_append = 100'000;
};

// Copies blocks of facts from the ledger into the analytics store, each exactly once. The store saves an operator's
// mark in the same transaction as the rows, and the next block follows from the mark. Runs one thread: Start starts it,
// Stop ends it after the current step. The ledger and the store must outlive it.
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
    void Publish(std::int64_t checked_at);

    app::FactBlocks& source_;
    app::FactStore& store_;
    const ProjectorOptions options_;
    telemetry::Metrics& metrics_;

    // Used only by the thread.
    OperatorMarks marks_;
    bool marks_known_ = false;  // Whether they still equal the store's marks.
    std::uint64_t epoch_ = 0;   // Of the ledger, when the marks were checked against it.
    bool failing_ = false;
    std::chrono::milliseconds retry_pause_{};
    std::int64_t marks_asked_at_ = 0;  // Steady clock.
    std::size_t turn_ = 0;             // Which operator comes first, in turns.
    bool is_busy_ = false;             // Whether the last append was large.

    mutable std::mutex mutex_;
    std::condition_variable_any wake_;
    std::unordered_map<OperatorId, MissingFacts> missing_;  // Only operators with missing facts.
    std::unordered_map<OperatorId, std::int64_t> stored_;   // The newest block in the store.
    std::int64_t checked_at_ = 0;                           // Steady clock.
    RebuildWatch rebuild_;
    std::jthread thread_;
};

}  // namespace fairlead::facts
