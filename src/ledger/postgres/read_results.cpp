#include "ledger/postgres/read_results.hpp"

#include <charconv>
#include <memory>

#include "base/assert.hpp"
#include "ledger/postgres/binary_form.hpp"

namespace fairlead::ledger {
namespace {

constexpr Oid kInt4 = 23;

void AddInteger(ResultRows& rows, std::string_view text) {
    std::int64_t integer = 0;
    std::from_chars(text.data(), text.data() + text.size(), integer);
    rows.AddInteger(integer);
}

void AddUuid(ResultRows& rows, std::string_view text) {
    const auto id = Uuid::Parse(text);
    rows.AddText(id ? std::string_view(reinterpret_cast<const char*>(id->bytes.data()), id->bytes.size()) : "");
}

void AddBytes(ResultRows& rows, const char* text) {
    std::size_t length = 0;
    const std::unique_ptr<unsigned char, void (*)(void*)> bytes(
        PQunescapeBytea(reinterpret_cast<const unsigned char*>(text), &length), PQfreemem);
    rows.AddText({reinterpret_cast<const char*>(bytes.get()), length});
}

void AddCell(const PGresult* result, int row, int column, ResultRows& rows) {
    if (PQgetisnull(result, row, column) != 0) return rows.AddNull();
    const char* value = PQgetvalue(result, row, column);
    const std::string_view text(value, static_cast<std::size_t>(PQgetlength(result, row, column)));
    switch (PQftype(result, column)) {
        case kPostgresInteger:
        case kInt4: return AddInteger(rows, text);
        case kPostgresUuid: return AddUuid(rows, text);
        case kPostgresBytes: return AddBytes(rows, value);
        default: return rows.AddText(text);
    }
}

}  // namespace

void AddRows(const PGresult* result, std::size_t source, ResultRows& rows) {
    for (int row = 0; row < PQntuples(result); ++row) {
        rows.StartRow(source);
        for (int column = 0; column < PQnfields(result); ++column) AddCell(result, row, column, rows);
    }
}

void AddFoundRows(const PGresult* result, ResultRows& rows) {
    for (int row = 0; row < PQntuples(result); ++row) {
        const std::string_view number = PQgetvalue(result, row, 0);
        std::size_t source = 0;
        std::from_chars(number.data(), number.data() + number.size(), source);
        FAIRLEAD_ASSERT(source > 0 && (rows.empty() || rows.SourceOf(rows.size() - 1) < source));
        rows.StartRow(source - 1);
        for (int column = 1; column < PQnfields(result); ++column) AddCell(result, row, column, rows);
    }
}

}  // namespace fairlead::ledger
