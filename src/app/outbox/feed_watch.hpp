#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "app/catalogue/catalogue.hpp"
#include "app/ports/outgoing/outbox.hpp"
#include "app/ports/record_queries.hpp"

namespace fairlead::app {

// Reports brands that have sent events and then none for a while, to webhooks that want to know (feed.silent) and to
// admins by mail. Each silence is reported once, by one node. Also tells admins by mail if commission has waited for an
// exchange rate for a day, once a week. Works on its own thread.
class FeedWatch {
public:
    // All objects must outlive it. If `silent_micros` is 0, no silence is reported. If the service sends no mails, only
    // webhooks report it.
    FeedWatch(Catalogue& catalogue, RecordQueries& records, Outbox& outbox, std::int64_t silent_micros,
              bool sends_mails)
        : catalogue_(catalogue),
          records_(records),
          outbox_(outbox),
          silent_micros_(silent_micros),
          sends_mails_(sends_mails) {}
    ~FeedWatch() { Stop(); }

    void Start();
    // Blocks until the ledger has answered.
    void Stop() { thread_ = {}; }

private:
    void Work(const std::stop_token& stop);
    bool Watches(const OperatorEntry& owner) const;
    void Look(OperatorId owner);
    void ReportSilence(OperatorId owner, const FeedHealth& health);
    void ReportMissingRates(OperatorId owner, const FeedHealth& health);

    Catalogue& catalogue_;
    RecordQueries& records_;
    Outbox& outbox_;
    const std::int64_t silent_micros_;
    const bool sends_mails_;
    std::map<BrandId, Timestamp> reported_;  // The last event before the silence that was reported.
    std::map<std::pair<OperatorId, std::string>, Timestamp> told_rates_;  // When a mail was sent, by subject.
    std::mutex mutex_;
    std::condition_variable_any stopping_;
    std::jthread thread_;
};

}  // namespace fairlead::app
