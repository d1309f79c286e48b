#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "base/time/time.hpp"
#include "domain/reporting/fact_row.hpp"

namespace fairlead::reporting {

// Makes the rows of an operator's blocks. It leaves out uncounted clicks and repeated milestones. Equal impressions of
// several blocks become one row.
class BlockProjection {
public:
    // `each` receives the rows. Their views are valid only during the call.
    BlockProjection(OperatorId owner, std::function<void(const FactRow&)> each);
    ~BlockProjection();

    // Returns false if the block is damaged. The part that could be read still counts. If a clock that was ahead dated
    // the block, and the block was moved back since, `ahead_micros` is how far the clock was ahead.
    bool Add(std::string_view bytes, Timestamp recorded_at, std::int64_t ahead_micros = 0);
    // Passes the remaining rows to `each`.
    void Finish();

private:
    class Rows;
    std::unique_ptr<Rows> rows_;
};

// The same for a single block.
bool ProjectBlock(OperatorId owner, std::string_view bytes, Timestamp recorded_at,
                  const std::function<void(const FactRow&)>& each);

}  // namespace fairlead::reporting
