#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/sql/value.hpp"

namespace fairlead::ledger {

// Changes the rows of a backup so that the restored service sends nothing by itself: the original may have sent its
// messages since, and a copy for a test must not send anything. Destinations are paused until a person makes them
// active, and messages that waited have failed until a person replays them.
class RestoredRows {
public:
    RestoredRows(std::string_view table, std::span<const std::string> columns);

    // The row to store. Valid until the next call.
    std::span<const Value> Change(std::span<const Value> row);

private:
    enum class Kind : std::uint8_t { kOther, kDestinations, kMessages };

    Kind kind_ = Kind::kOther;
    std::size_t status_ = 0;
    std::size_t reason_ = 0;
    std::size_t paused_at_ = 0;
    std::vector<Value> changed_;
};

}  // namespace fairlead::ledger
