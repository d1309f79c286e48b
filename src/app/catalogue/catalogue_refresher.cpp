#include "app/catalogue/catalogue_refresher.hpp"

#include "telemetry/run_guarded.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::app {
namespace {

constexpr auto kRefreshEvery = std::chrono::milliseconds(400);
constexpr int kSaveKeyUseEveryRounds = 10;

}  // namespace

CatalogueRefresher::CatalogueRefresher(Catalogue& catalogue, bool shared_ledger)
    : catalogue_(catalogue),
      shared_ledger_(shared_ledger),
      thread_([this](const std::stop_token& stop) { Run(stop); }) {}

CatalogueRefresher::~CatalogueRefresher() { Stop(); }

void CatalogueRefresher::Stop() {
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
}

void CatalogueRefresher::RefreshThen(std::move_only_function<void()> done) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(done));
    asked_.notify_one();
}

void CatalogueRefresher::Run(const std::stop_token& stop) {
    telemetry::NameThisThread("catalogue");
    std::unique_lock lock(mutex_);
    for (int round = 1; !stop.stop_requested(); ++round) {
        asked_.wait_for(lock, stop, kRefreshEvery, [this] { return !waiting_.empty(); });
        auto waiting = std::move(waiting_);
        waiting_.clear();
        lock.unlock();
        // An operator that could not be loaded still differs at the next refresh.
        telemetry::RunGuarded("catalogue", [&] {
            if (shared_ledger_) (void)catalogue_.Refresh();
            if (round % kSaveKeyUseEveryRounds == 0) catalogue_.SaveKeyUse();
        });
        for (auto& done : waiting) telemetry::RunGuarded("catalogue", done);
        lock.lock();
    }
}

}  // namespace fairlead::app
