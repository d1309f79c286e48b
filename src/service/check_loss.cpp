#include "service/check_loss.hpp"

#include "app/ledger_loss.hpp"
#include "app/ports/catalogue_store.hpp"
#include "facts/lost_blocks.hpp"
#include "telemetry/log.hpp"

namespace fairlead::service {
namespace {

constexpr std::string_view kFactsWitness = "the analytics store";

}  // namespace

Status CheckForLoss(const cli::Settings& settings, app::Ledger& ledger, app::FactStore& facts,
                    telemetry::Metrics& metrics) {
    std::vector<OperatorId> known;
    for (const app::OperatorVersion& each : TRY(ledger.catalogue().OperatorVersions())) known.push_back(each.id);
    const auto losses = facts::FindLostBlocks(facts, ledger.fact_blocks(), known);
    if (!losses) {
        telemetry::LogWarn("the ledger is not compared with the analytics store",
                           {{"reason", std::string_view(losses.error().message)}});
        return {};
    }
    const auto missing = static_cast<double>(app::CommitsMissing(*losses));
    if (missing > metrics.ledger_commits_missing.Value()) metrics.ledger_commits_missing.Set(missing);
    return app::RequireAcceptance(*losses, kFactsWitness, settings.accept_loss);
}

}  // namespace fairlead::service
