#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <libpq-fe.h>

#include "ledger/sql/value.hpp"

namespace fairlead::ledger {

// How values go to PostgreSQL in binary.

constexpr Oid kPostgresBytes = 17;
constexpr Oid kPostgresInteger = 20;
constexpr Oid kPostgresText = 25;
constexpr Oid kPostgresUuid = 2950;

void AppendInt16(std::string& out, std::int16_t value);
void AppendInt32(std::string& out, std::int32_t value);
void AppendInt64(std::string& out, std::int64_t value);

// The size and the bytes of a value, as they stand in an array or in a row of COPY.
void AppendField(std::string& out, const Value& value);

// COPY in binary: a head that begins with a signature, rows, and an end.
constexpr std::string_view kCopySignature("PGCOPY\n\377\r\n\0", 11);
std::string CopyHead();
void AppendBinaryRow(std::string& out, std::span<const Value> row);
void AppendCopyEnd(std::string& out);

}  // namespace fairlead::ledger
