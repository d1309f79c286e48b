#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "app/ports/facts.hpp"
#include "facts/duckdb/duck_database.hpp"

namespace fairlead::facts {

// Adds rows to a file in one transaction, which is undone unless it is committed. Used by one thread.
class DuckFactWriter {
public:
    // On a connection of its own; the database must outlive it.
    static DuckOutcome<std::unique_ptr<DuckFactWriter>> Begin(DuckDatabase& database);

    // A fault shows at the latest in Commit.
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
    // Hands what has gathered to DuckDB.
    void Flush();
    DuckOutcome<void> SaveWords();
    DuckOutcome<void> AppendWords(const WordTable::Unsaved& unsaved);
    DuckOutcome<void> SaveMark(const app::BlockMark& mark);

    DuckDatabase& database_;
    DuckConnection connection_;
    WordCache numbers_;
    std::vector<DuckChunk> chunks_;  // What has gathered.
    std::vector<void*> columns_;     // Where the values of the last chunk lie.
    idx_t rows_ = 0;                 // In the last chunk, 0 where the next row starts another.
    idx_t column_ = 0;               // The next one of the row that is being put.
    DuckAmounts amounts_;            // Of what has been put.
    std::pair<std::int32_t, std::int32_t> last_currency_;
    DuckOutcome<void> state_;  // The first fault.
};

}  // namespace fairlead::facts
