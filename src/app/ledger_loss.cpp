#include "app/ledger_loss.hpp"

#include <algorithm>

#include "telemetry/log.hpp"

namespace fairlead::app {
namespace {

constexpr std::size_t kNamedMax = 20;

std::string LossOf(const LedgerLoss& loss) {
    const std::string name = "operator " + loss.owner.ToString();
    if (loss.commits == 0) return name + " has another record than before";
    return name + " lacks at least " + std::to_string(loss.commits) + (loss.commits == 1 ? " commit" : " commits");
}

}  // namespace

std::int64_t CommitsMissing(std::span<const LedgerLoss> losses) {
    std::int64_t missing = 0;
    for (const LedgerLoss& loss : losses) missing += loss.commits;
    return missing;
}

std::string DescribeLoss(std::span<const LedgerLoss> losses, std::string_view witness) {
    std::string text = "the ledger lacks what it had before, as " + std::string(witness) + " shows: ";
    for (std::size_t i = 0; i < std::min(losses.size(), kNamedMax); ++i) {
        if (i > 0) text += ", ";
        text += LossOf(losses[i]);
    }
    if (losses.size() > kNamedMax) text += ", and " + std::to_string(losses.size() - kNamedMax) + " more operators";
    return text;
}

Status RequireAcceptance(std::span<const LedgerLoss> losses, std::string_view witness, bool is_accepted) {
    if (losses.empty()) return {};
    const std::string description = DescribeLoss(losses, witness);
    telemetry::LogError(is_accepted ? "a loss in the ledger was accepted" : "the ledger has lost commits",
                        {{"commits", CommitsMissing(losses)}, {"reason", description}});
    if (is_accepted) return {};
    return Fail(ErrorCode::kUnavailable, description +
                                             ". Keep a copy of the ledger and restore a backup, or start the service "
                                             "once with --accept-loss to continue without these commits.");
}

}  // namespace fairlead::app
