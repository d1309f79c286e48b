#include "http/codec/reports/report_output.hpp"

#include <algorithm>

#include "app/reports/report_csv.hpp"
#include "base/text/json_text.hpp"
#include "domain/comparison/percent_change.hpp"

namespace fairlead::http {
namespace {

using reporting::ReportTable;

constexpr std::size_t kPieceBytes = 65'536;
constexpr std::size_t kRowsAtOnceMax = 500;

// Writes a table piece by piece: the head, the rows, the tail.
class ReportStream : public BodyStream {
public:
    explicit ReportStream(std::shared_ptr<const ReportTable> table) : table_(std::move(table)) {}

    bool Next(std::string& out) override {
        const std::size_t end = out.size() + kPieceBytes;
        if (next_ == 0) WriteHead(out);
        while (next_ < table_->row_count) {
            WriteRow(next_++, out);
            if (out.size() >= end && next_ < table_->row_count) return true;
        }
        WriteTail(out);
        return false;
    }

protected:
    const ReportTable& table() const { return *table_; }

private:
    virtual void WriteHead(std::string& out) const = 0;
    virtual void WriteRow(std::size_t row, std::string& out) const = 0;
    virtual void WriteTail(std::string& out) const = 0;

    std::shared_ptr<const ReportTable> table_;
    std::size_t next_ = 0;
};

class JsonReport final : public ReportStream {
public:
    JsonReport(std::shared_ptr<const ReportTable> table, bool notes) : ReportStream(std::move(table)), notes_(notes) {}

private:
    void WriteHead(std::string& out) const override { out += R"({"rows":[)"; }

    void WriteRow(std::size_t row, std::string& out) const override {
        out += row == 0 ? R"({"groupKeys":{)" : R"(,{"groupKeys":{)";
        const auto cells = table().CellsOf(row);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            WriteName(table().group_keys[i], i, out);
            AppendJsonString(out, cells[i]);
        }
        out += R"(},"metrics":)";
        WriteMetrics(table().ValuesOf(row), out);
        if (table().before) {
            out += R"(,"comparison":{)";
            WriteComparison(table().ValuesOf(row), table().ValuesBefore(row), out);
            out += '}';
        }
        out += '}';
    }

    void WriteTail(std::string& out) const override {
        out += R"(],"totals":)";
        WriteMetrics(table().totals, out);
        out.append(R"(,"generatedAt":")").append(MillisecondsOf(table().generated_at)).append("\"");
        if (const auto& before = table().before) {
            out.append(R"(,"comparison":{"startDate":")").append(before->days.start.ToString());
            out.append(R"(","endDate":")").append(before->days.end.ToString()).append("\",");
            WriteComparison(table().totals, before->totals, out);
            out += '}';
        }
        if (notes_ && !table().unpriced.empty()) WriteUnpriced(out);
        out += '}';
    }

    void WriteUnpriced(std::string& out) const {
        out += R"(,"unpriced":[)";
        for (const reporting::UnpricedSum& sum : table().unpriced) {
            if (&sum != table().unpriced.data()) out += ',';
            out.append(R"({"currency":)");
            AppendJsonString(out, sum.currency);
            out.append(",\"count\":").append(std::to_string(sum.count));
            out.append(R"(,"amount":")").append(sum.amount.ToString()).append("\"}");
        }
        out += ']';
    }

    // The API writes this time in milliseconds.
    static std::string MillisecondsOf(Timestamp time) {
        return Timestamp{time.micros - time.micros % 1000}.ToIso8601();
    }

    static void WriteName(std::string_view name, std::size_t index, std::string& out) {
        if (index > 0) out += ',';
        out.append("\"").append(name).append("\":");
    }

    void WriteComparison(std::span<const Decimal> now, std::span<const Decimal> before, std::string& out) const {
        out += R"("metrics":)";
        WriteMetrics(before, out);
        out += R"(,"difference":{)";
        for (std::size_t i = 0; i < now.size(); ++i) {
            WriteName(table().metrics[i], i, out);
            out += (now[i] - before[i]).ToString();
        }
        out += R"(},"percent":{)";
        for (std::size_t i = 0; i < now.size(); ++i) {
            WriteName(table().metrics[i], i, out);
            const auto percent = comparison::PercentChange(before[i], now[i]);
            out += percent ? percent->ToString() : "null";
        }
        out += '}';
    }

    void WriteMetrics(std::span<const Decimal> values, std::string& out) const {
        out += '{';
        for (std::size_t i = 0; i < values.size(); ++i) {
            WriteName(table().metrics[i], i, out);
            out += values[i].ToString();
        }
        out += '}';
    }

    bool notes_;
};

class CsvReport final : public ReportStream {
public:
    using ReportStream::ReportStream;

private:
    void WriteHead(std::string& out) const override { app::AppendCsvHead(table(), out); }
    void WriteRow(std::size_t row, std::string& out) const override { app::AppendCsvRow(table(), row, out); }
    void WriteTail(std::string& out) const override { app::AppendCsvTail(table(), out); }
};

// Currencies and counts: "SEK=12, USDT=3". Codes are letters and digits.
std::string UnpricedHeader(const ReportTable& table) {
    std::string text;
    for (const reporting::UnpricedSum& sum : table.unpriced) {
        if (!text.empty()) text += ", ";
        text.append(sum.currency).append("=").append(std::to_string(sum.count));
    }
    return text;
}

}  // namespace

Response AnswerReport(std::shared_ptr<const ReportTable> table, ReportFormat format, std::string_view name,
                      bool notes) {
    Response response;
    if (!table->unpriced.empty()) response.AddHeader("X-Fairlead-Unpriced", UnpricedHeader(*table));
    const std::size_t rows = table->row_count;
    std::shared_ptr<ReportStream> stream;
    if (format == ReportFormat::kJson) {
        stream = std::make_shared<JsonReport>(std::move(table), notes);
    } else {
        stream = std::make_shared<CsvReport>(std::move(table));
        response.content_type = kCsvType;
        response.AddHeader("Content-Disposition", "attachment; filename=\"" + app::SafeFileName(name, "csv") + "\"");
    }
    // Most reports are small. They are written at once and have a Content-Length.
    if (rows > kRowsAtOnceMax) {
        response.stream = std::move(stream);
    } else {
        while (stream->Next(response.body)) {
        }
    }
    return response;
}

}  // namespace fairlead::http
