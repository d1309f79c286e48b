#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <libpq-fe.h>

#include "ledger/sql/value.hpp"

namespace fairlead::ledger {

// The binary format of values for PostgreSQL.

constexpr Oid kPostgresBytes = 17;
constexpr Oid kPostgresInteger = 20;
constexpr Oid kPostgresText = 25;
constexpr Oid kPostgresUuid = 2950;

void AppendInt16(std::string& out, std::int16_t value);
void AppendInt32(std::string& out, std::int32_t value);
void AppendInt64(std::string& out, std::int64_t value);

// Appends the size and the bytes of a value, as in an array or in a row of COPY.
void AppendField(std::string& out, const Value& value);

// The parts of a binary COPY: a head that begins with a signature, rows, and an end.
constexpr std::string_view kCopySignature("PGCOPY\n\377\r\n\0", 11);
std::string CopyHead();
void AppendBinaryRow(std::string& out, std::span<const Value> row);
void AppendCopyEnd(std::string& out);

}  // namespace fairlead::ledger
