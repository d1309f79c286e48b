#pragma once

#include <functional>
#include <string>

#include "ledger/record/fact_block_rows.hpp"

namespace fairlead::ledger {

// Checks the blocks of facts of an operator: that each row is as it was written, and that none is missing. Names the
// column that is damaged, if one bit of it is.
class BlockCheck {
public:
    using Differs = std::function<void(const std::string&)>;
    BlockCheck(Connection& connection, OperatorId owner, Differs differs)
        : connection_(connection), owner_(owner), differs_(std::move(differs)) {}

    // Compares checksums and numbers.
    Status CheckRows();
    // Also unpacks and reads every block, those in archive files too, and looks for the batches of its clicks.
    Status CheckContents();

private:
    void CheckRow(const BlockColumns& columns, std::string_view stored);
    void CheckNumber(std::int64_t number);
    // Checks that the clicks of these blocks, which were recorded after `after`, can be found.
    Status CheckBatches(std::span<const StoredBlock> blocks, Timestamp after);

    Connection& connection_;
    OperatorId owner_;
    Differs differs_;
    std::int64_t last_ = 0;
};

}  // namespace fairlead::ledger
