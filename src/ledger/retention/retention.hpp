#pragma once

#include <cstdint>
#include <stop_token>

#include "ledger/retention/retention_site.hpp"
#include "ledger/retention/unneeded_files.hpp"

namespace fairlead::ledger {

// Retention times in microseconds; 0 keeps everything forever.
struct RetentionPolicy {
    std::int64_t drop_clicks_after_micros = 0;
    std::int64_t archive_after_micros = 0;
    std::int64_t drop_messages_after_micros = 0;

    bool KeepsEverything() const {
        return drop_clicks_after_micros == 0 && archive_after_micros == 0 && drop_messages_after_micros == 0;
    }
};

struct RetentionOutcome {
    bool elsewhere = false;  // Another node runs retention; this run did nothing.
    std::int64_t clicks_dropped = 0;
    std::int64_t blocks_archived = 0;
    std::int64_t messages_dropped = 0;
    std::int64_t failures = 0;  // The number of operators with an error; the log has the reasons.
};

// Drops unused old clicks and archives old blocks. Reports do not change. A run can be stopped, and the process killed,
// at any time: the next run continues.
class Retention {
public:
    Retention(const RetentionSite& site, bool shared_with_other_nodes)
        : site_(site), shared_with_other_nodes_(shared_with_other_nodes), unneeded_(site_.archive) {}

    // The time to run with; kClockSuspect if the clock is not trusted.
    Result<Timestamp> ReadClock() const;

    // Processes all operators once. Called by one thread at a time.
    RetentionOutcome Run(const RetentionPolicy& policy, Timestamp now, const std::stop_token& stop);

private:
    Result<bool> Hold();
    void Release();
    Status RunAll(const RetentionPolicy& policy, Timestamp now, const std::stop_token& stop, RetentionOutcome& outcome);
    Status RunOperator(OperatorId owner, const RetentionPolicy& policy, Timestamp now, const std::stop_token& stop,
                       RetentionOutcome& outcome);
    Status Archive(OperatorId owner, const RetentionPolicy& policy, Timestamp before, const std::stop_token& stop,
                   RetentionOutcome& outcome);

    RetentionSite site_;
    bool shared_with_other_nodes_;
    UnneededFiles unneeded_;
};

}  // namespace fairlead::ledger
