#pragma once

#include <map>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

#include "domain/attribution/attribute.hpp"
#include "domain/ingest/ingest.hpp"
#include "ledger/engine/ledger_index.hpp"
#include "ledger/record/fact_block_rows.hpp"

namespace fairlead::ledger {

// Where to look for clicks, and whose clicks cannot win.
struct ClickSource {
    Connection& connection;
    LedgerIndex& index;
    OperatorId owner;
    const std::unordered_set<AffiliateId>& suspended = events::kNobody;
};

// Finds clicks in the blocks of one operator. It caches blocks, so it is valid only during one transaction.
class ClickSearch {
public:
    explicit ClickSearch(const ClickSource& source)
        : connection_(source.connection), index_(source.index), owner_(source.owner), suspended_(source.suspended) {}

    // The clicks with these ids, in the order of the ids. The entry is empty for an id that is not a click of this
    // operator.
    Result<std::vector<std::optional<tracking::Click>>> FindByIds(std::span<const std::optional<ClickId>> ids);

    // The candidates of the fallback for a registration: the latest click that can win, if there is one, and a few of
    // the brand's latest clicks, which explain the decision. Newest first.
    Result<std::vector<tracking::Click>> FindCandidates(const events::Event& registration,
                                                        const attribution::Policy& policy);

private:
    struct Sought;

    Result<bool> HasClicks(tracking::Term brand_term);
    Result<std::optional<tracking::Click>> FindLatest(const Sought& sought, tracking::Term term);
    Status AddLatestOfBrand(const Sought& sought, std::vector<tracking::Click>& found);
    Result<const std::vector<tracking::Click>*> ClicksOfVisitsAt(Timestamp time);

    Connection& connection_;
    LedgerIndex& index_;
    OperatorId owner_;
    const std::unordered_set<AffiliateId>& suspended_;
    std::map<Timestamp, std::vector<tracking::Click>> batches_;  // By time, in the order of ids.
    std::map<tracking::Term, bool> has_clicks_;
};

}  // namespace fairlead::ledger
