#include "ledger/follow/follower.hpp"

#include <fstream>

#include <gtest/gtest.h>

#include "base/id/uuid.hpp"
#include "ledger/follow/rebuild_ledger.hpp"
#include "ledger/migrations/migrations.hpp"
#include "ledger/sqlite/checked_files.hpp"

namespace fairlead::ledger {
namespace {

namespace fs = std::filesystem;

constexpr Sql kStore(
    "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value");
constexpr Sql kCountSettings("SELECT count(*) FROM settings");
constexpr Sql kTidy("PRAGMA integrity_check");
constexpr Sql kSetProbe(
    "INSERT INTO probes (name, at) VALUES ('test', $1) ON CONFLICT (name) DO UPDATE SET at = excluded.at");
constexpr std::size_t kValueBytes = 60'000;

// A ledger with a writer, as the service has it. The tests write between two polls of the follower.
class Followers : public testing::Test {
protected:
    Followers() {
        fs::create_directories(folder_);
        writer_ = std::move(*SqliteConnection::Open(ledger_, SqliteRole::kWriter));
        EXPECT_TRUE(Migrate(*writer_, MigrationTarget::kSqlite));
        EXPECT_TRUE(Store("ledger_id", "one"));
    }
    ~Followers() override {
        writer_.reset();
        fs::remove_all(folder_);
    }

    // A commit that has this time in the ledger.
    bool Store(const std::string& name, const std::string& value, Timestamp time = Now()) {
        const std::span bytes(reinterpret_cast<const std::uint8_t*>(value.data()), value.size());
        return writer_->Begin() && writer_->Run(kStore, {Value::Of(std::string_view(name)), Value::Of(bytes)}) &&
               writer_->Run(kSetProbe, {Value::Of(time)}) && writer_->Commit();
    }
    // A value whose pages differ from those of every other number.
    static std::string Numbered(int number) {
        std::string value = std::to_string(number) + ":";
        while (value.size() < kValueBytes) value += NewUuid().ToString();
        return value;
    }

    FollowContext Context(std::function<bool(std::int64_t)> wait, std::int64_t log_mb = 1) const {
        return {.ledger = ledger_,
                .archive = folder_ / "archive",
                .secret = {},
                .options = {.to = (folder_ / "copy").string(), .log_mb = log_mb},
                .wait = std::move(wait)};
    }
    // Follows during `count` polls, and calls `between` before each with its number, from 1.
    Status Follow(int count, const std::function<void(int)>& between, std::int64_t log_mb = 1) {
        int polls = 0;
        const auto follower = TRY(Follower::Open(Context(
            [&](std::int64_t milliseconds) {
                if (milliseconds == 0) return false;
                if (polls < count) between(++polls);
                return polls == count;
            },
            log_mb)));
        return follower->Run();
    }

    struct Restored {
        std::string value;  // The number that was stored last.
        std::string fault;
        std::int64_t settings = 0;  // How many there are.
    };
    Restored Restore(std::optional<Timestamp> at = {}) const {
        const fs::path path = folder_ / ("restored-" + NewUuid().ToString());
        auto point = FindRestorePoint(folder_ / "copy", at, {});
        if (!point) return {"", point.error().message};
        Restored restored;
        const std::int64_t damaged = DamagedPagesRead();
        const auto built = RebuildLedger(*point, path,
                                         [&](Connection& rebuilt, const auto&) -> Status {
                                             const auto value = TRY(ReadStoredSetting(rebuilt, "number"));
                                             restored.value = value ? value->substr(0, value->find(':')) : "none";
                                             restored.settings = TRY(rebuilt.Query(kCountSettings, {})).Integer(0);
                                             const auto tidy = TRY(rebuilt.Query(kTidy, {}));
                                             restored.fault = tidy.String(0) == "ok" ? "" : tidy.String(0);
                                             return {};
                                         },
                                         {});
        if (!built) restored.fault = built.error().message;
        if (DamagedPagesRead() != damaged) restored.fault += "pages have wrong checksums";
        return restored;
    }
    static void FlipBit(const fs::path& path, std::uint64_t at) {
        std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
        file.seekg(static_cast<std::streamoff>(at));
        const char flipped = static_cast<char>(file.get() ^ 1);
        file.seekp(static_cast<std::streamoff>(at));
        file.put(flipped);
    }
    std::size_t SeriesCount() const { return ListSeries(folder_ / "copy").size(); }

    fs::path folder_ = fs::temp_directory_path() / ("fairlead-follow-" + NewUuid().ToString());
    std::string ledger_ = (folder_ / "ledger.db").string();
    std::unique_ptr<SqliteConnection> writer_;
};

TEST_F(Followers, TheLastCommitIsRestored) {
    ASSERT_TRUE(Follow(5, [&](int poll) { EXPECT_TRUE(Store("number", Numbered(poll))); }));
    const Restored restored = Restore();
    EXPECT_EQ(restored.fault, "");
    EXPECT_EQ(restored.value, "5");
}

TEST_F(Followers, TheLogIsStartedOverAndNothingIsMissed) {
    ASSERT_TRUE(Follow(150, [&](int poll) { EXPECT_TRUE(Store("number", Numbered(poll))); }));
    // 150 values have 9 MB.
    EXPECT_LT(fs::file_size(ledger_ + "-wal"), 4U << 20);
    EXPECT_EQ(SeriesCount(), 1U);
    const Restored restored = Restore();
    EXPECT_EQ(restored.fault, "");
    EXPECT_EQ(restored.value, "150");
}

TEST_F(Followers, TheLogIsKeptUntilItIsShipped) {
    ASSERT_TRUE(Follow(20, [&](int poll) {
        EXPECT_TRUE(Store("number", Numbered(poll)));
        EXPECT_TRUE(Store("only " + std::to_string(poll), Numbered(poll)));
        // The next commit would reset the log if nobody read it.
        sqlite3_wal_checkpoint_v2(writer_->handle(), nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
        EXPECT_TRUE(Store("number", Numbered(poll)));
    }));
    EXPECT_EQ(SeriesCount(), 1U);
    const Restored restored = Restore();
    EXPECT_EQ(restored.fault, "");
    EXPECT_EQ(restored.value, "20");
    EXPECT_EQ(restored.settings, 20 + 2);
}

TEST_F(Followers, AMomentBetweenTwoCommitsIsRestored) {
    std::vector<Timestamp> times;
    ASSERT_TRUE(Follow(150, [&](int poll) {
        EXPECT_TRUE(Store("number", Numbered(poll)));
        times.push_back(Now());
    }));
    for (const int number : {1, 30, 75, 149}) {
        const Restored restored = Restore(times[static_cast<std::size_t>(number - 1)]);
        EXPECT_EQ(restored.fault, "");
        EXPECT_EQ(restored.value, std::to_string(number));
    }
}

TEST_F(Followers, CommitsThatAreSeenTogetherAreToldApartByTheirTimes) {
    Timestamp start;
    ASSERT_TRUE(Follow(1, [&](int) {
        start = Now();
        for (int number = 1; number <= 8; ++number) {
            EXPECT_TRUE(Store("number", Numbered(number), Timestamp{start.micros + number}));
        }
    }));
    for (const int number : {1, 4, 8}) {
        const Restored restored = Restore(Timestamp{start.micros + number});
        EXPECT_EQ(restored.fault, "");
        EXPECT_EQ(restored.value, std::to_string(number));
    }
    EXPECT_EQ(Restore(start).value, "none");
}

TEST_F(Followers, FollowingResumesWhereItEnded) {
    ASSERT_TRUE(Follow(3, [&](int poll) { EXPECT_TRUE(Store("number", Numbered(poll))); }));
    EXPECT_TRUE(Store("number", Numbered(4)));
    ASSERT_TRUE(Follow(1, [](int) {}));
    EXPECT_EQ(SeriesCount(), 1U);
    EXPECT_EQ(Restore().value, "4");
}

TEST_F(Followers, AKillBeforeTheBeginningOfASegmentIsWrittenDamagesNothing) {
    ASSERT_TRUE(Follow(3, [&](int poll) { EXPECT_TRUE(Store("number", Numbered(poll))); }));
    const Series series = ListSeries(folder_ / "copy").back();
    for (const std::string_view written : {"", "fairlead ch"}) {
        std::ofstream(series.Segment(LastSegment(series) + 1)) << written;
        EXPECT_TRUE(Store("number", Numbered(4)));
        ASSERT_TRUE(Follow(1, [](int) {}));
    }
    EXPECT_EQ(SeriesCount(), 1U);
    const Restored restored = Restore();
    EXPECT_EQ(restored.fault, "");
    EXPECT_EQ(restored.value, "4");
}

TEST_F(Followers, ALogThatWasResetInBetweenNeedsANewBase) {
    ASSERT_TRUE(Follow(3, [&](int poll) { EXPECT_TRUE(Store("number", Numbered(poll))); }));
    const Timestamp before = Now();
    EXPECT_TRUE(writer_->CopyLogIntoFile());
    EXPECT_TRUE(Store("number", Numbered(4)));
    EXPECT_TRUE(Store("number", Numbered(5)));
    const Timestamp between = Now();
    ASSERT_TRUE(Follow(1, [](int) {}));
    EXPECT_EQ(SeriesCount(), 2U);
    EXPECT_EQ(Restore().value, "5");
    EXPECT_EQ(Restore(before).fault.substr(0, 34), "no changes were shipped between 20");
    EXPECT_EQ(Restore(between).fault.substr(0, 34), "no changes were shipped between 20");
}

TEST_F(Followers, ATimeOutsideTheChangesIsRefused) {
    const Timestamp before = Now();
    ASSERT_TRUE(Follow(2, [&](int poll) { EXPECT_TRUE(Store("number", Numbered(poll))); }));
    EXPECT_EQ(Restore(before).fault.substr(0, 20), "the changes begin at");
    EXPECT_EQ(Restore(Timestamp{Now().micros + kMicrosPerDay}).fault.substr(0, 18), "the changes end at");
}

TEST_F(Followers, ADamagedSegmentIsNamedAndTheTimeBeforeItCanBeRestored) {
    ASSERT_TRUE(Follow(3, [&](int poll) { EXPECT_TRUE(Store("number", Numbered(poll))); }));
    EXPECT_TRUE(Store("number", Numbered(4)));
    ASSERT_TRUE(Follow(2, [&](int poll) { EXPECT_TRUE(Store("number", Numbered(poll + 4))); }));
    const Series series = ListSeries(folder_ / "copy").back();
    ASSERT_EQ(LastSegment(series), 2U);
    FlipBit(series.Segment(2), 100);
    const Restored refused = Restore();
    EXPECT_NE(refused.fault.find("0000000002.changes is damaged"), std::string::npos) << refused.fault;
    const auto survey = SurveySeries(series);
    ASSERT_TRUE(survey);
    EXPECT_EQ(Restore(survey->end()).value, "3");
    fs::remove(series.Segment(1));
    EXPECT_NE(Restore().fault.find("0000000001.changes is missing"), std::string::npos);
}

TEST_F(Followers, AFolderOfAnotherLedgerIsRefused) {
    ASSERT_TRUE(Follow(1, [](int) {}));
    EXPECT_TRUE(Store("ledger_id", "two"));
    const auto refused = Follow(1, [](int) {});
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("another ledger"), std::string::npos);
}

TEST_F(Followers, ADamagedPageIsNotTakenIntoABase) {
    EXPECT_TRUE(Store("number", Numbered(1)));
    EXPECT_TRUE(writer_->CopyLogIntoFile());
    // A commit resets the log, so that the damaged page is not in it.
    EXPECT_TRUE(Store("other", "x"));
    const std::uint64_t last_page = fs::file_size(ledger_) - 4096;
    FlipBit(ledger_, last_page + 2000);
    const auto refused = Follow(1, [](int) {});
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("is damaged"), std::string::npos);
    EXPECT_EQ(SeriesCount(), 0U);
}

TEST_F(Followers, OldSeriesAreRemovedWhenANewerOneCoversTheTime) {
    std::vector<Timestamp> starts;
    for (int i = 0; i < 4; ++i) {
        ASSERT_TRUE(Follow(1, [](int) {}));
        starts.push_back(*StartOf(ListSeries(folder_ / "copy").back()));
        EXPECT_TRUE(writer_->CopyLogIntoFile());
        EXPECT_TRUE(Store("number", Numbered(i)));
    }
    ASSERT_EQ(SeriesCount(), 4U);
    EXPECT_EQ(RemoveOldSeries(folder_ / "copy", Timestamp{starts[1].micros - 1}, 9), 0U);
    EXPECT_EQ(RemoveOldSeries(folder_ / "copy", starts[2], 9), 2U);
    EXPECT_EQ(RemoveOldSeries(folder_ / "copy", Now(), 9), 1U);
    EXPECT_EQ(SeriesCount(), 1U);
}

}  // namespace
}  // namespace fairlead::ledger
