#include "ledger/postgres/copy_format.hpp"

#include <algorithm>

#include "ledger/postgres/binary_form.hpp"

namespace fairlead::ledger {
namespace {

constexpr std::size_t kCopyHeadBytes =
    kCopySignature.size() + 4 + 4;  // The signature, flags, and the size of an extension.
constexpr std::int64_t kNoMoreRows = -1;
constexpr std::int64_t kNullCell = -1;

// Decodes 2, 4 or 8 bytes.
std::int64_t BigEndian(std::string_view bytes) {
    std::int64_t value =
        static_cast<std::int8_t>(bytes.front());  // NOLINT(bugprone-signed-char-misuse): it has the sign.
    for (const char byte : bytes.substr(1)) value = value * 256 + static_cast<unsigned char>(byte);
    return value;
}

Value CopiedCell(PostgresType type, std::string_view data) {
    switch (type) {
        case PostgresType::kInteger: return Value::Of(BigEndian(data));
        case PostgresType::kText: return {Value::Kind::kText, 0, data};
        case PostgresType::kNumeric: return {Value::Kind::kDecimal, 0, data};
        case PostgresType::kBytes: return {Value::Kind::kBytes, 0, data};
        case PostgresType::kUuid: return {Value::Kind::kUuid, 0, data};
    }
    return Value::Null();
}

void AppendHex(std::string& out, std::string_view bytes) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    for (const char byte : bytes) {
        const auto value = static_cast<unsigned char>(byte);
        out += kDigits[value >> 4];
        out += kDigits[value & 0x0F];
    }
}

void AppendEscaped(std::string& out, std::string_view text) {
    for (const char c : text) {
        switch (c) {
            case '\\': out += "\\\\"; break;
            case '\n': out += "\\n"; break;
            case '\r': out += "\\r"; break;
            case '\t': out += "\\t"; break;
            default: out += c;
        }
    }
}

}  // namespace

Status CopyParser::Take(std::string_view piece, const RowTaken& take) {
    rest_.append(piece);
    std::string_view bytes = rest_;
    if (!begun_) {
        if (bytes.size() < kCopyHeadBytes) return {};
        if (!bytes.starts_with(kCopySignature)) {
            return Fail(ErrorCode::kLedgerFailed, "the database did not send rows in the binary format");
        }
        bytes.remove_prefix(kCopyHeadBytes);
        begun_ = true;
    }
    for (std::size_t size = ReadRow(bytes); size > 0; size = ReadRow(bytes)) {
        TRY(take(row_));
        bytes.remove_prefix(size);
    }
    rest_ = ended_ ? std::string() : std::string(bytes);
    return {};
}

std::size_t CopyParser::ReadRow(std::string_view bytes) {
    if (bytes.size() < 2) return 0;
    if (BigEndian(bytes.substr(0, 2)) == kNoMoreRows) {
        ended_ = bytes.size() == 2;
        return 0;
    }
    std::size_t at = 2;
    for (std::size_t i = 0; i < types_.size(); ++i) {
        if (bytes.size() < at + 4) return 0;
        const std::int64_t size = BigEndian(bytes.substr(at, 4));
        at += 4;
        if (size == kNullCell) {
            row_[i] = Value::Null();
            continue;
        }
        const auto length = static_cast<std::size_t>(size);
        if (bytes.size() - at < length) return 0;
        row_[i] = CopiedCell(types_[i], bytes.substr(at, length));
        at += length;
    }
    return at;
}

void AppendCopyRow(std::string& out, std::span<const Value> row, std::span<const PostgresType> types) {
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (i > 0) out += '\t';
        const Value& value = row[i];
        if (value.kind == Value::Kind::kNull) {
            out += "\\N";
        } else if (value.kind == Value::Kind::kInteger) {
            out += std::to_string(value.integer);
        } else if (types[i] == PostgresType::kBytes) {
            out += "\\\\x";
            AppendHex(out, value.data);
        } else if (types[i] == PostgresType::kUuid) {
            AppendHex(out, value.data);
        } else {
            AppendEscaped(out, value.data);
        }
    }
    out += '\n';
}

}  // namespace fairlead::ledger
