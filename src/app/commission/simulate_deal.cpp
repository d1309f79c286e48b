#include "app/commission/simulate_deal.hpp"

#include <algorithm>
#include <future>
#include <ranges>

#include "app/await.hpp"
#include "base/time/time.hpp"
#include "telemetry/run_guarded.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::app {
namespace {

constexpr std::size_t kRunningMax = 2;
constexpr std::size_t kKeptPerOwner = 5;

using Commits = std::vector<commission::RecordedCommit>;

void TakeCommits(simulation::ReplayedTerms& replayed, const Commits& commits) {
    for (const commission::RecordedCommit& commit : commits) replayed.Take(commit);
}

// Both replays take a piece at the same time.
Status ReplayBoth(CommissionQueries& queries, OperatorId owner, const HistoryPosition& end,
                  simulation::ReplayedTerms& actual, simulation::ReplayedTerms& simulated,
                  const std::function<bool(std::int64_t, std::int64_t)>& progress) {
    const auto read = [&](const HistoryPosition& after) {
        return Await<HistoryPiece>([&](auto done) { queries.ReadHistory(owner, after, std::move(done)); });
    };
    auto piece = TRY(read({}));
    while (!piece.commits.empty()) {
        // What is recorded during the simulation is left out.
        while (!piece.commits.empty() && piece.position.commit > end.commit) {
            piece.commits.pop_back();
            --piece.position.commit;
        }
        if (!progress(piece.position.commit, end.commit)) return Fail(ErrorCode::kConflict, "it was cancelled");
        auto other = std::async(std::launch::async, [&] {
            telemetry::LowerThreadPriority();
            TakeCommits(simulated, piece.commits);
        });
        TakeCommits(actual, piece.commits);
        other.get();
        if (piece.position.commit >= end.commit) break;
        piece = TRY(read(piece.position));
    }
    return {};
}

}  // namespace

Result<simulation::Comparison> SimulateDeal(CommissionQueries& queries, const SimulationRequest& request,
                                            const std::function<bool(std::int64_t, std::int64_t)>& progress) {
    const auto end = TRY(Await<HistoryEnd>([&](auto done) { queries.ReadHistoryEnd(request.owner, std::move(done)); }));
    simulation::ReplayedTerms actual(request.selection, std::nullopt, end.changed_later);
    simulation::ReplayedTerms simulated(request.selection, request.deal, end.changed_later);
    TRY(ReplayBoth(queries, request.owner, end.position, actual, simulated, progress));
    const auto paid = actual.Finish();
    const auto cost = simulated.Finish();
    return simulation::Compare(actual.plan(), request.selection, paid, cost);
}

void Simulations::Start(SimulationRequest request, std::int64_t wait_ms, Heard heard) {
    const auto run = std::make_shared<Run>();
    // Destroyed without the lock, because their threads may still want it.
    std::vector<std::shared_ptr<Run>> dropped;
    {
        const std::lock_guard lock(mutex_);
        const auto running = [&](const auto& each) { return each->state.status == SimulationStatus::kRunning; };
        const auto own = [&](const auto& each) { return running(each) && each->owner == request.owner; };
        const bool full = std::ranges::count_if(runs_, running) >= static_cast<std::ptrdiff_t>(kRunningMax);
        if (!stopping_ && !full && std::ranges::none_of(runs_, own)) {
            run->owner = request.owner;
            run->state.id = NewId();
            dropped = TakeOld(request.owner);
            runs_.push_back(run);
        }
    }
    if (run->state.id == Uuid()) {
        return heard(Fail(ErrorCode::kOverloaded, "another simulation is running; try again when it has ended"));
    }
    run->thread =
        std::jthread([this, &of = *run, request = std::move(request), wait_ms, heard = std::move(heard)]() mutable {
            telemetry::NameThisThread("simulation");
            // Recording events and clicks comes first.
            telemetry::LowerThreadPriority();
            Work(of, request, wait_ms, std::move(heard));
        });
}

void Simulations::Work(Run& run, const SimulationRequest& request, std::int64_t wait_ms, Heard heard) {
    const std::int64_t until = SteadyMicros() + 1000 * wait_ms;
    const auto progress = [&](std::int64_t done, std::int64_t all) {
        {
            const std::lock_guard lock(mutex_);
            run.state.commits_done = done;
            run.state.commits = all;
        }
        if (heard && SteadyMicros() >= until) std::exchange(heard, nullptr)(StateOf(run));
        return !run.cancelled;
    };
    Result<simulation::Comparison> result = Fail(ErrorCode::kInternal, "the simulation failed");
    telemetry::RunGuarded("simulation", [&] { result = SimulateDeal(queries_, request, progress); });
    End(run, std::move(result));
    if (heard) heard(StateOf(run));
}

void Simulations::End(Run& run, Result<simulation::Comparison> result) {
    const std::lock_guard lock(mutex_);
    if (result) {
        run.state.comparison = std::make_shared<const simulation::Comparison>(std::move(*result));
        run.state.status = SimulationStatus::kDone;
    } else if (run.cancelled) {
        run.state.status = SimulationStatus::kCancelled;
    } else {
        run.state.status = SimulationStatus::kFailed;
        run.state.failure = result.error().message;
    }
}

SimulationState Simulations::StateOf(const Run& run) const {
    const std::lock_guard lock(mutex_);
    return run.state;
}

std::vector<std::shared_ptr<Simulations::Run>> Simulations::TakeOld(OperatorId owner) {
    const auto own = [&](const auto& each) { return each->owner == owner; };
    std::vector<std::shared_ptr<Run>> old;
    while (static_cast<std::size_t>(std::ranges::count_if(runs_, own)) >= kKeptPerOwner) {
        const auto oldest = std::ranges::find_if(runs_, own);
        old.push_back(*oldest);
        runs_.erase(oldest);
    }
    return old;
}

std::shared_ptr<Simulations::Run> Simulations::FindRun(OperatorId owner, Uuid id) const {
    const std::lock_guard lock(mutex_);
    const auto found =
        std::ranges::find_if(runs_, [&](const auto& run) { return run->owner == owner && run->state.id == id; });
    return found == runs_.end() ? nullptr : *found;
}

Uuid Simulations::NewId() const {
    Uuid id = NewUuid();
    std::ranges::copy(node_, id.bytes.end() - static_cast<std::ptrdiff_t>(node_.size()));
    return id;
}

std::unexpected<Error> Simulations::WhyMissing(Uuid id) const {
    if (std::ranges::equal(node_, std::span(id.bytes).last(node_.size()))) {
        return Fail(ErrorCode::kNotFound, "there is no such simulation, or it is no longer kept");
    }
    return Fail(ErrorCode::kNotFound,
                "this node has no such simulation. Simulations are kept by the node that started them until it stops: "
                "ask the same node, or start the simulation again");
}

Result<SimulationState> Simulations::Find(OperatorId owner, Uuid id) const {
    const auto run = FindRun(owner, id);
    if (run == nullptr) return WhyMissing(id);
    return StateOf(*run);
}

Result<SimulationState> Simulations::Cancel(OperatorId owner, Uuid id) {
    const auto run = FindRun(owner, id);
    if (run == nullptr) return WhyMissing(id);
    run->cancelled = true;
    return StateOf(*run);
}

void Simulations::Stop() {
    std::vector<std::shared_ptr<Run>> runs;
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        runs.swap(runs_);
    }
    for (const auto& run : runs) run->cancelled = true;
    for (const auto& run : runs) {
        if (run->thread.joinable()) run->thread.join();
    }
}

}  // namespace fairlead::app
