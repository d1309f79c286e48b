#include "telemetry/metrics.hpp"

#include <prometheus/text_serializer.h>

namespace fairlead::telemetry {
namespace {

using prometheus::BuildCounter;
using prometheus::BuildGauge;
using prometheus::BuildHistogram;
using prometheus::Registry;

prometheus::Counter& MakeCounter(Registry& registry, const char* name, const char* help,
                                 const prometheus::Labels& labels = {}) {
    return BuildCounter().Name(name).Help(help).Register(registry).Add(labels);
}

prometheus::Gauge& MakeGauge(Registry& registry, const char* name, const char* help) {
    return BuildGauge().Name(name).Help(help).Register(registry).Add({});
}

prometheus::Histogram& MakeHistogram(Registry& registry, const char* name, const char* help,
                                     const prometheus::Histogram::BucketBoundaries& bounds) {
    return BuildHistogram().Name(name).Help(help).Register(registry).Add({}, bounds);
}

constexpr const char* kEvents = "fairlead_events_total";
constexpr const char* kEventsHelp = "Events of POST /events by status.";
constexpr const char* kClicks = "fairlead_clicks_total";
constexpr const char* kClicksHelp =
    "Clicks by status. A lost click was redirected but not recorded. A limited one was redirected and only counted.";
constexpr const char* kImpressions = "fairlead_impressions_total";
constexpr const char* kImpressionsHelp = "Impressions by status. A lost impression was answered but not recorded.";
constexpr const char* kLogIns = "fairlead_log_ins_total";
constexpr const char* kLogInsHelp =
    "Attempts to log in by result. A refused one was over a limit and its password was not compared. An unchecked "
    "one could not be checked, because the service failed.";
constexpr const char* kLockOuts = "fairlead_log_in_lock_outs_total";
constexpr const char* kLockOutsHelp = "Failed attempts to log in that reached a limit, by limit.";
constexpr const char* kRefused = "fairlead_connections_refused_total";
constexpr const char* kRefusedHelp = "Connections, and requests behind a proxy, over a limit of connections.";
constexpr const char* kResponsesHelp = "HTTP responses by status class.";

}  // namespace

Metrics::Metrics() : Metrics(std::make_shared<Registry>()) {}

Metrics::Metrics(std::shared_ptr<Registry> registry)
    : events_accepted(MakeCounter(*registry, kEvents, kEventsHelp, {{"status", "accepted"}})),
      events_duplicate(MakeCounter(*registry, kEvents, kEventsHelp, {{"status", "duplicate"}})),
      events_differing(MakeCounter(*registry, "fairlead_events_differing_total",
                                   "Duplicates whose content differs from the first event.")),
      events_invalid(MakeCounter(*registry, kEvents, kEventsHelp, {{"status", "error"}})),
      events_failed(MakeCounter(*registry, kEvents, kEventsHelp, {{"status", "failed"}})),
      clicks_counted(MakeCounter(*registry, kClicks, kClicksHelp, {{"status", "counted"}})),
      clicks_uncounted(MakeCounter(*registry, kClicks, kClicksHelp, {{"status", "uncounted"}})),
      clicks_lost(MakeCounter(*registry, kClicks, kClicksHelp, {{"status", "lost"}})),
      clicks_limited(MakeCounter(*registry, kClicks, kClicksHelp, {{"status", "limited"}})),
      impressions_counted(MakeCounter(*registry, kImpressions, kImpressionsHelp, {{"status", "counted"}})),
      impressions_uncounted(MakeCounter(*registry, kImpressions, kImpressionsHelp, {{"status", "uncounted"}})),
      impressions_lost(MakeCounter(*registry, kImpressions, kImpressionsHelp, {{"status", "lost"}})),
      requests_rate_limited(
          MakeCounter(*registry, "fairlead_requests_rate_limited_total", "Requests answered with 429.")),
      requests_unauthorized(
          MakeCounter(*registry, "fairlead_requests_unauthorized_total", "Requests answered with 401.")),
      log_ins_succeeded(MakeCounter(*registry, kLogIns, kLogInsHelp, {{"result", "succeeded"}})),
      log_ins_failed(MakeCounter(*registry, kLogIns, kLogInsHelp, {{"result", "failed"}})),
      log_ins_without_code(MakeCounter(*registry, kLogIns, kLogInsHelp, {{"result", "code_required"}})),
      log_ins_refused(MakeCounter(*registry, kLogIns, kLogInsHelp, {{"result", "refused"}})),
      log_ins_unchecked(MakeCounter(*registry, kLogIns, kLogInsHelp, {{"result", "unchecked"}})),
      addresses_locked_out(MakeCounter(*registry, kLockOuts, kLockOutsHelp, {{"limit", "address"}})),
      accounts_locked_at_address(MakeCounter(*registry, kLockOuts, kLockOutsHelp, {{"limit", "account_at_address"}})),
      accounts_locked_out(MakeCounter(*registry, kLockOuts, kLockOutsHelp, {{"limit", "account"}})),
      connections_accepted(MakeCounter(*registry, "fairlead_connections_accepted_total", "Accepted connections.")),
      connections_refused(MakeCounter(*registry, kRefused, kRefusedHelp, {{"limit", "max_connections"}})),
      address_connections_refused(
          MakeCounter(*registry, kRefused, kRefusedHelp, {{"limit", "max_connections_per_address"}})),
      connections_open(MakeGauge(*registry, "fairlead_connections_open", "Open connections.")),
      request_body_bytes(MakeGauge(*registry, "fairlead_request_body_bytes",
                                   "Memory of request bodies that have not arrived completely.")),
      ledger_queue_entries(MakeGauge(*registry, "fairlead_ledger_queue_entries",
                                     "Events, clicks and impressions that wait for a commit.")),
      ledger_writable(MakeGauge(*registry, "fairlead_ledger_writable",
                                "1 if the last write to the ledger succeeded, otherwise 0.")),
      ledger_commits_missing(MakeGauge(*registry, "fairlead_ledger_commits_missing",
                                       "Commits that the ledger had lost at the start, accepted by --accept-loss.")),
      ledger_commits(MakeCounter(*registry, "fairlead_ledger_commits_total", "Durable commits.")),
      ledger_failures(MakeCounter(*registry, "fairlead_ledger_failures_total", "Failed commits.")),
      ledger_moved_backwards(MakeCounter(*registry, "fairlead_ledger_moved_backwards_total",
                                         "Times that the ledger lacked something that this node has seen committed.")),
      ledger_commit_seconds(MakeHistogram(*registry, "fairlead_ledger_commit_seconds",
                                          "Duration of one group commit, including the sync to disk.",
                                          {0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5})),
      ledger_commit_entries(MakeHistogram(*registry, "fairlead_ledger_commit_entries",
                                          "Events, clicks and impressions in one group commit.",
                                          {1, 10, 50, 100, 200, 500, 1000, 2000, 5000, 10000})),
      index_rebuilding(MakeGauge(*registry, "fairlead_index_rebuilding",
                                 "1 while a damaged index of keys is rebuilt and events are refused, otherwise 0.")),
      scrub_passes(MakeCounter(*registry, "fairlead_scrub_passes_total",
                               "Passes over all pages of the ledger that compare them with their checksums.")),
      scrub_pages(
          MakeCounter(*registry, "fairlead_scrub_pages_total", "Pages of the ledger that were read to compare them.")),
      scrub_damaged_pages(MakeGauge(*registry, "fairlead_scrub_damaged_pages",
                                    "Damaged pages that the last pass over the ledger found.")),
      damaged_pages_read(MakeGauge(*registry, "fairlead_ledger_damaged_pages_read",
                                   "Different pages of a SQLite ledger that were read damaged since the start.")),
      journal_entries(MakeGauge(*registry, "fairlead_journal_entries",
                                "Clicks and impressions in this node's journal that the ledger does not have yet.")),
      journal_bytes(MakeGauge(*registry, "fairlead_journal_bytes", "Size of the segments of this node's journal.")),
      journal_lag_seconds(MakeGauge(*registry, "fairlead_journal_lag_seconds",
                                    "Age of the oldest visit that the ledger does not have yet.")),
      journal_refused(MakeCounter(*registry, "fairlead_journal_refused_total",
                                  "Clicks and impressions that waited for the ledger because the journal was full or "
                                  "its disk had failed.")),
      journal_failures(MakeCounter(*registry, "fairlead_journal_failures_total", "Writes to the journal that failed.")),
      journal_takeover_failures(MakeCounter(*registry, "fairlead_journal_takeover_failures_total",
                                            "Failed attempts of the ledger to take the journal over.")),
      journal_torn_tails(MakeCounter(*registry, "fairlead_journal_torn_tails_total",
                                     "Segments that ended with a write that a crash had cut.")),
      journal_records_damaged(MakeCounter(*registry, "fairlead_journal_records_damaged_total",
                                          "Damaged records of the journal, which were skipped.")),
      facts_projected(
          MakeCounter(*registry, "fairlead_facts_projected_total", "Facts copied into the analytics store.")),
      fact_blocks_damaged(
          MakeCounter(*registry, "fairlead_fact_blocks_damaged_total", "Blocks of facts that are missing or damaged.")),
      projector_failures(MakeCounter(*registry, "fairlead_projector_failures_total",
                                     "Failed attempts to copy facts into the analytics store.")),
      projector_lag_seconds(MakeGauge(*registry, "fairlead_projector_lag_seconds",
                                      "Age of the oldest fact that is not yet in the analytics store.")),
      projector_blocks_behind(MakeGauge(*registry, "fairlead_projector_blocks_behind",
                                        "Blocks of facts that are not yet in the analytics store.")),
      retention_runs(MakeCounter(*registry, "fairlead_retention_runs_total", "Runs of retention.")),
      retention_failures(MakeCounter(*registry, "fairlead_retention_failures_total",
                                     "Operators for which a run of retention failed.")),
      clicks_dropped(MakeCounter(*registry, "fairlead_clicks_dropped_total",
                                 "Old clicks without an attribution that retention deleted.")),
      blocks_archived(
          MakeCounter(*registry, "fairlead_blocks_archived_total", "Blocks of facts moved to archive files.")),
      archive_errors(MakeCounter(*registry, "fairlead_archive_errors_total",
                                 "Archive files that were missing, damaged or could not be written.")),
      messages_delivered(MakeCounter(*registry, "fairlead_messages_delivered_total",
                                     "Messages of the outbox that their receivers accepted.")),
      messages_failed(MakeCounter(*registry, "fairlead_messages_failed_total",
                                  "Messages of the outbox that were refused for good, or given up after three days.")),
      delivery_attempts_failed(MakeCounter(*registry, "fairlead_delivery_attempts_failed_total",
                                           "Attempts to send a message that the receiver did not accept.")),
      destinations_paused(MakeGauge(*registry, "fairlead_destinations_paused",
                                    "Destinations that were paused because they do not work.")),
      destinations_failing(MakeGauge(*registry, "fairlead_destinations_failing",
                                     "Destinations of this node that have accepted nothing for ten minutes.")),
      messages_held(MakeGauge(*registry, "fairlead_messages_held",
                              "Messages that this node holds in memory, because it sends them.")),
      clock_suspect(MakeGauge(*registry, "fairlead_clock_suspect",
                              "1 if the clock is not trusted and nothing is recorded, otherwise 0.")),
      clock_step_seconds(MakeGauge(*registry, "fairlead_clock_step_seconds",
                                   "How far the clock was set forward while the service runs; negative: back.")),
      clock_server_seconds(MakeGauge(*registry, "fairlead_clock_server_seconds",
                                     "How far the clock is ahead of the clock of the PostgreSQL server.")),
      registry_(std::move(registry)) {
    for (int status_class = 1; status_class <= 5; ++status_class) {
        responses_[status_class] = &MakeCounter(*registry_, "fairlead_http_responses_total", kResponsesHelp,
                                                {{"class", std::to_string(status_class) + "xx"}});
    }
}

void Metrics::CountResponse(int status) {
    responses_[status / 100]->Increment();
    if (status == 401) requests_unauthorized.Increment();
    if (status == 429) requests_rate_limited.Increment();
}

std::string Metrics::Render() const {
    for (const auto& refresh : refreshes_) refresh();
    return prometheus::TextSerializer().Serialize(registry_->Collect());
}

}  // namespace fairlead::telemetry
