#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "domain/reporting/fact_row.hpp"
#include "facts/clickhouse/fact_table.hpp"

namespace fairlead::facts {

// Rows of the table as one block in ClickHouse's Native format: the number of columns and of rows, then each column
// with its name, type and values. The server detects an incomplete block. It could not detect an incomplete sequence of
// rows, because the end of a connection looks like the end of the rows.
class NativeBlock {
public:
    NativeBlock();

    void Add(const reporting::FactRow& row);
    std::size_t row_count() const { return row_count_; }

    // The pieces to send, in this order. Valid until the next call.
    const std::vector<std::string_view>& Parts();

private:
    class RowWriter;

    std::size_t row_count_ = 0;
    std::string head_;
    std::vector<std::string> titles_;
    std::vector<std::string> values_;  // One per column.
    std::vector<std::string_view> parts_;
};

}  // namespace fairlead::facts
