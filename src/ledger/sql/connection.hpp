#pragma once

#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "ledger/sql/value.hpp"

namespace fairlead::ledger {

class BlockArchive;

// A portable statement. Its address is its identity: drivers prepare each once per connection. Parameters are $1, $2 …
// in the order in which they first appear. In braces stand the few words that differ: see Dialect.
struct Sql {
    std::string_view text;

    Sql(const Sql&) = delete;
    Sql& operator=(const Sql&) = delete;
    explicit constexpr Sql(std::string_view portable) : text(portable) {}
};

// What an engine calls the things that SQL does not name alike.
struct Dialect {
    std::string_view uuid;        // {uuid}
    std::string_view bytes;       // {bytes}
    std::string_view decimal;     // {decimal}
    std::string_view for_update;  // {for_update}
    std::string_view clustered;  // {clustered}: a table that is kept in the order of its primary key, if there are any.
    std::string_view bytewise;   // {bytewise}, behind a text: its bytes decide its order, and only ASCII has a case.

    std::string Expand(std::string_view portable) const;
};

// One connection to an engine. Used by one thread at a time. After an Error inside a transaction only Rollback may
// follow.
class Connection {
public:
    virtual ~Connection() = default;

    virtual Status Begin() = 0;
    // Begins a transaction in which all queries see one moment.
    virtual Status BeginReading() = 0;
    // Begins a transaction that no other process's migration runs beside.
    virtual Status BeginMigration() = 0;
    // Durable when it answers; an Error may hide a commit that happened.
    virtual Status Commit() = 0;
    // Also right when no transaction is open.
    virtual void Rollback() = 0;

    virtual Result<ResultRows> Query(const Sql& sql, std::span<const Value> parameters) = 0;
    // Runs the query once per row of parameters; each row of the answer names its source.
    virtual Result<ResultRows> QueryEach(const Sql& sql, const ParameterRows& rows) = 0;
    virtual Status RunEach(const Sql& sql, const ParameterRows& rows) = 0;
    // Tells other nodes, once the transaction commits, that a catalogue has changed. An engine that one process owns
    // has nobody to tell.
    virtual Status AnnounceCatalogueChange() { return {}; }
    // Several statements without parameters or results.
    virtual Status RunScript(const std::string& portable) = 0;

    // Where blocks of facts lie that are no longer in the table; null where nobody has said.
    const BlockArchive* archive() const { return archive_.get(); }
    void set_archive(std::shared_ptr<const BlockArchive> archive) { archive_ = std::move(archive); }

    Result<ResultRows> Query(const Sql& sql, std::initializer_list<Value> parameters) {
        return Query(sql, std::span(parameters.begin(), parameters.size()));
    }
    Status Run(const Sql& sql, std::initializer_list<Value> parameters);

private:
    std::shared_ptr<const BlockArchive> archive_;
};

}  // namespace fairlead::ledger
