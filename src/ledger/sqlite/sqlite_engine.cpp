#include "ledger/sqlite/sqlite_engine.hpp"

#include "ledger/migrations.hpp"
#include "ledger/sqlite/derived_index.hpp"
#include "ledger/sqlite/sqlite_session.hpp"

namespace fairlead::ledger {
namespace {

class OpenSession final : public SessionSource {
public:
    explicit OpenSession(std::unique_ptr<SqliteSession> session) : session_(std::move(session)) {}
    Result<Session*> Acquire() override { return session_.get(); }

private:
    std::unique_ptr<SqliteSession> session_;
};

}  // namespace

Result<Engine> OpenSqliteEngine(const std::string& path) {
    auto writer = SqliteSession::Open(path, SqliteRole::kWriter);
    if (!writer) return std::unexpected(writer.error());
    if (auto done = Migrate(**writer, MigrationTarget::kSqlite); !done) return std::unexpected(done.error());
    auto opened = DerivedIndex::Open(path + "-keys", **writer);
    if (!opened) return std::unexpected(opened.error());
    const std::shared_ptr<LedgerIndex> index = std::move(*opened);

    Engine engine;
    engine.writers.push_back({std::make_unique<OpenSession>(std::move(*writer)), index});
    engine.reader_index = index;
    for (int i = 0; i < kReaders + 2; ++i) {
        auto reader = SqliteSession::Open(path, SqliteRole::kReader);
        if (!reader) return std::unexpected(reader.error());
        engine.readers.push_back(std::make_unique<OpenSession>(std::move(*reader)));
    }
    engine.catalogue_reader = std::move(engine.readers.back());
    engine.readers.pop_back();
    engine.projector_reader = std::move(engine.readers.back());
    engine.readers.pop_back();
    return engine;
}

Result<std::unique_ptr<SessionSource>> OpenSqliteReader(const std::string& path) {
    auto session = SqliteSession::Open(path, SqliteRole::kReader);
    if (!session) return std::unexpected(session.error());
    return std::make_unique<OpenSession>(std::move(*session));
}

}  // namespace fairlead::ledger
