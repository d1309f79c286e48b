#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "app/ports/facts.hpp"
#include "facts/duckdb/duck_database.hpp"

namespace fairlead::facts {

// Adds rows to a file in one transaction, which is rolled back unless it is committed. Used by one thread.
class DuckFactWriter {
public:
    // Uses its own connection. The database must outlive it.
    static DuckOutcome<std::unique_ptr<DuckFactWriter>> Begin(DuckDatabase& database);

    // Faults are reported in Commit at the latest.
    void Add(const reporting::FactRow& row);
    DuckOutcome<void> Commit(std::span<const app::BlockMark> marks);

private:
    DuckFactWriter(DuckDatabase& database, DuckConnection connection)
        : database_(database), connection_(std::move(connection)), numbers_(database.words()) {}

    void PutNumbers(const reporting::FactRow& row);
    void PutTexts(const reporting::FactRow& row);
    template <class T>
    void Put(T value);
    void PutBytes(std::string_view bytes);
    void StartChunk();
    void EndChunk();
    // Passes the collected rows to DuckDB.
    void Flush();
    DuckOutcome<void> SaveWords();
    DuckOutcome<void> AppendWords(const WordTable::Unsaved& unsaved);
    DuckOutcome<void> SaveMark(const app::BlockMark& mark);

    DuckDatabase& database_;
    DuckConnection connection_;
    WordCache numbers_;
    std::vector<DuckChunk> chunks_;  // Collected rows.
    std::vector<void*> columns_;     // The values of the last chunk.
    idx_t rows_ = 0;                 // In the last chunk. 0: the next row starts a new chunk.
    idx_t column_ = 0;               // The next column of the current row.
    DuckAmounts amounts_;            // Of the rows so far.
    std::pair<std::int32_t, std::int32_t> last_currency_;
    DuckOutcome<void> state_;  // The first fault.
};

}  // namespace fairlead::facts
