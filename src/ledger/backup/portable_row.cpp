#include "ledger/backup/portable_row.hpp"

#include "base/assert.hpp"
#include "base/text/byte_codec.hpp"

namespace fairlead::ledger {
namespace {

constexpr std::size_t kIdBytes = 16;

enum class CellTag : std::uint8_t { kNull = 0, kInteger = 1, kText = 2, kDecimal = 3, kBytes = 4, kId = 5 };

CellTag TagOf(Value::Kind kind) {
    switch (kind) {
        case Value::Kind::kNull: return CellTag::kNull;
        case Value::Kind::kInteger: return CellTag::kInteger;
        case Value::Kind::kText: return CellTag::kText;
        case Value::Kind::kDecimal: return CellTag::kDecimal;
        case Value::Kind::kBytes: return CellTag::kBytes;
        case Value::Kind::kUuid: return CellTag::kId;
    }
    return CellTag::kNull;
}

Value ReadCell(ByteReader& reader) {
    switch (static_cast<CellTag>(reader.Byte())) {
        case CellTag::kNull: return Value::Null();
        case CellTag::kInteger: return Value::Of(reader.Signed());
        case CellTag::kText: return {Value::Kind::kText, 0, reader.Text()};
        case CellTag::kDecimal: return {Value::Kind::kDecimal, 0, reader.Text()};
        case CellTag::kBytes: return {Value::Kind::kBytes, 0, reader.Text()};
        case CellTag::kId: {
            const std::string_view id = reader.rest().substr(0, kIdBytes);
            (void)reader.Bytes();
            return {Value::Kind::kUuid, 0, id};
        }
    }
    reader.Fail();
    return Value::Null();
}

}  // namespace

void AppendRow(std::string& out, std::span<const Value> row) {
    for (const Value& value : row) {
        out += static_cast<char>(TagOf(value.kind));
        switch (value.kind) {
            case Value::Kind::kNull: break;
            case Value::Kind::kInteger: AppendSigned(out, value.integer); break;
            case Value::Kind::kText:
            case Value::Kind::kDecimal:
            case Value::Kind::kBytes: AppendText(out, value.data); break;
            case Value::Kind::kUuid:
                FAIRLEAD_ASSERT(value.data.size() == kIdBytes);
                out.append(value.data);
                break;
        }
    }
}

Status ReadPortableRows(std::string_view bytes, std::size_t columns, const RowTaken& take) {
    ByteReader reader(bytes);
    std::vector<Value> row(columns);
    while (!reader.AtEnd() && columns > 0) {
        for (Value& value : row) value = ReadCell(reader);
        if (!reader.ok()) break;
        TRY(take(row));
    }
    if (!reader.ok() || !reader.AtEnd()) return Fail(ErrorCode::kUnavailable, "the rows of a table cannot be read");
    return {};
}

}  // namespace fairlead::ledger
