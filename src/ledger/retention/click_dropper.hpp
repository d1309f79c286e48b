#pragma once

#include <span>
#include <vector>

#include "ledger/record/fact_block_rows.hpp"
#include "ledger/retention/retention_rows.hpp"
#include "ledger/retention/retention_site.hpp"
#include "ledger/retention/used_clicks.hpp"

namespace fairlead::ledger {

// Drops the old clicks of one operator that no attribution uses. It rewrites their blocks without changing any number
// in reports. Archived blocks are moved back to the table for this.
class ClickDropper {
public:
    // A click is old if it is older than `after_micros` and outside the attribution windows of all brands.
    ClickDropper(const RetentionSite& site, OperatorId owner, Timestamp now, std::int64_t after_micros)
        : site_(site), owner_(owner), now_(now), after_micros_(after_micros) {}

    struct Progress {
        std::int64_t dropped = 0;
        bool took_back = false;  // Blocks were moved back from the archive.
        bool finished = false;
        Timestamp seen_to;  // All clicks before this time are handled.
    };
    // Processes the next blocks, up to a bounded number of clicks.
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
