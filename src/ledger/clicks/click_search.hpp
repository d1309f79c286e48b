#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "domain/attribution/attribute.hpp"
#include "ledger/engine/ledger_index.hpp"
#include "ledger/record/fact_block_rows.hpp"

namespace fairlead::ledger {

// Finds clicks in the blocks of one operator. What it has read it keeps: for one transaction.
class ClickSearch {
public:
    ClickSearch(Connection& connection, LedgerIndex& index, OperatorId owner)
        : connection_(connection), index_(index), owner_(owner) {}

    // The clicks with these ids, in order; nothing where there is none of this operator's.
    Result<std::vector<std::optional<tracking::Click>>> FindByIds(std::span<const std::optional<ClickId>> ids);

    // What the fallback weighs for a registration: the latest click that may count, if there is one, and a few of the
    // latest of the brand beside it, so that the decision can be explained. The newest comes first.
    Result<std::vector<tracking::Click>> FindCandidates(const events::Event& registration,
                                                        const attribution::Policy& policy);

private:
    struct Sought;

    Result<bool> HasClicks(tracking::Term brand_term);
    Result<std::optional<tracking::Click>> FindLatest(const Sought& sought, tracking::Term term);
    Status AddLatestOfBrand(const Sought& sought, std::vector<tracking::Click>& found);
    Result<const std::vector<tracking::Click>*> ClicksOfBlock(Timestamp block);

    Connection& connection_;
    LedgerIndex& index_;
    OperatorId owner_;
    std::map<Timestamp, std::vector<tracking::Click>> blocks_;
    std::map<tracking::Term, bool> has_clicks_;
};

}  // namespace fairlead::ledger
