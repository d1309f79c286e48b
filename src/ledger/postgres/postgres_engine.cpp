#include "ledger/postgres/postgres_engine.hpp"

#include <functional>
#include <utility>

#include "ledger/migrations/first_release.hpp"
#include "ledger/migrations/migrations.hpp"
#include "ledger/migrations/wider_chain.hpp"
#include "ledger/postgres/page_pass.hpp"
#include "ledger/postgres/pooler_check.hpp"
#include "ledger/postgres/postgres_connection.hpp"
#include "ledger/postgres/postgres_index.hpp"
#include "ledger/postgres/postgres_listener.hpp"

namespace fairlead::ledger {
namespace {

// The shortest time between two attempts of a connection to reach a lost server.
constexpr std::int64_t kReconnectPauseMicros = 200'000;

class Reconnecting final : public ConnectionSource {
public:
    using Connect = std::function<Result<std::unique_ptr<PostgresConnection>>()>;

    Reconnecting(Connect connect, std::shared_ptr<const BlockArchive> archive, std::shared_ptr<LedgerEpoch> epoch)
        : connect_(std::move(connect)), archive_(std::move(archive)), epoch_(std::move(epoch)) {}

    Result<Connection*> Acquire() override {
        if (connection_ && connection_->IsAlive()) return connection_.get();
        connection_.reset();
        const std::int64_t now = SteadyMicros();
        if (now < next_attempt_) return Fail(ErrorCode::kUnavailable, "the ledger cannot be reached");
        auto connected = connect_();
        if (!connected) {
            next_attempt_ = SteadyMicros() + kReconnectPauseMicros;
            return std::unexpected(connected.error());
        }
        connection_ = std::move(*connected);
        connection_->set_archive(archive_);
        // The server may be another one, or an earlier state of it.
        if (std::exchange(was_connected_, true)) epoch_->Advance();
        return connection_.get();
    }

private:
    Connect connect_;
    std::shared_ptr<const BlockArchive> archive_;
    std::shared_ptr<LedgerEpoch> epoch_;
    std::unique_ptr<PostgresConnection> connection_;
    bool was_connected_ = false;
    std::int64_t next_attempt_ = 0;
};

}  // namespace

Result<LedgerEngine> OpenPostgresEngine(const std::string& url, std::size_t connections,
                                        const std::shared_ptr<const BlockArchive>& archive) {
    TRY(RefuseTransactionPooling(url));
    LedgerEngine engine;
    const auto watch = std::make_shared<PrimaryWatch>(url);
    const auto connect = [&] {
        return std::make_unique<Reconnecting>([watch] { return PostgresConnection::Connect(watch); }, archive,
                                              engine.epoch);
    };
    engine.archive = archive;
    engine.gather = WorkQueue::Gather::kOneOperator;
    engine.shared_with_other_nodes = true;
    engine.listen = [watch](std::function<void()> changed) -> std::unique_ptr<ChangeListener> {
        return std::make_unique<PostgresListener>(watch, std::move(changed));
    };
    engine.catalogue_reader = connect();
    engine.projector_reader = connect();
    engine.retention_reader = connect();
    for (int i = 0; i < kReaders; ++i) engine.readers.push_back(connect());
    engine.reader_index = std::make_shared<PostgresIndex>();
    for (std::size_t i = 0; i < connections; ++i) {
        engine.writers.push_back({connect(), std::make_shared<PostgresIndex>()});
    }
    engine.scrub = [watch](const ScrubCalls& calls, const std::stop_token& stop) -> Status {
        const auto connection = TRY(PostgresConnection::Connect(watch));
        return ReadAllPages(*connection, PageReading::kPages, calls, stop);
    };
    auto connection = TRY(engine.catalogue_reader->Acquire());
    TRY(Migrate(*connection, MigrationTarget::kPostgres));
    TRY(TakeInFirstRelease(*connection, *engine.reader_index));
    TRY(StartWiderChain(*connection));
    return engine;
}

Result<std::unique_ptr<ConnectionSource>> OpenPostgresReader(const std::string& url,
                                                             const std::shared_ptr<const BlockArchive>& archive) {
    return std::make_unique<Reconnecting>([url] { return PostgresConnection::Connect(url); }, archive,
                                          std::make_shared<LedgerEpoch>());
}

Status ScrubPostgres(const std::string& url, const ScrubCalls& calls) {
    const auto connection = TRY(PostgresConnection::Connect(url));
    return ReadAllPages(*connection, PageReading::kValues, calls, {});
}

}  // namespace fairlead::ledger
