#include "ledger/postgres/postgres_engine.hpp"

#include "ledger/migrations/first_release.hpp"
#include "ledger/migrations/migrations.hpp"
#include "ledger/postgres/postgres_index.hpp"
#include "ledger/postgres/postgres_listener.hpp"
#include "ledger/postgres/postgres_session.hpp"

namespace fairlead::ledger {
namespace {

// A server that is away is asked again this often at most, by each connection.
constexpr std::int64_t kReconnectPauseMicros = 200'000;

class Reconnecting final : public SessionSource {
public:
    Reconnecting(std::string url, std::shared_ptr<const BlockArchive> archive)
        : url_(std::move(url)), archive_(std::move(archive)) {}

    Result<Session*> Acquire() override {
        if (session_ && session_->IsAlive()) return session_.get();
        session_.reset();
        const std::int64_t now = SteadyMicros();
        if (now < next_attempt_) return Fail(ErrorCode::kLedgerFailed, "the ledger cannot be reached");
        auto connected = PostgresSession::Connect(url_);
        if (!connected) {
            next_attempt_ = SteadyMicros() + kReconnectPauseMicros;
            return std::unexpected(connected.error());
        }
        session_ = std::move(*connected);
        session_->set_archive(archive_);
        return session_.get();
    }

private:
    std::string url_;
    std::shared_ptr<const BlockArchive> archive_;
    std::unique_ptr<PostgresSession> session_;
    std::int64_t next_attempt_ = 0;
};

}  // namespace

Result<Engine> OpenPostgresEngine(const std::string& url, std::size_t connections,
                                  const std::shared_ptr<const BlockArchive>& archive) {
    const auto connection = [&] { return std::make_unique<Reconnecting>(url, archive); };
    Engine engine;
    engine.archive = archive;
    engine.gather = WorkQueue::Gather::kOneOperator;
    engine.shared_with_other_nodes = true;
    engine.listen = [url](std::function<void()> changed) -> std::unique_ptr<ChangeListener> {
        return std::make_unique<PostgresListener>(url, std::move(changed));
    };
    engine.catalogue_reader = connection();
    engine.projector_reader = connection();
    engine.retention_reader = connection();
    for (int i = 0; i < kReaders; ++i) engine.readers.push_back(connection());
    engine.reader_index = std::make_shared<PostgresIndex>();
    for (std::size_t i = 0; i < connections; ++i) {
        engine.writers.push_back({connection(), std::make_shared<PostgresIndex>()});
    }
    auto session = engine.catalogue_reader->Acquire();
    if (!session) return std::unexpected(session.error());
    if (auto done = Migrate(**session, MigrationTarget::kPostgres); !done) return std::unexpected(done.error());
    if (auto done = TakeInFirstRelease(**session, *engine.reader_index); !done) return std::unexpected(done.error());
    return engine;
}

Result<std::unique_ptr<SessionSource>> OpenPostgresReader(const std::string& url,
                                                          const std::shared_ptr<const BlockArchive>& archive) {
    return std::make_unique<Reconnecting>(url, archive);
}

}  // namespace fairlead::ledger
