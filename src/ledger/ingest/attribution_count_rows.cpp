#include "ledger/ingest/attribution_count_rows.hpp"

#include <map>

#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

constexpr SqlText kAttributionCountColumns("operator_id, brand_id, proof, count");
constexpr ComposedSql kCountAttribution(
    InsertInto("attribution_counts", kAttributionCountColumns) +
    " ON CONFLICT (operator_id, brand_id, proof) DO UPDATE SET count = attribution_counts.count + excluded.count");

}  // namespace

Status CountAttributions(OperatorTransaction& transaction, std::span<const events::SubmittedEvent* const> batch,
                         const events::IngestOutcome& outcome) {
    std::map<std::pair<BrandId, attribution::Proof>, std::int64_t> counts;
    for (const events::NewRegistration& registration : outcome.registrations) {
        const events::Event& event = batch[outcome.accepted[registration.accepted_index].index]->event;
        ++counts[{event.brand, ProofOf(registration.decision, event)}];
    }
    ParameterRows parameters(kAttributionCountColumns.column_count());
    for (const auto& [of, count] : counts) {
        parameters.Add({Value::Of(transaction.moment.owner), Value::Of(of.first),
                        Value::Of(attribution::kProofNames[static_cast<std::size_t>(of.second)]), Value::Of(count)});
    }
    return transaction.connection.RunEach(kCountAttribution, parameters);
}

}  // namespace fairlead::ledger
