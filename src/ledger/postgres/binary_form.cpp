#include "ledger/postgres/binary_form.hpp"

#include <algorithm>

namespace fairlead::ledger {
namespace {

constexpr std::int32_t kNullLength = -1;
constexpr std::int16_t kNegative = 0x4000;
// A numeric is a sequence of base 10,000 digits.
constexpr std::size_t kDigitsTogether = 4;

template <class Integer>
void AppendBigEndian(std::string& out, Integer value) {
    for (int shift = (static_cast<int>(sizeof(value)) - 1) * 8; shift >= 0; shift -= 8) {
        out += static_cast<char>(value >> shift & 0xFF);
    }
}

std::size_t RoundUp(std::size_t digits) { return (digits + kDigitsTogether - 1) / kDigitsTogether * kDigitsTogether; }

// Appends the text of a Decimal as a numeric.
void AppendNumeric(std::string& out, std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    const auto point = std::min(text.find('.'), text.size());
    const std::string_view whole = text.substr(0, point);
    const std::string_view fraction = point == text.size() ? std::string_view() : text.substr(point + 1);

    std::string digits(RoundUp(whole.size()) - whole.size(), '0');
    digits.append(whole).append(fraction).append(RoundUp(fraction.size()) - fraction.size(), '0');
    auto weight = static_cast<std::int16_t>(RoundUp(whole.size()) / kDigitsTogether - 1);
    std::string groups;
    std::size_t size = 0;  // Without trailing zeros.
    for (std::size_t at = 0; at < digits.size(); at += kDigitsTogether) {
        std::int16_t group = 0;
        for (const char digit : digits.substr(at, kDigitsTogether))
            group = static_cast<std::int16_t>(group * 10 + (digit - '0'));
        if (group == 0 && groups.empty()) {
            --weight;
            continue;
        }
        AppendInt16(groups, group);
        if (group != 0) size = groups.size();
    }
    groups.resize(size);
    AppendInt32(out, static_cast<std::int32_t>(4 * sizeof(std::int16_t) + groups.size()));
    AppendInt16(out, static_cast<std::int16_t>(groups.size() / sizeof(std::int16_t)));
    AppendInt16(out, groups.empty() ? std::int16_t{0} : weight);
    AppendInt16(out, negative && !groups.empty() ? kNegative : std::int16_t{0});
    AppendInt16(out, static_cast<std::int16_t>(fraction.size()));
    out += groups;
}

}  // namespace

void AppendInt16(std::string& out, std::int16_t value) { AppendBigEndian(out, value); }
void AppendInt32(std::string& out, std::int32_t value) { AppendBigEndian(out, value); }
void AppendInt64(std::string& out, std::int64_t value) { AppendBigEndian(out, value); }

void AppendField(std::string& out, const Value& value) {
    switch (value.kind) {
        case Value::Kind::kNull: return AppendInt32(out, kNullLength);
        case Value::Kind::kInteger: AppendInt32(out, sizeof(value.integer)); return AppendInt64(out, value.integer);
        case Value::Kind::kDecimal: return AppendNumeric(out, value.data);
        case Value::Kind::kText:
        case Value::Kind::kBytes:
        case Value::Kind::kUuid: AppendInt32(out, static_cast<std::int32_t>(value.data.size())); out.append(value.data);
    }
}

std::string CopyHead() {
    std::string head(kCopySignature);
    AppendInt32(head, 0);  // Flags.
    AppendInt32(head, 0);  // The size of an extension.
    return head;
}

void AppendBinaryRow(std::string& out, std::span<const Value> row) {
    AppendInt16(out, static_cast<std::int16_t>(row.size()));
    for (const Value& value : row) AppendField(out, value);
}

void AppendCopyEnd(std::string& out) { AppendInt16(out, -1); }

}  // namespace fairlead::ledger
