#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "app/ports/projection.hpp"
#include "app/schedules/make_report_run.hpp"
#include "app/schedules/report_failures.hpp"

namespace fairlead::app {

// A request to send the report of a schedule before its time.
struct SendNowRequest {
    std::shared_ptr<const OperatorEntry> owner;
    DestinationId schedule;
    std::string actor;
    std::optional<RequestKey> key = std::nullopt;
    // Counts the report towards a limit. Called only if a report is made, so a program that tries again until the
    // figures are complete, or that repeats a request with its key, uses up nothing.
    std::function<bool()> is_within_limit = [] { return true; };
};

// Sends the reports of schedules, each when its time has come and the facts of its days are complete. Several nodes may
// do so: the first one stores the run, and with it the messages. Works on a thread of its own.
class ReportScheduler {
public:
    // All objects must outlive it.
    ReportScheduler(Catalogue& catalogue, ManageCatalogue& manage_catalogue, const Projection& projection,
                    ReportRunParts parts)
        : catalogue_(catalogue),
          manage_catalogue_(manage_catalogue),
          projection_(projection),
          parts_(std::move(parts)) {}
    ~ReportScheduler() { Stop(); }

    void Start();
    // Blocks until a report that is being made is finished.
    void Stop() { thread_ = {}; }

    // Sends the report of the last whole period now, whether or not it was sent before. Blocks. kUnavailable if its
    // facts are not complete yet, kRateLimited if the limit is reached, kConflict if it has no recipient. A repeated
    // request with the key of an earlier one sends nothing and gets the same run.
    Result<outbox::ReportRunId> SendNow(const SendNowRequest& request);

private:
    // Looks once at all schedules.
    void Look(const std::stop_token& stop);
    void LookAt(const std::shared_ptr<const OperatorEntry>& owner, const outbox::ReportSchedule& schedule);
    bool IsComplete(OperatorId owner, const catalogue::DatedSettings& settings, const outbox::ReportDays& days) const;
    void RunDue(const ReportOrdered& ordered);
    ObjectResult Store(const ReportOrdered& ordered, const std::shared_ptr<const outbox::ReportRun>& run);
    // The run that is stored: another one if a request with the key was faster.
    Result<outbox::ReportRunId> StoreOnce(const ReportOrdered& ordered,
                                          const std::shared_ptr<const outbox::ReportRun>& run, const RequestKey& key);
    // The run to store after a failure; null if it is tried again later.
    std::shared_ptr<const outbox::ReportRun> NoteFailure(const ReportOrdered& ordered, const Error& error);

    Catalogue& catalogue_;
    ManageCatalogue& manage_catalogue_;
    const Projection& projection_;
    const ReportRunParts parts_;
    ReportFailures failures_;
    std::mutex mutex_;
    std::condition_variable_any stopping_;
    std::jthread thread_;
};

}  // namespace fairlead::app
