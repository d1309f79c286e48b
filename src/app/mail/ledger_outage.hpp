#pragma once

#include <optional>

#include "base/time/time.hpp"

namespace fairlead::app {

// Decides when people are told that the ledger cannot be written: once for each outage, after it has lasted for a
// while. A short pause, such as a restart of a database server, is no outage.
class LedgerOutage {
public:
    static constexpr std::int64_t kToldAfterMicros = 30 * kMicrosPerSecond;

    // Notes what was found. Returns since when the ledger cannot be written, if people must be told now.
    std::optional<Timestamp> Note(bool writable, Timestamp now) {
        if (writable) {
            since_.reset();
            told_ = false;
            return std::nullopt;
        }
        if (!since_) since_ = now;
        if (told_ || now.micros - since_->micros < kToldAfterMicros) return std::nullopt;
        told_ = true;
        return since_;
    }

private:
    std::optional<Timestamp> since_;
    bool told_ = false;
};

}  // namespace fairlead::app
