#include "service/rebuild_facts.hpp"

#include <filesystem>
#include <thread>

#include "facts/projector.hpp"
#include "http/codec/reports/rebuild_json.hpp"
#include "http/local_client.hpp"
#include "service/data_folder.hpp"
#include "service/open_facts.hpp"
#include "service/open_ledger.hpp"

namespace fairlead::service {
namespace {

using app::RebuildProgress;
using ProgressAsked = std::function<Result<RebuildProgress>()>;

constexpr auto kAskEvery = std::chrono::milliseconds(50);
constexpr int kReportEveryRounds = 10;

// Polls the service until the rebuild has ended.
Result<RebuildProgress> Follow(const ProgressAsked& ask,
                               const std::function<void(const RebuildProgress&)>& on_progress) {
    for (int round = 1;; ++round) {
        auto progress = ask();
        if (!progress) return progress;
        if (progress->state == RebuildProgress::State::kDone) return progress;
        if (progress->state == RebuildProgress::State::kFailed) {
            return Fail(ErrorCode::kUnavailable, progress->failure);
        }
        if (round % kReportEveryRounds == 0) on_progress(*progress);
        std::this_thread::sleep_for(kAskEvery);
    }
}

Result<RebuildProgress> AskServerToRebuild(const cli::Settings& settings, bool start) {
    const auto answer = TRY(http::PostLocal(LocalSocketPath(settings.data), "/control/rebuild", {{"start", start}}));
    return http::DecodeRebuild(answer.body);
}

Result<RebuildProgress> RebuildByServer(const cli::Settings& settings,
                                        const std::function<void(const RebuildProgress&)>& on_progress) {
    TRY(AskServerToRebuild(settings, /*start=*/true));
    return Follow([&] { return AskServerToRebuild(settings, /*start=*/false); }, on_progress);
}

Result<RebuildProgress> RebuildHere(const cli::Settings& settings,
                                    const std::function<void(const RebuildProgress&)>& on_progress) {
    telemetry::Metrics metrics;
    const auto ledger = TRY(OpenLedger(settings, IfMissing::kFail, metrics));
    const auto store = TRY(OpenFacts(settings));
    facts::Projector projector(ledger->fact_blocks(), *store, ProjectorOptionsOf(settings), metrics);
    projector.Rebuild();
    projector.Start();
    auto progress = Follow([&]() -> Result<RebuildProgress> { return projector.rebuild_progress(); }, on_progress);
    projector.Stop();
    ledger->Stop();
    return progress;
}

}  // namespace

Result<RebuildProgress> RebuildFacts(const cli::Settings& settings,
                                     const std::function<void(const RebuildProgress&)>& on_progress) {
    if (!std::filesystem::is_directory(settings.data)) {
        return Fail(ErrorCode::kUnavailable,
                    "there is no data folder " + settings.data + ". Create it with fairlead init.");
    }
    const auto lock = TRY(DataFolderLock::TryTake(settings.data));
    return lock ? RebuildHere(settings, on_progress) : RebuildByServer(settings, on_progress);
}

}  // namespace fairlead::service
