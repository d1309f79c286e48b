#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "app/catalogue/catalogue.hpp"

namespace fairlead::app {

// Keeps the catalogue up to date on a thread of its own: on a ledger that other nodes change it compares versions at
// once when a change was announced or somebody has reason to believe that the snapshot is old, and twice a second for
// announcements that got lost. Saves when keys were last used.
class CatalogueRefresher {
public:
    CatalogueRefresher(Catalogue& catalogue, bool shared_ledger);
    ~CatalogueRefresher();

    // Whether the ledger can be ahead of the snapshot.
    bool IsShared() const { return shared_ledger_; }

    // Calls `done` on the refresher's thread once the snapshot is as new as this call. Failing to refresh is no reason
    // not to: the caller then sees the old snapshot. After Stop `done` is never called.
    void RefreshThen(std::move_only_function<void()> done);

    void Stop();

private:
    void Run(const std::stop_token& stop);

    Catalogue& catalogue_;
    const bool shared_ledger_;
    std::mutex mutex_;
    std::condition_variable_any asked_;
    std::vector<std::move_only_function<void()>> waiting_;
    std::jthread thread_;
};

}  // namespace fairlead::app
