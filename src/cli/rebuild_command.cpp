#include "cli/rebuild_command.hpp"

#include <algorithm>
#include <cmath>

#include "cli/print.hpp"
#include "cli/progress_meter.hpp"

namespace fairlead::cli {
namespace {

Progress RebuildProgressOf(const app::RebuildProgress& progress) {
    const auto per_second =
        static_cast<std::int64_t>(static_cast<double>(progress.facts) / std::max(progress.seconds, 0.001));
    return {"rebuilding " + std::to_string(progress.operators) + " operators", progress.blocks, progress.blocks_total,
            "blocks, " + std::to_string(progress.facts) + " facts, " + std::to_string(per_second) + " facts/s"};
}

}  // namespace

int Rebuild(const Settings& settings, const Commands& commands, bool as_json) {
    ProgressMeter meter;
    const auto done = commands.rebuild(
        settings, [&meter](const app::RebuildProgress& progress) { meter.Show(RebuildProgressOf(progress)); });
    meter.End();
    if (!done) {
        PrintErrors({done.error()});
        return kFailed;
    }
    Print({{"operators", done->operators},
           {"blocks", done->blocks},
           {"facts", done->facts},
           {"seconds", std::llround(done->seconds)}},
          as_json);
    return kDone;
}

}  // namespace fairlead::cli
