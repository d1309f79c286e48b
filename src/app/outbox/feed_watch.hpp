#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "app/catalogue/catalogue.hpp"
#include "app/ports/outgoing/outbox.hpp"
#include "app/ports/record_queries.hpp"

namespace fairlead::app {

// Reports brands that have sent events and then none for a while, to webhooks that want to know (feed.silent). Each
// silence is reported once, by one node. Works on its own thread.
class FeedWatch {
public:
    // All objects must outlive it. A span of 0 reports nothing.
    FeedWatch(Catalogue& catalogue, RecordQueries& records, Outbox& outbox, std::int64_t silent_micros)
        : catalogue_(catalogue), records_(records), outbox_(outbox), silent_micros_(silent_micros) {}
    ~FeedWatch() { Stop(); }

    void Start();
    // Blocks until the ledger has answered.
    void Stop() { thread_ = {}; }

private:
    void Work(const std::stop_token& stop);
    void Look(OperatorId owner);

    Catalogue& catalogue_;
    RecordQueries& records_;
    Outbox& outbox_;
    std::int64_t silent_micros_;
    std::map<BrandId, Timestamp> reported_;  // The last event before the silence that was reported.
    std::mutex mutex_;
    std::condition_variable_any stopping_;
    std::jthread thread_;
};

}  // namespace fairlead::app
