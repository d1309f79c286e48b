#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>

namespace fairlead::telemetry {

// All metrics. Counting is safe from any thread and takes no lock.
class Metrics {
public:
    Metrics();

    prometheus::Counter& events_accepted;
    prometheus::Counter& events_duplicate;
    prometheus::Counter& events_differing;
    prometheus::Counter& events_invalid;
    prometheus::Counter& events_failed;
    prometheus::Counter& clicks_counted;
    prometheus::Counter& clicks_uncounted;
    prometheus::Counter& clicks_lost;
    prometheus::Counter& clicks_limited;
    prometheus::Counter& impressions_counted;
    prometheus::Counter& impressions_uncounted;
    prometheus::Counter& impressions_lost;
    prometheus::Counter& requests_rate_limited;
    prometheus::Counter& requests_unauthorized;
    prometheus::Counter& log_ins_succeeded;
    prometheus::Counter& log_ins_failed;
    prometheus::Counter& log_ins_without_code;
    prometheus::Counter& log_ins_refused;
    prometheus::Counter& log_ins_unchecked;
    prometheus::Counter& addresses_locked_out;
    prometheus::Counter& accounts_locked_at_address;
    prometheus::Counter& accounts_locked_out;
    prometheus::Counter& connections_accepted;
    prometheus::Counter& connections_refused;
    prometheus::Counter& address_connections_refused;
    prometheus::Gauge& connections_open;
    prometheus::Gauge& request_body_bytes;
    prometheus::Gauge& ledger_queue_entries;
    prometheus::Gauge& ledger_writable;
    prometheus::Gauge& ledger_commits_missing;
    prometheus::Counter& ledger_commits;
    prometheus::Counter& ledger_failures;
    prometheus::Counter& ledger_moved_backwards;
    prometheus::Histogram& ledger_commit_seconds;
    prometheus::Histogram& ledger_commit_entries;
    prometheus::Gauge& index_rebuilding;
    prometheus::Counter& scrub_passes;
    prometheus::Counter& scrub_pages;
    prometheus::Gauge& scrub_damaged_pages;
    prometheus::Gauge& damaged_pages_read;
    prometheus::Gauge& journal_entries;
    prometheus::Gauge& journal_bytes;
    prometheus::Gauge& journal_lag_seconds;
    prometheus::Counter& journal_refused;
    prometheus::Counter& journal_failures;
    prometheus::Counter& journal_takeover_failures;
    prometheus::Counter& journal_torn_tails;
    prometheus::Counter& journal_records_damaged;
    prometheus::Counter& facts_projected;
    prometheus::Counter& fact_blocks_damaged;
    prometheus::Counter& projector_failures;
    prometheus::Gauge& projector_lag_seconds;
    prometheus::Gauge& projector_blocks_behind;
    prometheus::Counter& retention_runs;
    prometheus::Counter& retention_failures;
    prometheus::Counter& clicks_dropped;
    prometheus::Counter& blocks_archived;
    prometheus::Counter& archive_errors;
    prometheus::Counter& messages_delivered;
    prometheus::Counter& messages_failed;
    prometheus::Counter& delivery_attempts_failed;
    prometheus::Gauge& destinations_paused;
    prometheus::Gauge& destinations_failing;
    prometheus::Gauge& messages_held;
    prometheus::Gauge& clock_suspect;
    prometheus::Gauge& clock_step_seconds;
    prometheus::Gauge& clock_server_seconds;

    // Counts a response by its status class, 1 to 5.
    void CountResponse(int status);

    // `refresh` runs before each rendering. It sets metrics that are cheaper to compute than to maintain. Call this
    // before the first Render.
    void BeforeRendering(std::function<void()> refresh) { refreshes_.push_back(std::move(refresh)); }
    // Returns the Prometheus text format.
    std::string Render() const;

private:
    Metrics(std::shared_ptr<prometheus::Registry> registry);

    std::shared_ptr<prometheus::Registry> registry_;
    prometheus::Counter* responses_[6] = {};
    std::vector<std::function<void()>> refreshes_;
};

}  // namespace fairlead::telemetry
