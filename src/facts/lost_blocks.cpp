#include "facts/lost_blocks.hpp"

#include <algorithm>
#include <unordered_map>

namespace fairlead::facts {

// The store is read first: while it is compared, another node may add blocks to the ledger and copy them.
Result<std::vector<app::LedgerLoss>> FindLostBlocks(app::FactStore& store, app::FactBlocks& ledger,
                                                    std::span<const OperatorId> known) {
    const auto marks = TRY(store.LookAtMarks());
    const auto newest = TRY(ledger.NewestBlocks());
    std::unordered_map<OperatorId, app::BlockMark> newest_of;
    for (const app::BlockMark& block : newest) newest_of.emplace(block.owner, block);
    std::vector<app::LedgerLoss> losses;
    for (const app::BlockMark& mark : marks) {
        if (std::ranges::find(known, mark.owner) == known.end()) continue;
        const auto found = newest_of.find(mark.owner);
        const app::BlockMark end = found == newest_of.end() ? app::BlockMark{} : found->second;
        const std::int64_t missing = mark.block - end.block;
        const bool differs =
            missing == 0 && mark.recorded_at != end.recorded_at && mark.recorded_at != end.written_at();
        if (missing > 0 || differs) losses.push_back({mark.owner, missing});
    }
    return losses;
}

}  // namespace fairlead::facts
