#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "base/time/time.hpp"
#include "domain/reporting/fact_row.hpp"

namespace fairlead::reporting {

// Makes rows of an operator's blocks. What counts nothing is left out: calls of links that were not counted, and
// repeated milestones. Impressions that are alike in everything, which every block counts anew, become one row.
class BlockProjection {
public:
    // `each` is handed the rows, whose views are valid in the call only.
    BlockProjection(OperatorId owner, std::function<void(const FactRow&)> each);
    ~BlockProjection();

    // False when the block is damaged; what could be read of it counts all the same.
    bool Add(std::string_view bytes, Timestamp recorded_at);
    // Hands over what has been held back.
    void Finish();

private:
    class Rows;
    std::unique_ptr<Rows> rows_;
};

// Hands over every row that a single block adds to the analytics store; as above.
bool ProjectBlock(OperatorId owner, std::string_view bytes, Timestamp recorded_at,
                  const std::function<void(const FactRow&)>& each);

}  // namespace fairlead::reporting
