#include "ledger/postgres/postgres_engine.hpp"

#include "ledger/migrations.hpp"
#include "ledger/postgres/postgres_index.hpp"
#include "ledger/postgres/postgres_listener.hpp"
#include "ledger/postgres/postgres_session.hpp"

namespace fairlead::ledger {
namespace {

// A server that is away is asked again this often at most, by each connection.
constexpr std::int64_t kReconnectPauseMicros = 200'000;

class Reconnecting final : public SessionSource {
public:
    explicit Reconnecting(std::string url) : url_(std::move(url)) {}

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
        return session_.get();
    }

private:
    std::string url_;
    std::unique_ptr<PostgresSession> session_;
    std::int64_t next_attempt_ = 0;
};

}  // namespace

Result<Engine> OpenPostgresEngine(const std::string& url, std::size_t connections) {
    Engine engine;
    engine.gather = WorkQueue::Gather::kOneOperator;
    engine.shared_with_other_nodes = true;
    engine.listen = [url](std::function<void()> changed) -> std::unique_ptr<ChangeListener> {
        return std::make_unique<PostgresListener>(url, std::move(changed));
    };
    engine.catalogue_reader = std::make_unique<Reconnecting>(url);
    engine.projector_reader = std::make_unique<Reconnecting>(url);
    for (int i = 0; i < kReaders; ++i) engine.readers.push_back(std::make_unique<Reconnecting>(url));
    engine.reader_index = std::make_shared<PostgresIndex>();
    for (std::size_t i = 0; i < connections; ++i) {
        engine.writers.push_back({std::make_unique<Reconnecting>(url), std::make_shared<PostgresIndex>()});
    }
    auto session = engine.catalogue_reader->Acquire();
    if (!session) return std::unexpected(session.error());
    if (auto done = Migrate(**session, MigrationTarget::kPostgres); !done) return std::unexpected(done.error());
    return engine;
}

Result<std::unique_ptr<SessionSource>> OpenPostgresReader(const std::string& url) {
    return std::make_unique<Reconnecting>(url);
}

}  // namespace fairlead::ledger
