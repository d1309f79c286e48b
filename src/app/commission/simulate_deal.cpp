#include "app/commission/simulate_deal.hpp"

#include <future>
#include <optional>

#include "app/await.hpp"
#include "base/time/time.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::app {
namespace {

using Commits = std::vector<commission::RecordedCommit>;

void TakeCommits(simulation::ReplayedTerms& replayed, const Commits& commits) {
    for (const commission::RecordedCommit& commit : commits) replayed.Take(commit);
}

// Calls `take` with the commits up to the end, piece by piece.
template <class Take>
Status ReadUntil(CommissionQueries& queries, OperatorId owner, const HistoryPosition& end,
                 const SimulationProgress& progress, Take take) {
    const auto read = [&](const HistoryPosition& after) {
        return Await<HistoryPiece>([&](auto done) { queries.ReadHistory(owner, after, std::move(done)); });
    };
    auto piece = TRY(read({}));
    while (!piece.commits.empty()) {
        // Commits that are recorded during the simulation are left out.
        while (!piece.commits.empty() && piece.position.commit > end.commit) {
            piece.commits.pop_back();
            --piece.position.commit;
        }
        if (!progress(piece.position.commit, end.commit)) return Fail(ErrorCode::kConflict, "it was cancelled");
        take(piece.commits);
        if (piece.position.commit >= end.commit) break;
        piece = TRY(read(piece.position));
    }
    return {};
}

}  // namespace

Result<HistoryEnd> FindHistoryEnd(CommissionQueries& queries, OperatorId owner) {
    return Await<HistoryEnd>([&](auto done) { queries.ReadHistoryEnd(owner, std::move(done)); });
}

Result<simulation::Comparison> SimulateDeal(CommissionQueries& queries, const SimulationRequest& request,
                                            const SimulationProgress& progress) {
    const auto end = TRY(FindHistoryEnd(queries, request.owner));
    return CompareTerms(queries, request, end, progress);
}

Result<simulation::Comparison> CompareTerms(CommissionQueries& queries, const SimulationRequest& request,
                                            const HistoryEnd& end, const SimulationProgress& progress) {
    simulation::ReplayedTerms actual(request.selection, std::nullopt, end.changed_later);
    simulation::ReplayedTerms simulated(request.selection, request.deal, end.changed_later);
    // Both replays take a piece at the same time.
    const auto take = [&](const Commits& commits) {
        auto other = std::async(std::launch::async, [&] {
            telemetry::LowerThreadPriority();
            TakeCommits(simulated, commits);
        });
        TakeCommits(actual, commits);
        other.get();
    };
    TRY(ReadUntil(queries, request.owner, end.position, progress, take));
    const auto goes_on = [&] { return progress(end.position.commit, end.position.commit); };
    const auto paid = TRY(actual.Finish(goes_on));
    const auto cost = TRY(simulated.Finish(goes_on));
    return simulation::Compare(actual.plan(), request.selection, paid, cost);
}

Result<simulation::ExplainedPlayers> ExplainSimulated(CommissionQueries& queries, const SimulationRequest& request,
                                                      const HistoryEnd& end, std::span<const PlayerId> players,
                                                      const SimulationProgress& progress) {
    simulation::ReplayedTerms simulated(request.selection, request.deal, end.changed_later);
    simulated.Watch(players);
    TRY(ReadUntil(queries, request.owner, end.position, progress,
                  [&](const Commits& commits) { TakeCommits(simulated, commits); }));
    (void)TRY(simulated.Finish([&] { return progress(end.position.commit, end.position.commit); }));
    return simulated.ExplainWatched(Now());
}

}  // namespace fairlead::app
