#pragma once

#include <functional>
#include <memory>
#include <thread>

#include "ledger/engine/engine.hpp"
#include "ledger/postgres/postgres_connection.hpp"

namespace fairlead::ledger {

// Receives the NOTIFY of other nodes by LISTEN on its own connection. Changes are missed while the connection is lost,
// so `changed` is also called after each reconnection. Also looks for a newer primary.
class PostgresListener final : public ChangeListener {
public:
    PostgresListener(std::shared_ptr<PrimaryWatch> watch, std::function<void()> changed);
    ~PostgresListener() override;
    PostgresListener(const PostgresListener&) = delete;
    PostgresListener& operator=(const PostgresListener&) = delete;

private:
    void Run(const std::stop_token& stop);
    void ListenOn(PostgresConnection& connection, const std::stop_token& stop);
    void Pause() const;

    const std::shared_ptr<PrimaryWatch> watch_;
    const std::function<void()> changed_;
    const int wake_;  // An eventfd that becomes readable when the listener must end.
    std::jthread thread_;
};

}  // namespace fairlead::ledger
