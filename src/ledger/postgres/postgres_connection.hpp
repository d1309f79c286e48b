#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ledger/postgres/bulk_lookup.hpp"
#include "ledger/postgres/primary_watch.hpp"
#include "ledger/postgres/wide_insert.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// A connection to PostgreSQL. Calls for many rows use one statement if possible (COPY, BulkLookup). Otherwise they use
// a pipeline: it sends all executions and then reads the results.
class PostgresConnection final : public Connection {
public:
    // Connects to the primary that the watch knows or finds.
    static Result<std::unique_ptr<PostgresConnection>> Connect(std::shared_ptr<PrimaryWatch> watch);
    // Connects to the first host of the URL that answers, which may be a standby.
    static Result<std::unique_ptr<PostgresConnection>> Connect(const std::string& url);

    // Whether the connection is still open and leads to the current primary, as far as the client knows without a
    // query.
    bool IsAlive();

    // Fails if the schema is newer than the program. No migration runs during the transaction.
    Status Begin() override;
    Status BeginReading() override;
    Status BeginMigration() override;
    // Fails if the server warns that the commit did not reach its standby.
    Status Commit() override;
    void Rollback() override;
    Result<ResultRows> Query(const Sql& sql, std::span<const Value> parameters) override;
    Result<ResultRows> QueryEach(const Sql& sql, const ParameterRows& parameters) override;
    Status RunEach(const Sql& sql, const ParameterRows& parameters) override;
    Status AnnounceCatalogueChange() override;
    bool keeps_row_checks() const override { return true; }
    Status RunScript(const std::string& portable) override;
    using Connection::Query;

    // Starts to receive announced changes on this connection.
    Status ListenForCatalogueChanges();
    // Waits until a change is announced, the descriptor is readable, or some seconds have passed. An Error means that
    // the connection is lost.
    Status AwaitCatalogueChange(int wake_descriptor);

    // Whether the server could not read its own data, and what it said, after a failure.
    bool FailedByDamage() const;
    std::string ReasonOfFailure() const;

    // For other files of this folder.
    PGconn* handle() { return handle_.get(); }

private:
    struct ClearResult {
        void operator()(PGresult* result) const { PQclear(result); }
    };
    using ResultPtr = std::unique_ptr<PGresult, ClearResult>;

    explicit PostgresConnection(PGconnPtr handle);

    Status PrepareSession();
    bool LeadsToThePrimary() const;
    Status Execute(const char* sql);
    // Stores rows with a COPY.
    Status Copy(const std::string& command, const ParameterRows& parameters);
    // The statement that looks up many rows at once; nothing if there is none.
    struct PreparedLookup {
        std::string name;
        BulkLookup lookup;
    };
    Result<const std::optional<PreparedLookup>*> LookupOf(const Sql& sql);
    Result<ResultRows> LookUp(const PreparedLookup& prepared, std::span<const std::string> arguments);
    // The name of a prepared statement for this number of rows. More than one row requires `wide`.
    Result<std::string> Prepared(const Sql& sql, std::size_t rows = 1, const WideInsert* wide = nullptr);
    // Sends one execution per row of parameters, or per several rows if `wide` is given, and returns the results in
    // order.
    Status Pipeline(const Sql& sql, const ParameterRows& parameters, const WideInsert* wide, ResultRows* answers);
    // A number of executions of a statement, each with the same number of rows.
    struct Executions {
        std::string statement;
        std::size_t rows = 1;
        std::size_t count = 0;
    };
    Result<std::vector<Executions>> PlanExecutions(const Sql& sql, std::size_t rows, const WideInsert* wide);
    Status SendAll(const std::vector<Executions>& plan, const ParameterRows& parameters);
    Status ReceiveAll(ResultRows* answers);
    // The last result of a command if `sent` is 1; null if the server does not answer.
    ResultPtr Answer(int sent);
    // Sends the remaining data and waits until a result can be read without blocking. Flush waits only until everything
    // is sent. Both return false if the connection is lost or the server does not answer.
    bool WaitForResult();
    bool Flush();
    bool AwaitTraffic(bool unsent);
    std::unexpected<Error> Failed(std::string_view doing);
    void NoteFailure(const PGresult* result);
    // Whether the call that failed last may succeed later, on this server or another one.
    bool IsOutage() const;

    PGconnPtr handle_;
    std::shared_ptr<PrimaryWatch> watch_;  // Null where no other connection matters.
    ServerIdentity identity_;
    std::int64_t opened_at_;                                                // Steady clock.
    bool was_warned_ = false;                                               // Since COMMIT was sent.
    bool is_outdated_ = false;                                              // The schema is newer than the program.
    std::map<std::pair<const Sql*, std::size_t>, std::string> statements_;  // Names by statement and rows.
    std::map<const Sql*, std::optional<PreparedLookup>> lookups_;
    int answer_timeout_ms_;
    std::string failed_with_;  // The SQLSTATE of what failed last; empty where the server has not named one.
};

}  // namespace fairlead::ledger
