#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <libpq-fe.h>

#include "ledger/postgres/bulk_lookup.hpp"
#include "ledger/postgres/wide_insert.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// A connection to PostgreSQL. Calls for many rows are one statement where that can be (COPY, BulkLookup); else they are
// pipelines: all is sent, then read as it comes, without blocking in between.
class PostgresConnection final : public Connection {
public:
    static Result<std::unique_ptr<PostgresConnection>> Connect(const std::string& url);

    // Whether the connection still stands, as far as can be told without asking the server.
    bool IsAlive();

    Status Begin() override { return StartTransaction("BEGIN"); }
    Status BeginReading() override { return StartTransaction("BEGIN ISOLATION LEVEL REPEATABLE READ"); }
    Status BeginMigration() override;
    Status Commit() override { return Execute("COMMIT"); }
    void Rollback() override;
    Result<ResultRows> Query(const Sql& sql, std::span<const Value> parameters) override;
    Result<ResultRows> QueryEach(const Sql& sql, const ParameterRows& parameters) override;
    Status RunEach(const Sql& sql, const ParameterRows& parameters) override;
    Status AnnounceCatalogueChange() override;
    Status RunScript(const std::string& portable) override;
    using Connection::Query;

    // From now on this connection hears of announced changes.
    Status ListenForCatalogueChanges();
    // Waits until a change was announced or the descriptor can be read; an Error means that the connection is lost.
    Status AwaitCatalogueChange(int wake_descriptor);

    // For the neighbours in this folder.
    PGconn* handle() { return handle_.get(); }

private:
    struct ClearResult {
        void operator()(PGresult* result) const { PQclear(result); }
    };
    using ResultPtr = std::unique_ptr<PGresult, ClearResult>;
    struct CloseConnection {
        void operator()(PGconn* handle) const { PQfinish(handle); }
    };

    explicit PostgresConnection(PGconn* handle);

    Status Execute(const char* sql);
    Status StartTransaction(const char* sql);
    // Stores rows by a COPY.
    Status Copy(const std::string& command, const ParameterRows& parameters);
    // The statement that looks many rows up at once; nothing where there is none.
    struct PreparedLookup {
        std::string name;
        BulkLookup lookup;
    };
    Result<const std::optional<PreparedLookup>*> LookupOf(const Sql& sql);
    Result<ResultRows> LookUp(const PreparedLookup& prepared, std::span<const std::string> arguments);
    // The name of a statement that takes the parameters of so many rows. Of more than one only where `wide` is there.
    Result<std::string> Prepared(const Sql& sql, std::size_t rows = 1, const WideInsert* wide = nullptr);
    // Sends one execution per row of parameters, or per several rows where `wide` is there, and hands the results over
    // in order.
    Status Pipeline(const Sql& sql, const ParameterRows& parameters, const WideInsert* wide, ResultRows* answers);
    // How often a statement is executed, with so many rows each time.
    struct Executions {
        std::string statement;
        std::size_t rows = 1;
        std::size_t count = 0;
    };
    Result<std::vector<Executions>> PlanExecutions(const Sql& sql, std::size_t rows, const WideInsert* wide);
    Status SendAll(const std::vector<Executions>& plan, const ParameterRows& parameters);
    Status ReceiveAll(ResultRows* answers);
    // The last that the server answers to what was sent, where `sent` says that it was; null where it does not answer.
    ResultPtr Answer(int sent);
    // Waits until a result can be read without blocking, sending what is still to be sent; false where the connection
    // is lost or the server does not answer. As does Flush until all is sent.
    bool WaitForResult();
    bool Flush();
    bool AwaitTraffic(bool unsent);
    std::unexpected<Error> Failed(std::string_view doing);

    std::unique_ptr<PGconn, CloseConnection> handle_;
    std::map<std::pair<const Sql*, std::size_t>, std::string> statements_;  // Their names, by statement and rows.
    std::map<const Sql*, std::optional<PreparedLookup>> lookups_;
    int answer_timeout_ms_;
};

}  // namespace fairlead::ledger
