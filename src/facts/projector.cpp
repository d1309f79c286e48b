#include "facts/projector.hpp"

#include <algorithm>
#include <utility>

#include "domain/reporting/project.hpp"
#include "telemetry/log.hpp"
#include "telemetry/run_guarded.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::facts {
namespace {

using app::ProjectionHold;

// How often a process that does not project reads the marks from the store.
constexpr std::int64_t kLookOnEveryMicros = kMicrosPerSecond;
// With many operators each gets a share of an append, but not so small that reading it costs more than it gains.
constexpr std::int64_t kFactsPerOperatorMin = 1000;

// An append of this many facts means that more are coming.
constexpr std::int64_t kBusyFactsMin = 1000;

constexpr const char* kHeldElsewhere =
    "another process projects into this analytics store. Run the command on that node, or stop its service first.";

}  // namespace

Projector::Projector(app::FactBlocks& source, app::FactStore& store, ProjectorOptions options,
                     telemetry::Metrics& metrics)
    : source_(source), store_(store), options_(options), metrics_(metrics) {}

Projector::~Projector() { Stop(); }

void Projector::Start() {
    thread_ = std::jthread([this](const std::stop_token& stop) { Run(stop); });
}

void Projector::Stop() {
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
}

app::ProjectionLag Projector::Lag(OperatorId owner) const {
    const std::lock_guard lock(mutex_);
    app::ProjectionLag lag;
    lag.checked_at = checked_at_;
    if (const auto stored = stored_.find(owner); stored != stored_.end()) lag.last_block = stored->second;
    const auto found = missing_.find(owner);
    if (found == missing_.end()) return lag;
    const std::int64_t age = std::max<std::int64_t>(0, Now().micros - found->second.since.micros);
    lag.seconds = static_cast<double>(age) / static_cast<double>(kMicrosPerSecond);
    lag.blocks = found->second.blocks;
    lag.is_filling = found->second.is_filling;
    return lag;
}

void Projector::Rebuild() {
    rebuild_.Request();
    const std::lock_guard lock(mutex_);
    wake_.notify_one();
}

app::RebuildProgress Projector::rebuild_progress() const { return rebuild_.progress(); }

void Projector::Run(const std::stop_token& stop) {
    telemetry::NameThisThread("projector");
    telemetry::LowerThreadPriority();
    while (!stop.stop_requested()) {
        // An exception counts as a failure: the marks are read again.
        Result<Pace> outcome = Fail(ErrorCode::kInternal, "the step failed with an exception");
        telemetry::RunGuarded("projector", [&] {
            const std::int64_t began = SteadyMicros();
            outcome = Step();
            Publish(outcome ? began : checked_at_);
        });
        const auto pause = NoteOutcome(outcome);
        std::unique_lock lock(mutex_);
        wake_.wait_for(lock, stop, pause, [this] { return rebuild_.IsRequested(); });
    }
}

// Reads the ledger once more after the store, because a mark in the store may be newer than the first answer.
Result<Projector::Pace> Projector::Step() {
    TRY(FetchNewest());
    const std::uint64_t epoch = source_.Epoch();
    if (std::exchange(epoch_, epoch) != epoch) marks_known_ = false;
    if (options_.shared_store) {
        const auto hold = TRY(source_.HoldProjection());
        if (hold == ProjectionHold::kOther) return StandBy();
        if (hold == ProjectionHold::kTaken) marks_known_ = false;
    }
    TRY(CompareMarks());
    if (!marks_known_) {
        TRY(FetchMarks());
        TRY(FetchNewest());
        marks_known_ = true;
    }
    TRY(rebuild_.IsRequested() ? StartRebuild() : ForgetWhatDoesNotFit());
    is_busy_ = false;
    const auto behind = marks_.Behind(turn_++);
    if (behind.empty()) return Pace::kPause;
    TRY(ProjectSome(behind));
    const bool waiting = std::ranges::any_of(
        behind, [](const OperatorMark* state) { return state->IsBehind() && !state->gap_reported; });
    return waiting ? Pace::kAtOnce : Pace::kPause;
}

Result<Projector::Pace> Projector::StandBy() {
    marks_known_ = false;
    rebuild_.Fail(kHeldElsewhere);
    const std::int64_t now = SteadyMicros();
    if (now - marks_asked_at_ < kLookOnEveryMicros) return Pace::kPause;
    marks_asked_at_ = now;
    const auto marks = TRY(store_.LookAtMarks());
    marks_.SetMarks(marks);
    return Pace::kPause;
}

// A query may have found damage, and then the store was replaced by an empty one.
Status Projector::CompareMarks() {
    const std::int64_t now = SteadyMicros();
    if (!marks_known_ || now - marks_asked_at_ < std::chrono::microseconds(options_.compare_every).count()) return {};
    marks_asked_at_ = now;
    const auto marks = TRY(store_.LookAtMarks());
    marks_known_ = marks_.Agree(marks);
    return {};
}

Status Projector::FetchNewest() {
    const auto newest = TRY(source_.NewestBlocks());
    marks_.SetNewest(newest);
    return {};
}

Status Projector::FetchMarks() {
    const auto marks = TRY(store_.Marks());
    marks_.SetMarks(marks);
    marks_asked_at_ = SteadyMicros();
    return {};
}

Status Projector::StartRebuild() {
    TRY(store_.Forget(std::nullopt));
    marks_.ForgetMarks();
    rebuild_.Begin(marks_.All());
    telemetry::LogInfo("rebuilding the analytics store");
    return {};
}

// The store has facts of another ledger, for example after a restore from a backup.
Status Projector::ForgetWhatDoesNotFit() {
    for (OperatorMark* state : marks_.All()) {
        if (state->mark.block == 0 || (state->proven && state->newest.block >= state->mark.block)) continue;
        const auto fits = TRY(Fits(*state));
        state->proven = fits;
        if (fits) continue;
        TRY(Forget(state->owner));
    }
    return {};
}

Result<bool> Projector::Fits(const OperatorMark& state) {
    if (state.mark.block >= state.newest.block) return state.mark == state.newest;
    const Timestamp just_before{state.mark.recorded_at.micros - 1};
    const auto blocks = TRY(source_.ReadBlocks(state.owner, just_before, 1));
    return !blocks.empty() && blocks.front().number == state.mark.block &&
           blocks.front().recorded_at == state.mark.recorded_at;
}

Status Projector::Forget(OperatorId owner) {
    const std::string id = owner.ToString();
    telemetry::LogWarn("the analytics store does not match the ledger: this operator's facts are projected again",
                       {{"operator", std::string_view(id)}});
    TRY(store_.Forget(owner));
    marks_.ForgetMark(owner);
    return {};
}

Status Projector::ProjectSome(std::span<OperatorMark* const> behind) {
    auto appender = TRY(store_.Append());
    const auto share =
        std::max(kFactsPerOperatorMin, options_.facts_per_append / static_cast<std::int64_t>(behind.size()));
    std::vector<app::BlockMark> marks;
    std::int64_t facts = 0;
    for (OperatorMark* state : behind) {
        const auto added = TRY(AddBlocks(*state, std::min(share, options_.facts_per_append), *appender, marks));
        facts += added;
        if (facts >= options_.facts_per_append) break;
    }
    return marks.empty() ? Status() : Commit(*appender, marks, facts);
}

// Block numbers have no gaps. A gap means that the record is damaged: it is reported, and projection continues with the
// blocks that exist.
Result<std::int64_t> Projector::AddBlocks(OperatorMark& state, std::int64_t facts_max, app::FactAppender& appender,
                                          std::vector<app::BlockMark>& marks) {
    const auto blocks = TRY(source_.ReadBlocks(state.owner, state.mark.recorded_at, facts_max));
    std::int64_t last = state.mark.block;
    std::int64_t facts = 0;
    reporting::BlockProjection projection(state.owner, [&](const auto& row) {
        appender.Add(row);
        ++facts;
    });
    for (const app::FactBlockRecord& block : blocks) {
        if (block.number != last + 1)
            ReportDamage("blocks of facts are missing before this one", state.owner, block.number);
        if (!projection.Add(block.bytes, block.recorded_at, block.ahead_micros))
            ReportDamage("a block of facts is damaged; its readable part is projected", state.owner, block.number);
        last = block.number;
    }
    projection.Finish();
    if (blocks.empty()) {
        if (!std::exchange(state.gap_reported, true))
            ReportDamage("the newest block of facts is missing", state.owner, state.newest.block);
        return 0;
    }
    state.missing_since = blocks.front().recorded_at;
    marks.push_back({state.owner, last, blocks.back().recorded_at});
    return facts;
}

// After a commit with an unknown outcome the marks are unknown: see NoteOutcome.
Status Projector::Commit(app::FactAppender& appender, std::span<const app::BlockMark> marks, std::int64_t facts) {
    TRY(RequireHold());
    TRY(appender.Commit(marks));
    marks_.Move(marks);
    is_busy_ = facts >= kBusyFactsMin;
    metrics_.facts_projected.Increment(static_cast<double>(facts));
    rebuild_.Note(marks_.All(), facts);
    return {};
}

// Reading may have taken so long that the ledger gave the hold to another process.
Status Projector::RequireHold() {
    if (!options_.shared_store) return {};
    const auto hold = TRY(source_.HoldProjection());
    if (hold == ProjectionHold::kKept) return {};
    return Fail(ErrorCode::kFactsFailed, "another process took over the projection");
}

void Projector::ReportDamage(std::string_view message, OperatorId owner, std::int64_t block) {
    const std::string id = owner.ToString();
    telemetry::LogError(message, {{"operator", std::string_view(id)}, {"block", block}});
    metrics_.fact_blocks_damaged.Increment();
}

std::chrono::milliseconds Projector::NoteOutcome(const Result<Pace>& outcome) {
    if (outcome) {
        if (std::exchange(failing_, false)) telemetry::LogInfo("facts are projected again");
        retry_pause_ = {};
        if (*outcome == Pace::kAtOnce) return std::chrono::milliseconds(0);
        return is_busy_ ? std::max(options_.pause, options_.busy_pause) : options_.pause;
    }
    marks_known_ = false;
    metrics_.projector_failures.Increment();
    rebuild_.Fail(outcome.error().message);
    if (!std::exchange(failing_, true)) {
        telemetry::LogError("facts cannot be projected", {{"reason", outcome.error().message}});
    }
    retry_pause_ = std::clamp(2 * retry_pause_, options_.retry_pause_min, options_.retry_pause_max);
    return retry_pause_;
}

void Projector::Publish(std::int64_t checked_at) {
    auto missing = marks_.Missing();
    std::int64_t blocks = 0;
    const Timestamp now = Now();
    Timestamp oldest = now;
    for (const auto& [owner, facts] : missing) {
        blocks += facts.blocks;
        oldest = std::min(oldest, facts.since);
    }
    metrics_.projector_blocks_behind.Set(static_cast<double>(blocks));
    metrics_.projector_lag_seconds.Set(static_cast<double>(now.micros - oldest.micros) /
                                       static_cast<double>(kMicrosPerSecond));
    const std::lock_guard lock(mutex_);
    missing_ = std::move(missing);
    marks_.CopyStored(stored_);
    checked_at_ = checked_at;
}

}  // namespace fairlead::facts
