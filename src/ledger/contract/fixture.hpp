#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/clock/clock_guard.hpp"
#include "app/ports/catalogue_store.hpp"
#include "app/ports/feed_health.hpp"
#include "app/ports/intake.hpp"
#include "app/ports/ledger.hpp"
#include "ledger/sql/connection.hpp"
#include "telemetry/metrics.hpp"

namespace fairlead::ledger {

// What a place has at first.
enum class PlaceContent : std::uint8_t { kSchema, kNothing };

// The storage of an engine, which has no rows at first and is removed at the end.
class Place {
public:
    Place();
    virtual ~Place();

    virtual std::unique_ptr<app::Ledger> Open(telemetry::Metrics& metrics) = 0;
    // A second connection, which reads the stored data directly.
    std::unique_ptr<Connection> Look();
    // The clock of ledgers that are opened from now on.
    void UseClock(std::shared_ptr<app::ClockGuard> clock) { clock_ = std::move(clock); }
    // The folder of its archive files.
    std::filesystem::path Archive() const { return folder_ / "archive"; }

protected:
    const std::filesystem::path& Folder() const { return folder_; }
    const std::shared_ptr<app::ClockGuard>& Clock() const { return clock_; }

private:
    virtual std::unique_ptr<Connection> Connect() = 0;

    std::filesystem::path folder_;
    std::shared_ptr<app::ClockGuard> clock_;
};

std::unique_ptr<Place> MakeSqlitePlace(PlaceContent content = PlaceContent::kSchema);
// Uses the server at FAIRLEAD_TEST_POSTGRES, which `./dev test` starts.
std::unique_ptr<Place> MakePostgresPlace(PlaceContent content = PlaceContent::kSchema);

// The contract of every engine. Each test runs on both engines.
class LedgerContract : public testing::TestWithParam<std::string> {
protected:
    LedgerContract();

    void Reopen();
    OperatorId MakeOperator(const std::string& name = "Lucky Star");
    BrandId BrandOf(OperatorId owner);

    // Blocks until the ledger answers.
    Result<std::vector<events::Receipt>> Ingest(OperatorId owner, std::vector<events::Event> batch);
    static Result<std::vector<events::Receipt>> IngestInto(app::Ledger& ledger, OperatorId owner,
                                                           std::vector<events::Event> batch);
    Status Apply(app::CatalogueChange change);
    app::FeedHealth Health(OperatorId owner);
    std::int64_t Count(const Sql& sql);

    telemetry::Metrics metrics_;
    std::unique_ptr<Place> place_;
    std::unique_ptr<app::Ledger> ledger_;
};

// An event with the given key; everything else is the same for the same player.
events::Event MakeEvent(BrandId brand, const std::string& key,
                        events::EventType type = events::EventType::kRegistration,
                        const std::string& player = "player-1");
events::Event MakeDeposit(BrandId brand, const std::string& key, const std::string& amount,
                          const std::string& player = "player-1");

}  // namespace fairlead::ledger
