#include "app/reports/report_csv.hpp"

#include "base/text/csv_cell.hpp"
#include "domain/comparison/percent_change.hpp"

namespace fairlead::app {
namespace {

using reporting::ReportTable;

void AppendCell(std::string_view cell, bool& first, std::string& out) {
    if (!first) out += ',';
    first = false;
    out += cell;
}

// `before` is empty if the report is not compared.
void AppendNumbers(std::span<const Decimal> values, std::span<const Decimal> before, bool first, std::string& out) {
    for (const Decimal& value : values) AppendCell(value.ToString(), first, out);
    for (std::size_t i = 0; i < before.size(); ++i) {
        const auto percent = comparison::PercentChange(before[i], values[i]);
        AppendCell(before[i].ToString(), first, out);
        AppendCell((values[i] - before[i]).ToString(), first, out);
        AppendCell(percent ? percent->ToString() : std::string(), first, out);
    }
    out += "\r\n";
}

}  // namespace

void AppendCsvHead(const ReportTable& table, std::string& out) {
    bool first = true;
    for (const auto& names : {table.group_keys, table.metrics}) {
        for (const std::string_view name : names) AppendCell(name, first, out);
    }
    for (const std::string_view name : table.before ? table.metrics : std::vector<std::string_view>()) {
        for (const char* ending : {"_before", "_difference", "_percent"}) {
            AppendCell(std::string(name) + ending, first, out);
        }
    }
    out += "\r\n";
}

void AppendCsvRow(const ReportTable& table, std::size_t row, std::string& out) {
    bool first = true;
    for (const std::string& cell : table.CellsOf(row)) AppendCell(CsvTextCell(cell), first, out);
    AppendNumbers(table.ValuesOf(row), table.before ? table.ValuesBefore(row) : std::span<const Decimal>(), first, out);
}

void AppendCsvTail(const ReportTable& table, std::string& out) {
    bool first = true;
    for (std::size_t i = 0; i < table.group_keys.size(); ++i) AppendCell(i == 0 ? "Total" : "", first, out);
    const auto before = table.before ? std::span(table.before->totals) : std::span<const Decimal>();
    AppendNumbers(table.totals, before, first, out);
}

std::string SafeFileName(std::string_view name, std::string_view ending) {
    std::string safe;
    for (const char c : name) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
        if (plain) {
            safe += c;
        } else if (!safe.empty() && safe.back() != '-') {
            safe += '-';
        }
    }
    while (safe.ends_with('-')) safe.pop_back();
    return (safe.empty() ? "report" : safe).append(".").append(ending);
}

}  // namespace fairlead::app
