#include "ledger/contract/fixture.hpp"

#include <cstdlib>

#include "app/await.hpp"
#include "ledger/archive/block_archive.hpp"
#include "ledger/migrations/migrations.hpp"
#include "ledger/postgres/postgres_connection.hpp"
#include "ledger/postgres/postgres_engine.hpp"
#include "ledger/relational_ledger.hpp"
#include "ledger/sqlite/sqlite_connection.hpp"
#include "ledger/sqlite/sqlite_engine.hpp"

namespace fairlead::ledger {
namespace {

constexpr std::size_t kQueueEventsMax = 100'000;

// The newest schema without rows. It is created once, and every place starts as a copy of it, because migrations take
// longer than most tests.
class SqliteSchema {
public:
    SqliteSchema()
        : file_(std::filesystem::temp_directory_path() / ("fairlead-contract-schema-" + NewUuid().ToString())) {
        auto connection = SqliteConnection::Open(file_, SqliteRole::kWriter);
        EXPECT_TRUE(connection) << connection.error().message;
        EXPECT_TRUE(Migrate(**connection, MigrationTarget::kSqlite));
    }
    ~SqliteSchema() { std::filesystem::remove(file_); }

    void CopyTo(const std::string& file) const { std::filesystem::copy_file(file_, file); }

private:
    std::filesystem::path file_;
};

class SqlitePlace final : public Place {
public:
    explicit SqlitePlace(PlaceContent content) {
        if (content == PlaceContent::kNothing) return;
        static const SqliteSchema kSchema;
        kSchema.CopyTo(File());
    }

    std::unique_ptr<app::Ledger> Open(telemetry::Metrics& metrics) override {
        auto engine = OpenSqliteEngine(File(), std::make_shared<BlockArchive>(Archive(), metrics));
        EXPECT_TRUE(engine) << engine.error().message;
        engine->clock = Clock();
        return std::make_unique<RelationalLedger>(std::move(*engine), kQueueEventsMax, metrics);
    }
    std::unique_ptr<Connection> Connect() override { return *SqliteConnection::Open(File(), SqliteRole::kWriter); }

private:
    std::string File() const { return Folder() / "ledger.db"; }
};

// A database of a test server, from its creation until it is dropped.
class PostgresDatabase {
public:
    // `copied` is another database of the server that has no connections, or nothing for an empty database.
    PostgresDatabase(std::string server, const std::string& copied)
        : server_(std::move(server)), name_("contract_" + NewUuid().ToString()) {
        // Copying files takes less time than PostgreSQL's default, which writes every page to its log.
        const std::string source = copied.empty() ? "" : " TEMPLATE \"" + copied + "\" STRATEGY FILE_COPY";
        OnServer("CREATE DATABASE \"" + name_ + "\"" + source);
    }
    ~PostgresDatabase() { OnServer("DROP DATABASE \"" + name_ + "\" WITH (FORCE)"); }

    const std::string& Name() const { return name_; }
    std::string Url() const { return server_.substr(0, server_.rfind('/') + 1) + name_; }

private:
    void OnServer(const std::string& sql) {
        auto connection = PostgresConnection::Connect(server_);
        ASSERT_TRUE(connection) << "cannot reach FAIRLEAD_TEST_POSTGRES";
        const auto done = (*connection)->RunScript(sql);
        ASSERT_TRUE(done) << done.error().message;
    }

    std::string server_;
    std::string name_;
};

class PostgresSchema {
public:
    explicit PostgresSchema(const std::string& server) : database_(server, "") {
        auto connection = PostgresConnection::Connect(database_.Url());
        EXPECT_TRUE(connection) << connection.error().message;
        EXPECT_TRUE(Migrate(**connection, MigrationTarget::kPostgres));
    }

    const std::string& Name() const { return database_.Name(); }

private:
    PostgresDatabase database_;
};

const std::string& SchemaOn(const std::string& server) {
    static const PostgresSchema kSchema(server);
    return kSchema.Name();
}

class PostgresPlace final : public Place {
public:
    PostgresPlace(const std::string& server, PlaceContent content)
        : database_(server, content == PlaceContent::kSchema ? SchemaOn(server) : "") {}

    std::unique_ptr<app::Ledger> Open(telemetry::Metrics& metrics) override {
        auto engine = OpenPostgresEngine(database_.Url(), 3, std::make_shared<BlockArchive>(Archive(), metrics));
        EXPECT_TRUE(engine) << engine.error().message;
        engine->clock = Clock();
        return std::make_unique<RelationalLedger>(std::move(*engine), kQueueEventsMax, metrics);
    }
    std::unique_ptr<Connection> Connect() override { return *PostgresConnection::Connect(database_.Url()); }

private:
    PostgresDatabase database_;
};

}  // namespace

Place::Place() : folder_(std::filesystem::temp_directory_path() / ("fairlead-contract-" + NewUuid().ToString())) {
    std::filesystem::create_directories(folder_);
}

Place::~Place() { std::filesystem::remove_all(folder_); }

std::unique_ptr<Connection> Place::Look() {
    static telemetry::Metrics metrics;
    auto connection = Connect();
    connection->set_archive(std::make_shared<BlockArchive>(Archive(), metrics));
    return connection;
}

std::unique_ptr<Place> MakeSqlitePlace(PlaceContent content) { return std::make_unique<SqlitePlace>(content); }

std::unique_ptr<Place> MakePostgresPlace(PlaceContent content) {
    const char* server = std::getenv("FAIRLEAD_TEST_POSTGRES");
    if (server == nullptr) {
        ADD_FAILURE() << "FAIRLEAD_TEST_POSTGRES is not set: run this through ./dev test";
        std::exit(1);
    }
    return std::make_unique<PostgresPlace>(server, content);
}

LedgerContract::LedgerContract() : place_(GetParam() == "Sqlite" ? MakeSqlitePlace() : MakePostgresPlace()) {
    Reopen();
}

void LedgerContract::Reopen() {
    ledger_.reset();
    ledger_ = place_->Open(metrics_);
}

OperatorId LedgerContract::MakeOperator(const std::string& name) {
    const OperatorId id = OperatorId::New();
    app::CatalogueChange change{.owner = id};
    change.upserts.emplace_back(catalogue::Operator{.id = id, .name = name, .created_at = Now()});
    change.upserts.emplace_back(catalogue::Brand{.id = BrandId::New(), .name = name, .created_at = Now()});
    EXPECT_TRUE(Apply(std::move(change)));
    return id;
}

BrandId LedgerContract::BrandOf(OperatorId owner) {
    return ledger_->catalogue().LoadOperator(owner)->brands.front().id;
}

Result<std::vector<events::Receipt>> LedgerContract::IngestInto(app::Ledger& ledger, OperatorId owner,
                                                                std::vector<events::Event> batch) {
    std::vector<events::SubmittedEvent> submitted;
    for (auto& event : batch) {
        const auto digest = events::DigestKey(owner, event.idempotency_key);
        submitted.push_back({std::move(event), digest});
    }
    return app::Await<std::vector<events::Receipt>>(
        [&](auto done) { ledger.intake().Ingest(owner, submitted, std::move(done)); });
}

Result<std::vector<events::Receipt>> LedgerContract::Ingest(OperatorId owner, std::vector<events::Event> batch) {
    return IngestInto(*ledger_, owner, std::move(batch));
}

Status LedgerContract::Apply(app::CatalogueChange change) {
    return app::Await<Status>([&](auto done) { ledger_->catalogue().Apply(std::move(change), std::move(done)); });
}

app::FeedHealth LedgerContract::Health(OperatorId owner) {
    return *app::Await<app::FeedHealth>([&](auto done) { ledger_->records().ReadHealth(owner, std::move(done)); });
}

std::int64_t LedgerContract::Count(const Sql& sql) { return place_->Look()->Query(sql, {})->Integer(0); }

events::Event MakeEvent(BrandId brand, const std::string& key, events::EventType type, const std::string& player) {
    return {.type = type,
            .time = *Timestamp::ParseIso8601("2026-03-10T14:05:09.123456Z"),
            .brand = brand,
            .player_ref = player,
            .idempotency_key = key};
}

events::Event MakeDeposit(BrandId brand, const std::string& key, const std::string& amount, const std::string& player) {
    events::Event event = MakeEvent(brand, key, events::EventType::kDeposit, player);
    event.money = Money{*Decimal::Parse(amount), *Currency::Parse("EUR")};
    return event;
}

INSTANTIATE_TEST_SUITE_P(Engines, LedgerContract, testing::Values("Sqlite", "Postgres"),
                         [](const auto& engine) { return engine.param; });

}  // namespace fairlead::ledger
