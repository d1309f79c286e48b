#include "sheets/xlsx_writer.hpp"

#include <algorithm>
#include <vector>

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xlsxwriter.h>

#include "domain/reporting/metrics.hpp"

namespace fairlead::sheets {
namespace {

using reporting::ReportTable;

constexpr std::size_t kTextBytesMax = 32'000;  // A cell has at most 32,767 characters.
constexpr int kColumnWidth = 18;

// A file in memory that a library can open by its path.
class MemoryFile {
public:
    MemoryFile() : descriptor_(memfd_create("report.xlsx", MFD_CLOEXEC)) {}
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    ~MemoryFile() {
        if (descriptor_ >= 0) close(descriptor_);
    }

    bool is_open() const { return descriptor_ >= 0; }
    std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }
    Result<std::string> Read() const {
        struct stat about{};
        if (fstat(descriptor_, &about) != 0) return Fail(ErrorCode::kInternal, "the sheet cannot be read");
        std::string bytes(static_cast<std::size_t>(about.st_size), '\0');
        std::size_t have = 0;
        while (have < bytes.size()) {
            const auto count = pread(descriptor_, bytes.data() + have, bytes.size() - have, static_cast<off_t>(have));
            if (count <= 0) return Fail(ErrorCode::kInternal, "the sheet cannot be read");
            have += static_cast<std::size_t>(count);
        }
        return bytes;
    }

private:
    int descriptor_;
};

// Cuts a text to what a cell can have, between two characters.
std::string CellText(std::string_view text) {
    std::size_t length = std::min(text.size(), kTextBytesMax);
    while (length < text.size() && length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0U) == 0x80U) --length;
    return std::string(text.substr(0, length));
}

// Writes one sheet. A workbook frees all of its parts when it is closed.
class Sheet {
public:
    Sheet(lxw_workbook* book, const ReportTable& table)
        : table_(table), sheet_(workbook_add_worksheet(book, "Report")), bold_(workbook_add_format(book)) {
        format_set_bold(bold_);
        for (const std::string_view name : table.metrics) {
            const auto* metric = reporting::FindMetric(name);
            const bool is_money = metric != nullptr && metric->IsMoney();
            plain_.push_back(NumberFormat(book, is_money, /*bold=*/false));
            strong_.push_back(NumberFormat(book, is_money, /*bold=*/true));
        }
    }

    // False if libxlsxwriter could not write a cell.
    bool Fill() {
        bool written = WriteHead();
        for (std::size_t row = 0; written && row < table_.row_count; ++row) written = WriteRow(row);
        written = written && WriteTotals();
        const auto last = static_cast<lxw_col_t>(std::max<std::size_t>(ColumnCount(), 1) - 1);
        return written && worksheet_set_column(sheet_, 0, last, kColumnWidth, nullptr) == LXW_NO_ERROR;
    }

private:
    static lxw_format* NumberFormat(lxw_workbook* book, bool is_money, bool bold) {
        lxw_format* format = workbook_add_format(book);
        if (is_money) format_set_num_format(format, "#,##0.00");
        if (bold) format_set_bold(format);
        return format;
    }

    std::size_t ColumnCount() const { return table_.group_keys.size() + table_.metrics.size(); }

    bool WriteText(std::size_t row, std::size_t column, std::string_view text, lxw_format* format) {
        // An empty cell says the same.
        if (text.empty()) return true;
        return worksheet_write_string(sheet_, static_cast<lxw_row_t>(row), static_cast<lxw_col_t>(column),
                                      CellText(text).c_str(), format) == LXW_NO_ERROR;
    }

    bool WriteNumbers(std::size_t row, std::span<const Decimal> values, const std::vector<lxw_format*>& formats) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            const auto column = static_cast<lxw_col_t>(table_.group_keys.size() + i);
            const double number = std::stod(values[i].ToString());
            if (worksheet_write_number(sheet_, static_cast<lxw_row_t>(row), column, number, formats[i]) != LXW_NO_ERROR)
                return false;
        }
        return true;
    }

    bool WriteHead() {
        bool written = true;
        std::size_t column = 0;
        for (const auto& names : {table_.group_keys, table_.metrics}) {
            for (const std::string_view name : names) written = WriteText(0, column++, name, bold_) && written;
        }
        worksheet_freeze_panes(sheet_, 1, 0);
        return written;
    }

    bool WriteRow(std::size_t row) {
        const auto cells = table_.CellsOf(row);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (!WriteText(row + 1, i, cells[i], nullptr)) return false;
        }
        return WriteNumbers(row + 1, table_.ValuesOf(row), plain_);
    }

    bool WriteTotals() {
        const std::size_t row = table_.row_count + 1;
        if (!table_.group_keys.empty() && !WriteText(row, 0, "Total", bold_)) return false;
        return WriteNumbers(row, table_.totals, strong_);
    }

    const ReportTable& table_;
    lxw_worksheet* sheet_;
    lxw_format* bold_;
    std::vector<lxw_format*> plain_;   // By metric.
    std::vector<lxw_format*> strong_;  // The same, for totals.
};

}  // namespace

Result<std::string> XlsxWriter::Write(const ReportTable& table) {
    if (table.row_count + 2 > LXW_ROW_MAX) {
        return Fail(ErrorCode::kTooLong, "the report has more rows than a sheet can have");
    }
    const MemoryFile file;
    const std::string path = file.path();
    lxw_workbook* book = file.is_open() ? workbook_new(path.c_str()) : nullptr;
    if (book == nullptr) return Fail(ErrorCode::kInternal, "the sheet could not be written");
    const bool filled = Sheet(book, table).Fill();
    const lxw_error closed = workbook_close(book);
    if (!filled || closed != LXW_NO_ERROR) {
        return Fail(ErrorCode::kInternal, std::string("the sheet could not be written: ") + lxw_strerror(closed));
    }
    return file.Read();
}

}  // namespace fairlead::sheets
