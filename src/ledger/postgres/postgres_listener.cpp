#include "ledger/postgres/postgres_listener.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/assert.hpp"
#include "telemetry/run_guarded.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::ledger {
namespace {

// The time between two attempts to reach a lost server.
constexpr int kReconnectPauseMs = 1000;

}  // namespace

PostgresListener::PostgresListener(std::shared_ptr<PrimaryWatch> watch, std::function<void()> changed)
    : watch_(std::move(watch)),
      changed_(std::move(changed)),
      wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      thread_([this](const std::stop_token& stop) { Run(stop); }) {
    FAIRLEAD_ASSERT(wake_ >= 0);
}

PostgresListener::~PostgresListener() {
    thread_.request_stop();
    (void)eventfd_write(wake_, 1);
    thread_.join();
    close(wake_);
}

void PostgresListener::Run(const std::stop_token& stop) {
    telemetry::NameThisThread("ledger-listener");
    while (!stop.stop_requested()) {
        telemetry::RunGuarded("listener", [&] {
            const auto connection = PostgresConnection::Connect(watch_);
            if (connection && (*connection)->ListenForCatalogueChanges()) ListenOn(**connection, stop);
        });
        if (!stop.stop_requested()) Pause();
    }
}

void PostgresListener::ListenOn(PostgresConnection& connection, const std::stop_token& stop) {
    do {
        watch_->LookForNewerPrimary();
        changed_();
    } while (connection.AwaitCatalogueChange(wake_) && !stop.stop_requested());
}

void PostgresListener::Pause() const {
    pollfd wake{wake_, POLLIN, 0};
    (void)poll(&wake, 1, kReconnectPauseMs);
}

}  // namespace fairlead::ledger
