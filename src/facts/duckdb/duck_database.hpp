#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <vector>

#include "facts/duckdb/duck_dialect.hpp"
#include "facts/duckdb/duck_options.hpp"
#include "facts/duckdb/duck_rows_feed.hpp"
#include "facts/duckdb/duck_statement.hpp"
#include "facts/duckdb/word_table.hpp"

namespace fairlead::facts {

// One open file. Safe from any thread. At most one object per file.
class DuckDatabase {
public:
    // Creates the file if it is missing. A fault of the kind kDamaged says that the file is unusable.
    static DuckOutcome<std::unique_ptr<DuckDatabase>> Open(const std::string& path, const DuckOptions& options);

    WordTable& words() { return words_; }
    DuckRowsFeed& feed() { return feed_; }
    DuckOutcome<DuckConnection> Connect();
    // Runs a query on one of a few connections. Waits until a connection is free.
    DuckOutcome<void> AskWithin(const std::function<std::string(const DuckDialect&)>& sql,
                                const std::function<void(const DuckRows&)>& each);
    // Call this before a commit of rows with such amounts. If queries do not know of these amounts yet, it waits for
    // the running queries.
    void Expect(const DuckAmounts& amounts);

private:
    DuckDatabase(DuckFile file, const DuckOptions& options) : file_(std::move(file)), options_(options) {}

    DuckOutcome<void> Prepare();
    DuckOutcome<void> CheckLayout(duckdb_connection connection);
    DuckOutcome<void> LoadWords(duckdb_connection connection);
    DuckOutcome<void> LookAtAmounts(duckdb_connection connection);
    DuckOutcome<void> RegisterFeed(duckdb_connection connection);

    DuckOutcome<void> AskInSnapshot(duckdb_connection connection,
                                    const std::function<std::string(const DuckDialect&)>& sql, DuckDeadline deadline,
                                    const std::function<void(const DuckRows&)>& each);
    DuckOutcome<DuckConnection> Borrow(DuckDeadline deadline);
    void Return(DuckConnection connection);

    DuckRowsFeed feed_;
    DuckFile file_;
    DuckOptions options_;
    WordTable words_;

    std::shared_mutex amounts_mutex_;  // Shared by all queries, each from its SQL to its last row.
    DuckAmounts amounts_;

    std::mutex mutex_;
    std::condition_variable returned_;
    std::vector<DuckConnection> idle_;
    int lent_ = 0;
};

}  // namespace fairlead::facts
