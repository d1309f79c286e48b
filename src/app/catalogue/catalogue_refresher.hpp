#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "app/catalogue/catalogue.hpp"

namespace fairlead::app {

// Keeps the catalogue up to date on a thread of its own. On a ledger that other nodes change, it compares versions when
// a change is announced, when a caller asks for it, and twice a second in case an announcement was lost. It also saves
// when keys were last used.
class CatalogueRefresher {
public:
    CatalogueRefresher(Catalogue& catalogue, bool shared_ledger);
    ~CatalogueRefresher();

    // True if the ledger can be newer than the snapshot.
    bool IsShared() const { return shared_ledger_; }

    // Calls `done` on the refresher's thread when the snapshot is at least as new as this call. If the refresh fails,
    // `done` is called too and sees the old snapshot. After Stop, `done` is never called.
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
