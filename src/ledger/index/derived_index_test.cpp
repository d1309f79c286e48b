#include "ledger/index/derived_index.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/ports/ledger.hpp"
#include "ledger/archive/block_archive.hpp"
#include "ledger/contract/tracking_calls.hpp"
#include "ledger/relational_ledger.hpp"
#include "ledger/sqlite/sqlite_connection.hpp"
#include "ledger/sqlite/sqlite_engine.hpp"

namespace fairlead::ledger {
namespace {

namespace fs = std::filesystem;

// A ledger whose index is changed between two starts.
class DerivedIndexTest : public testing::Test {
protected:
    DerivedIndexTest() : folder_(fs::temp_directory_path() / ("fairlead-index-" + NewUuid().ToString())) {
        fs::create_directories(folder_);
        Start();
        app::CatalogueChange change{.owner = owner_};
        change.upserts.emplace_back(catalogue::Operator{.id = owner_, .name = "Operator", .created_at = Now()});
        EXPECT_TRUE(
            app::Await<Status>([&](auto done) { ledger_->catalogue().Apply(std::move(change), std::move(done)); }));
    }
    ~DerivedIndexTest() override {
        ledger_.reset();
        fs::remove_all(folder_);
    }

    void Start(IfLoss if_loss = IfLoss::kRefuse) {
        auto engine = OpenSqliteEngine(File(), std::make_shared<BlockArchive>(folder_ / "archive", metrics_), if_loss);
        ASSERT_TRUE(engine) << engine.error().message;
        ledger_ = std::make_unique<RelationalLedger>(std::move(*engine), 10'000, metrics_);
    }
    void Stop() { ledger_.reset(); }

    Result<std::vector<events::Receipt>> TrySend(const std::string& key) {
        const events::SubmittedEvent event{
            {.time = Now(), .brand = BrandId{}, .player_ref = "p", .idempotency_key = key},
            events::DigestKey(owner_, key)};
        return app::Await<std::vector<events::Receipt>>(
            [&](auto done) { ledger_->intake().Ingest(owner_, std::span(&event, 1), std::move(done)); });
    }
    events::ReceiptStatus Send(const std::string& key) { return TrySend(key)->front().status; }

    // Inverts the first half of every file of entries, where the entries are.
    void DamageEntries() const {
        for (const auto& file : fs::directory_iterator(Index())) {
            if (file.path().extension() != ".sst") continue;
            std::fstream stream(file.path(), std::ios::in | std::ios::out | std::ios::binary);
            std::string bytes(file.file_size() / 2, '\0');
            stream.read(bytes.data(), std::ssize(bytes));
            for (char& byte : bytes) byte = static_cast<char>(~byte);
            stream.seekp(0);
            stream.write(bytes.data(), std::ssize(bytes));
        }
    }

    // Registers a player that only the fallback can attribute.
    Result<std::vector<events::Receipt>> TryRegisterFrom(const Bytes16& address_hash) {
        const std::string name = NewUuid().ToString();
        const events::SubmittedEvent event{{.time = Now(),
                                            .brand = brand_,
                                            .player_ref = name,
                                            .idempotency_key = name,
                                            .ip_hash = ToHex(address_hash)},
                                           events::DigestKey(owner_, name)};
        return app::Await<std::vector<events::Receipt>>(
            [&](auto done) { ledger_->intake().Ingest(owner_, std::span(&event, 1), std::move(done)); });
    }
    // Also returns the click that wins.
    std::optional<ClickId> RegisterFrom(const Bytes16& address_hash) {
        EXPECT_TRUE(TryRegisterFrom(address_hash));
        const auto players = AllPlayers(*ledger_, {.owner = owner_});
        EXPECT_TRUE(players.front().attribution);
        return players.front().attribution->click;
    }

    // Records the click of another visitor.
    tracking::Click TrackFrom(const Bytes16& address_hash) {
        tracking::Click click = ClickOf(brand_, 1);
        click.address_hash = address_hash;
        EXPECT_TRUE(Track(*ledger_, owner_, std::span(&click, 1)));
        return click;
    }

    std::string File() const { return folder_ / "ledger.db"; }
    fs::path Index() const { return folder_ / "ledger.db-keys"; }

    fs::path folder_;
    OperatorId owner_ = OperatorId::New();
    BrandId brand_ = BrandId::New();
    telemetry::Metrics metrics_;
    std::unique_ptr<app::Ledger> ledger_;
};

TEST_F(DerivedIndexTest, ALostIndexIsRebuiltFromTheLedger) {
    for (int i = 0; i < 300; ++i) EXPECT_EQ(Send(std::to_string(i)), events::ReceiptStatus::kAccepted);
    Stop();
    fs::remove_all(Index());
    Start();
    for (int i = 0; i < 300; ++i) EXPECT_EQ(Send(std::to_string(i)), events::ReceiptStatus::kDuplicate);
    EXPECT_EQ(Send("new"), events::ReceiptStatus::kAccepted);
}

TEST_F(DerivedIndexTest, AnIndexThatIsFoundDamagedAtTheStartIsRebuilt) {
    for (int i = 0; i < 300; ++i) EXPECT_EQ(Send(std::to_string(i)), events::ReceiptStatus::kAccepted);
    Stop();
    DamageEntries();
    Start();
    for (int i = 0; i < 300; ++i) EXPECT_EQ(Send(std::to_string(i)), events::ReceiptStatus::kDuplicate);
}

TEST_F(DerivedIndexTest, AnIndexThatIsFoundDamagedIsRebuiltWhileTheLedgerIsOpen) {
    std::vector<tracking::Click> clicks;
    for (std::size_t i = 0; i < 200; ++i) clicks.push_back(TrackFrom(tracking::NthAddress(i)));
    Stop();
    Start();
    DamageEntries();
    auto refused = TryRegisterFrom(tracking::NthAddress(0));
    for (std::size_t i = 1; i < 200 && refused; ++i) refused = TryRegisterFrom(tracking::NthAddress(i));
    ASSERT_FALSE(refused) << "the damage was not read, so the test shows nothing";
    EXPECT_EQ(refused.error().code, ErrorCode::kUnavailable);
    // Clicks need no look-up, so they are recorded during the rebuild and found afterwards.
    clicks.push_back(TrackFrom(tracking::NthAddress(200)));

    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(120);
    while (!TrySend("new") && std::chrono::steady_clock::now() < deadline) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    for (std::size_t i = 0; i <= 200; i += 50) EXPECT_EQ(RegisterFrom(tracking::NthAddress(i)), clicks[i].id);
    EXPECT_EQ(Send("new"), events::ReceiptStatus::kDuplicate);
    Stop();
    Start();
    EXPECT_EQ(RegisterFrom(tracking::NthAddress(7)), clicks[7].id);
    EXPECT_EQ(Send("new"), events::ReceiptStatus::kDuplicate);
}

TEST_F(DerivedIndexTest, AnIndexThatIsBehindCatchesUp) {
    EXPECT_EQ(Send("before"), events::ReceiptStatus::kAccepted);
    Stop();
    fs::copy(Index(), folder_ / "old", fs::copy_options::recursive);
    Start();
    EXPECT_EQ(Send("after"), events::ReceiptStatus::kAccepted);
    Stop();
    fs::remove_all(Index());
    fs::rename(folder_ / "old", Index());
    Start();
    EXPECT_EQ(Send("before"), events::ReceiptStatus::kDuplicate);
    EXPECT_EQ(Send("after"), events::ReceiptStatus::kDuplicate);
}

TEST_F(DerivedIndexTest, ALostIndexStillFindsClicksAndTheEventsOfPlayers) {
    std::vector<tracking::Click> clicks;
    for (std::uint64_t visitor = 0; visitor < 50; ++visitor) clicks.push_back(TrackFrom(tracking::NthAddress(visitor)));
    for (int i = 0; i < 40; ++i) EXPECT_EQ(Send(std::to_string(i)), events::ReceiptStatus::kAccepted);
    const PlayerId player = AllPlayers(*ledger_, {.owner = owner_}).front().id;
    Stop();
    fs::remove_all(Index());
    Start();
    for (std::uint64_t visitor = 0; visitor < 50; ++visitor) {
        EXPECT_EQ(RegisterFrom(tracking::NthAddress(visitor)), clicks[visitor].id);
    }
    EXPECT_EQ(RegisterFrom(tracking::NthAddress(50)), std::nullopt);
    EXPECT_EQ(AllEvents(*ledger_, {.owner = owner_, .limit = 7, .player = player}).size(), 40U);
}

TEST_F(DerivedIndexTest, AnIndexThatIsBehindCatchesUpWithClicks) {
    const auto before = TrackFrom(tracking::NthAddress(1));
    Stop();
    fs::copy(Index(), folder_ / "old", fs::copy_options::recursive);
    Start();
    EXPECT_EQ(Send("between"), events::ReceiptStatus::kAccepted);
    const auto after = TrackFrom(tracking::NthAddress(2));
    Stop();
    fs::remove_all(Index());
    fs::rename(folder_ / "old", Index());
    Start();
    EXPECT_EQ(RegisterFrom(tracking::NthAddress(1)), before.id);
    EXPECT_EQ(RegisterFrom(tracking::NthAddress(2)), after.id);
}

TEST_F(DerivedIndexTest, ARestoredLedgerForgetsTheClicksItLost) {
    const auto kept = TrackFrom(tracking::NthAddress(1));
    Stop();
    fs::copy_file(File(), folder_ / "backup.db");
    Start();
    TrackFrom(tracking::NthAddress(2));
    Stop();
    fs::copy_file(folder_ / "backup.db", File(), fs::copy_options::overwrite_existing);
    Start(IfLoss::kAccept);
    EXPECT_EQ(RegisterFrom(tracking::NthAddress(2)), std::nullopt);
    EXPECT_EQ(RegisterFrom(tracking::NthAddress(1)), kept.id);
}

TEST_F(DerivedIndexTest, ADamagedIndexIsSetAside) {
    EXPECT_EQ(Send("k"), events::ReceiptStatus::kAccepted);
    Stop();
    std::ofstream(Index() / "CURRENT") << "no such manifest\n";
    Start();
    EXPECT_EQ(Send("k"), events::ReceiptStatus::kDuplicate);
}

TEST_F(DerivedIndexTest, ALedgerIsOpenedByOneProcessAtATime) {
    const auto archive = std::make_shared<BlockArchive>(folder_ / "archive", metrics_);
    const auto second = OpenSqliteEngine(File(), archive);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, ErrorCode::kUnavailable);
    EXPECT_THAT(second.error().message, testing::HasSubstr("another process uses the ledger"));
    fs::create_symlink(File(), folder_ / "link.db");
    EXPECT_FALSE(OpenSqliteEngine(folder_ / "link.db", archive)) << "a link is another name for the same ledger";
    Stop();
    EXPECT_TRUE(OpenSqliteEngine(File(), archive)) << "the lock ends with the ledger";
}

TEST_F(DerivedIndexTest, AnIndexThatIsInUseIsNotSetAside) {
    EXPECT_EQ(Send("k"), events::ReceiptStatus::kAccepted);
    const auto reader = SqliteConnection::Open(File(), SqliteRole::kWriter);
    ASSERT_TRUE(reader);
    const auto second = DerivedIndex::Open(Index(), **reader);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, ErrorCode::kUnavailable);
    EXPECT_EQ(Send("k"), events::ReceiptStatus::kDuplicate);
    for (const auto& entry : fs::directory_iterator(folder_)) {
        EXPECT_EQ(entry.path().string().find(".aside-"), std::string::npos) << entry.path();
    }
}

TEST_F(DerivedIndexTest, AnIndexInAnOlderFormatIsRebuiltAndLeavesNothingBehind) {
    EXPECT_EQ(Send("k"), events::ReceiptStatus::kAccepted);
    const auto click = TrackFrom(tracking::NthAddress(1));
    // The first release wrote only the id of the ledger.
    for (const std::string_view format : {"", "1:"}) {
        Stop();
        {
            const auto store = IndexStore::Open(Index());
            ASSERT_TRUE(store);
            const std::string mark = (*store)->Mark()->value();
            ASSERT_TRUE((*store)->MarkAs(std::string(format) + mark.substr(mark.find(':') + 1)));
            (*store)->Flush();
        }
        std::ofstream(Index() / "old") << "of the older format";
        Start();
        EXPECT_EQ(Send("k"), events::ReceiptStatus::kDuplicate);
        EXPECT_EQ(RegisterFrom(tracking::NthAddress(1)), click.id);
        EXPECT_FALSE(fs::exists(Index() / "old"));
    }
    const auto is_aside = [](const auto& entry) { return entry.path().string().contains(".aside-"); };
    EXPECT_TRUE(std::ranges::none_of(fs::directory_iterator(folder_), is_aside));
}

TEST_F(DerivedIndexTest, AnIndexThatIsAheadOfARestoredLedgerForgetsWhatTheLedgerForgot) {
    EXPECT_EQ(Send("kept"), events::ReceiptStatus::kAccepted);
    Stop();
    fs::copy_file(File(), folder_ / "backup.db");
    Start();
    EXPECT_EQ(Send("lost with the restore"), events::ReceiptStatus::kAccepted);
    Stop();
    fs::copy_file(folder_ / "backup.db", File(), fs::copy_options::overwrite_existing);
    Start(IfLoss::kAccept);
    EXPECT_EQ(Send("kept"), events::ReceiptStatus::kDuplicate);
    EXPECT_EQ(Send("lost with the restore"), events::ReceiptStatus::kAccepted);
}

TEST_F(DerivedIndexTest, AnIndexOfEventsThatTheLedgerLostIsNotTakenForItsOwnWhenTheLedgerHasMore) {
    EXPECT_EQ(Send("kept"), events::ReceiptStatus::kAccepted);
    Stop();
    fs::copy_file(File(), folder_ / "backup.db");
    Start();
    EXPECT_EQ(Send("lost with the restore"), events::ReceiptStatus::kAccepted);
    Stop();
    fs::copy_file(folder_ / "backup.db", File(), fs::copy_options::overwrite_existing);
    fs::rename(Index(), folder_ / "index of before");
    Start(IfLoss::kAccept);
    EXPECT_EQ(Send("second"), events::ReceiptStatus::kAccepted);
    EXPECT_EQ(Send("third"), events::ReceiptStatus::kAccepted);
    Stop();
    fs::remove_all(Index());
    fs::rename(folder_ / "index of before", Index());
    Start();
    EXPECT_EQ(Send("second"), events::ReceiptStatus::kDuplicate);
    EXPECT_EQ(Send("third"), events::ReceiptStatus::kDuplicate);
    EXPECT_EQ(Send("lost with the restore"), events::ReceiptStatus::kAccepted);
}

}  // namespace
}  // namespace fairlead::ledger
