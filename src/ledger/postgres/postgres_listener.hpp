#pragma once

#include <functional>
#include <string>
#include <thread>

#include "ledger/engine/engine.hpp"
#include "ledger/postgres/postgres_connection.hpp"

namespace fairlead::ledger {

// Hears by LISTEN what other nodes announce by NOTIFY, on a connection of its own. While that is lost, changes are
// missed; `changed` is called whenever it stands again, for what may have been missed.
class PostgresListener final : public ChangeListener {
public:
    PostgresListener(std::string url, std::function<void()> changed);
    ~PostgresListener() override;
    PostgresListener(const PostgresListener&) = delete;
    PostgresListener& operator=(const PostgresListener&) = delete;

private:
    void Run(const std::stop_token& stop);
    void ListenOn(PostgresConnection& connection, const std::stop_token& stop);
    void Pause() const;

    const std::string url_;
    const std::function<void()> changed_;
    const int wake_;  // An eventfd that can be read once the listener shall end.
    std::jthread thread_;
};

}  // namespace fairlead::ledger
