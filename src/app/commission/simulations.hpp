#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "app/commission/simulate_deal.hpp"

namespace fairlead::app {

enum class SimulationStatus : std::uint8_t { kRunning, kDone, kFailed, kCancelled };
inline constexpr std::array<std::string_view, 4> kSimulationStatusNames{"running", "done", "failed", "cancelled"};

struct SimulationState {
    Uuid id;
    SimulationStatus status = SimulationStatus::kRunning;
    std::int64_t commits_done = 0;
    std::int64_t commits = 0;
    std::shared_ptr<const simulation::Comparison> comparison;  // Set if it is done.
    std::string failure;
};

// The players of a simulation that differ most, explained under the simulated terms. The replay for it has a status of
// its own: before the first request it is kCancelled.
struct PlayersExplained {
    SimulationState simulation;
    SimulationStatus status = SimulationStatus::kCancelled;
    std::int64_t commits_done = 0;
    std::int64_t commits = 0;
    std::shared_ptr<const simulation::ExplainedPlayers> players;  // Set if it is done.
    std::string failure;
};

// A request to end a simulation early.
struct SimulationCancel {
    OperatorId owner;
    Uuid id;
    std::string actor;
    bool may_write_deals = false;
};

// The simulations of this node: one at a time for an operator, few in all. The results of the last ones are kept for a
// while. Their ids end with a mark of the node, so that another node can say why it has no such simulation. Safe from
// any thread.
class Simulations {
public:
    using Heard = std::move_only_function<void(Result<SimulationState>)>;
    using PlayersHeard = std::move_only_function<void(Result<PlayersExplained>)>;

    explicit Simulations(CommissionQueries& queries) : queries_(queries) {}
    ~Simulations() { Stop(); }

    // Calls `heard` once: when the simulation ends, or after `wait_ms` with its progress, or with kOverloaded if too
    // many are running.
    void Start(SimulationRequest request, std::int64_t wait_ms, Heard heard);
    // kNotFound if the operator has no such simulation, or its result is no longer kept.
    Result<SimulationState> Find(OperatorId owner, Uuid id) const;
    // Explains all players of a simulation that differ most. kNotFound if `player` is not one of them. The first call
    // replays the record once more and calls `heard` like Start. The result is kept until another simulation of the
    // operator is explained. kConflict if the simulation has no result.
    void Explain(OperatorId owner, Uuid id, PlayerId player, std::int64_t wait_ms, PlayersHeard heard);
    // Returns the state after the cancellation. A simulation that has ended keeps its result. kForbidden if somebody
    // else started it, unless the actor may write deals: a person who may only read must not stop the work of others.
    Result<SimulationState> Cancel(const SimulationCancel& request);
    // Cancels everything and waits for it.
    void Stop();

private:
    // The last bytes of an id are random.
    static std::array<std::uint8_t, 3> NewMark() {
        const Uuid id = NewUuid();
        return {id.bytes[13], id.bytes[14], id.bytes[15]};
    }

    struct Run {
        SimulationRequest request;
        SimulationState state;
        HistoryEnd end;              // Set before the simulation is done.
        PlayersExplained explained;  // Without `simulation`.
        std::atomic<bool> cancelled = false;
        std::jthread thread;
        std::jthread explaining;

        bool IsBusy() const {
            return state.status == SimulationStatus::kRunning || explained.status == SimulationStatus::kRunning;
        }
    };

    void Work(Run& run, std::int64_t wait_ms, Heard heard);
    Result<simulation::Comparison> Simulate(Run& run, const SimulationProgress& progress);
    void End(Run& run, Result<simulation::Comparison> result);
    SimulationState StateOf(const Run& run) const;

    // The answer, if no replay is needed for it. The mutex must be locked, also for HasRoom.
    std::optional<Result<PlayersExplained>> KnownAnswer(const Run& run, PlayerId player) const;
    bool HasRoom(OperatorId owner) const;
    void WorkOnPlayers(Run& run, std::int64_t wait_ms, PlayersHeard heard);
    PlayersExplained EndPlayers(Run& run, Result<simulation::ExplainedPlayers> result);
    PlayersExplained PlayersOf(const Run& run) const;
    // The same as PlayersOf, for callers that have locked the mutex.
    static PlayersExplained AnswerOf(const Run& run);

    // Removes and returns the oldest simulations of the operator, so that there is room for another one. The mutex must
    // be locked.
    std::vector<std::shared_ptr<Run>> TakeOld(OperatorId owner);
    std::shared_ptr<Run> FindRun(OperatorId owner, Uuid id) const;

    Uuid NewId() const;
    std::unexpected<Error> WhyMissing(Uuid id) const;

    CommissionQueries& queries_;
    const std::array<std::uint8_t, 3> node_ = NewMark();
    mutable std::mutex mutex_;
    bool stopping_ = false;
    std::vector<std::shared_ptr<Run>> runs_;  // The oldest first.
};

}  // namespace fairlead::app
