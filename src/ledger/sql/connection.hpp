#pragma once

#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "ledger/sql/statement.hpp"
#include "ledger/sql/value.hpp"

namespace fairlead::app {
class ClockGuard;
}  // namespace fairlead::app

namespace fairlead::ledger {

class BlockArchive;

// The words that differ between engines.
struct Dialect {
    std::string_view uuid;        // {uuid}
    std::string_view bytes;       // {bytes}
    std::string_view decimal;     // {decimal}
    std::string_view for_update;  // {for_update}
    std::string_view clustered;   // {clustered}: stores a table in the order of its primary key, if the engine can.
    std::string_view bytewise;  // {bytewise}, after a text: orders it by its bytes and changes the case of ASCII only.
    std::string_view server_clock;  // {server_clock}: the server's clock in microseconds; 0 if there is no server.
    // {by INDEX}, after a table: an engine that does not know how many rows are equal must read it by this index. It
    // would prefer a primary key that already has the order, and read all rows of an operator.
    std::string_view indexed_by;

    std::string Expand(std::string_view portable) const;
};

// One connection to an engine. Used by one thread at a time. After an Error inside a transaction only Rollback may
// follow.
class Connection {
public:
    virtual ~Connection() = default;

    virtual Status Begin() = 0;
    // Begins a transaction in which all queries see the same snapshot.
    virtual Status BeginReading() = 0;
    // Begins a transaction that excludes the migrations of other processes.
    virtual Status BeginMigration() = 0;
    // The commit is durable when this returns. After an Error it is unknown whether the commit happened.
    virtual Status Commit() = 0;
    // May also be called when no transaction is open.
    virtual void Rollback() = 0;

    virtual Result<ResultRows> Query(const Sql& sql, std::span<const Value> parameters) = 0;
    // Runs the query once per row of parameters. ResultRows::SourceOf is the row of parameters of each result.
    virtual Result<ResultRows> QueryEach(const Sql& sql, const ParameterRows& rows) = 0;
    virtual Status RunEach(const Sql& sql, const ParameterRows& rows) = 0;
    // Notifies other nodes, when the transaction commits, that a catalogue has changed. Does nothing on an engine that
    // only one process uses.
    virtual Status AnnounceCatalogueChange() { return {}; }
    // Whether commits keep checks of their rows (seals/row_checks.hpp). Not needed where each page has a checksum.
    virtual bool keeps_row_checks() const { return false; }
    // Runs several statements without parameters or results.
    virtual Status RunScript(const std::string& portable) = 0;

    // The archive of blocks that are no longer in the table; null if none is set.
    const BlockArchive* archive() const { return archive_.get(); }
    void set_archive(std::shared_ptr<const BlockArchive> archive) { archive_ = std::move(archive); }

    // The clock that dates what is written here (engine/trusted_clock.hpp). Null: the system's clock, unchecked.
    app::ClockGuard* clock() const { return clock_; }
    void set_clock(app::ClockGuard* clock) { clock_ = clock; }

    Result<ResultRows> Query(const Sql& sql, std::initializer_list<Value> parameters) {
        return Query(sql, std::span(parameters.begin(), parameters.size()));
    }
    Status Run(const Sql& sql, std::initializer_list<Value> parameters);

private:
    std::shared_ptr<const BlockArchive> archive_;
    app::ClockGuard* clock_ = nullptr;
};

}  // namespace fairlead::ledger
