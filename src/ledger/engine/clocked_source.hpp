#pragma once

#include <memory>

#include "ledger/engine/engine.hpp"

namespace fairlead::ledger {

// Gives the connections of another source the clock that dates what they write.
class ClockedSource final : public ConnectionSource {
public:
    ClockedSource(std::unique_ptr<ConnectionSource> source, app::ClockGuard& clock)
        : source_(std::move(source)), clock_(clock) {}

    Result<Connection*> Acquire() override {
        auto connection = TRY(source_->Acquire());
        connection->set_clock(&clock_);
        return connection;
    }

private:
    std::unique_ptr<ConnectionSource> source_;
    app::ClockGuard& clock_;
};

}  // namespace fairlead::ledger
