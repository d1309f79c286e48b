#include "app/commission/simulations.hpp"

#include <algorithm>
#include <ranges>
#include <span>
#include <utility>

#include "base/time/time.hpp"
#include "telemetry/run_guarded.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::app {
namespace {

constexpr std::size_t kRunningMax = 2;
constexpr std::size_t kKeptPerOwner = 5;

std::unexpected<Error> AnotherIsRunning() {
    return Fail(ErrorCode::kOverloaded, "another simulation is running; try again when it has ended");
}

// Recording events and clicks comes first.
void BecomeSimulationThread() {
    telemetry::NameThisThread("simulation");
    telemetry::LowerThreadPriority();
}

}  // namespace

void Simulations::Start(SimulationRequest request, std::int64_t wait_ms, Heard heard) {
    const auto run = std::make_shared<Run>();
    // Destroyed without the lock, because their threads may still want it.
    std::vector<std::shared_ptr<Run>> dropped;
    {
        const std::lock_guard lock(mutex_);
        if (!stopping_ && HasRoom(request.owner)) {
            run->state.id = NewId();
            dropped = TakeOld(request.owner);
            run->request = std::move(request);
            runs_.push_back(run);
        }
    }
    if (run->state.id == Uuid()) return heard(AnotherIsRunning());
    run->thread = std::jthread([this, &of = *run, wait_ms, heard = std::move(heard)]() mutable {
        BecomeSimulationThread();
        Work(of, wait_ms, std::move(heard));
    });
}

bool Simulations::HasRoom(OperatorId owner) const {
    const auto busy = [&](const auto& each) { return each->IsBusy(); };
    const auto own = [&](const auto& each) { return each->IsBusy() && each->request.owner == owner; };
    const bool full = std::ranges::count_if(runs_, busy) >= static_cast<std::ptrdiff_t>(kRunningMax);
    return !full && std::ranges::none_of(runs_, own);
}

void Simulations::Work(Run& run, std::int64_t wait_ms, Heard heard) {
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
    telemetry::RunGuarded("simulation", [&] { result = Simulate(run, progress); });
    End(run, std::move(result));
    if (heard) heard(StateOf(run));
}

Result<simulation::Comparison> Simulations::Simulate(Run& run, const SimulationProgress& progress) {
    run.end = TRY(FindHistoryEnd(queries_, run.request.owner));
    return CompareTerms(queries_, run.request, run.end, progress);
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

void Simulations::Explain(OperatorId owner, Uuid id, PlayerId player, std::int64_t wait_ms, PlayersHeard heard) {
    const auto run = FindRun(owner, id);
    if (run == nullptr) return heard(WhyMissing(id));
    std::jthread earlier;  // Has failed or was cancelled. Joined without the lock, because it may still want it.
    std::unique_lock lock(mutex_);
    if (auto known = KnownAnswer(*run, player)) {
        lock.unlock();
        return heard(std::move(*known));
    }
    // No other work of the operator is running, so this drops only explanations that have ended.
    for (const auto& each : runs_) {
        if (each->request.owner == owner) each->explained = {};
    }
    run->explained = {.status = SimulationStatus::kRunning};
    run->cancelled = false;
    earlier = std::move(run->explaining);
    run->explaining = std::jthread([this, &of = *run, wait_ms, heard = std::move(heard)]() mutable {
        BecomeSimulationThread();
        WorkOnPlayers(of, wait_ms, std::move(heard));
    });
}

std::optional<Result<PlayersExplained>> Simulations::KnownAnswer(const Run& run, PlayerId player) const {
    if (run.state.status != SimulationStatus::kDone) {
        return Fail(ErrorCode::kConflict, "the simulation has no result, so its players cannot be explained");
    }
    const auto& players = run.state.comparison->players;
    if (std::ranges::find(players, player, &simulation::PlayerCompared::player) == players.end()) {
        return Fail(ErrorCode::kNotFound, "the simulation lists no such player among those that differ most");
    }
    const SimulationStatus status = run.explained.status;
    if (status == SimulationStatus::kRunning || status == SimulationStatus::kDone) return AnswerOf(run);
    if (stopping_ || !HasRoom(run.request.owner)) return AnotherIsRunning();
    return std::nullopt;
}

void Simulations::WorkOnPlayers(Run& run, std::int64_t wait_ms, PlayersHeard heard) {
    const std::int64_t until = SteadyMicros() + 1000 * wait_ms;
    const auto progress = [&](std::int64_t done, std::int64_t all) {
        {
            const std::lock_guard lock(mutex_);
            run.explained.commits_done = done;
            run.explained.commits = all;
        }
        if (heard && SteadyMicros() >= until) std::exchange(heard, nullptr)(PlayersOf(run));
        return !run.cancelled;
    };
    std::vector<PlayerId> players;
    for (const auto& each : run.state.comparison->players) players.push_back(each.player);
    Result<simulation::ExplainedPlayers> result = Fail(ErrorCode::kInternal, "the explanation failed");
    telemetry::RunGuarded("simulation",
                          [&] { result = ExplainSimulated(queries_, run.request, run.end, players, progress); });
    PlayersExplained answer = EndPlayers(run, std::move(result));
    if (heard) heard(std::move(answer));
}

PlayersExplained Simulations::EndPlayers(Run& run, Result<simulation::ExplainedPlayers> result) {
    const std::lock_guard lock(mutex_);
    if (result) {
        run.explained.players = std::make_shared<const simulation::ExplainedPlayers>(std::move(*result));
        run.explained.status = SimulationStatus::kDone;
    } else if (run.cancelled) {
        run.explained.status = SimulationStatus::kCancelled;
    } else {
        run.explained.status = SimulationStatus::kFailed;
        run.explained.failure = result.error().message;
    }
    return AnswerOf(run);
}

PlayersExplained Simulations::PlayersOf(const Run& run) const {
    const std::lock_guard lock(mutex_);
    return AnswerOf(run);
}

PlayersExplained Simulations::AnswerOf(const Run& run) {
    PlayersExplained answer = run.explained;
    answer.simulation = run.state;
    return answer;
}

std::vector<std::shared_ptr<Simulations::Run>> Simulations::TakeOld(OperatorId owner) {
    const auto own = [&](const auto& each) { return each->request.owner == owner; };
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
    const auto found = std::ranges::find_if(
        runs_, [&](const auto& run) { return run->request.owner == owner && run->state.id == id; });
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

Result<SimulationState> Simulations::Cancel(const SimulationCancel& request) {
    const auto run = FindRun(request.owner, request.id);
    if (run == nullptr) return WhyMissing(request.id);
    if (!request.may_write_deals && run->request.actor != request.actor) {
        return Fail(ErrorCode::kForbidden,
                    "somebody else started this simulation. Only that person and people who may change deals can "
                    "cancel it");
    }
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
        if (run->explaining.joinable()) run->explaining.join();
    }
}

}  // namespace fairlead::app
