#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "app/catalogue/manage_catalogue.hpp"

namespace fairlead::app {

// Drops uploaded images that no creative has used for a while. Works on its own thread.
class ImageWatch {
public:
    // All objects must outlive it. With 0 micros, images are kept for ever.
    ImageWatch(const Catalogue& catalogue, ManageCatalogue& manage_catalogue, std::int64_t keep_micros)
        : catalogue_(catalogue), manage_catalogue_(manage_catalogue), keep_micros_(keep_micros) {}
    ~ImageWatch() { Stop(); }

    void Start();
    // Blocks until the ledger has answered.
    void Stop() { thread_ = {}; }

private:
    void Work(const std::stop_token& stop);
    void Drop(OperatorId owner, Timestamp before);

    const Catalogue& catalogue_;
    ManageCatalogue& manage_catalogue_;
    const std::int64_t keep_micros_;
    std::mutex mutex_;
    std::condition_variable_any stopping_;
    std::jthread thread_;
};

}  // namespace fairlead::app
