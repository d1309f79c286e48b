#pragma once

#include <span>
#include <vector>

#include "ledger/record/fact_block_rows.hpp"
#include "ledger/retention/retention_rows.hpp"
#include "ledger/retention/retention_site.hpp"
#include "ledger/retention/used_clicks.hpp"

namespace fairlead::ledger {

// Drops the old clicks of one operator that no attribution uses. The blocks that hold them are rewritten: to reports
// they say the same. Blocks that lie in the archive are taken back for it.
class ClickDropper {
public:
    // Clicks from before `now` less `after_micros` are old, but never those in the attribution window of any brand.
    ClickDropper(const RetentionSite& site, OperatorId owner, Timestamp now, std::int64_t after_micros)
        : site_(site), owner_(owner), now_(now), after_micros_(after_micros) {}

    struct Progress {
        std::int64_t dropped = 0;
        bool took_back = false;  // Blocks from the archive.
        bool finished = false;
        Timestamp seen_to;  // No click before this time is left to be dropped.
    };
    // Goes through the next blocks, of a bounded number of clicks.
    Result<Progress> Advance(const std::stop_token& stop);

private:
    enum class Turn : std::uint8_t { kDone, kAgain };

    Result<Timestamp> FirstThatStays(Connection& connection) const;
    Status DropRange(Connection& reader, std::span<const BlockSize> range, const std::stop_token& stop,
                     Progress& progress);
    Result<Turn> DropPart(Connection& reader, std::span<const BlockSize> part, UsedClicks& used, Progress& progress);
    Result<std::vector<NewPayload>> Rewrite(Connection& reader, std::span<const BlockSize> part, const UsedClicks& used,
                                            std::int64_t& dropped) const;
    Result<Turn> Store(Connection& connection, std::span<const BlockSize> part, std::span<const NewPayload> rewritten,
                       UsedClicks& used);

    const RetentionSite& site_;
    OperatorId owner_;
    Timestamp now_;
    std::int64_t after_micros_;
    RetentionMarks marks_;
};

}  // namespace fairlead::ledger
