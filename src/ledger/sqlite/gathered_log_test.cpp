#include "ledger/sqlite/gathered_log.hpp"

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "ledger/sqlite/sqlite_connection.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kCreateRows("CREATE TABLE rows (number INTEGER PRIMARY KEY, content BLOB NOT NULL)");
constexpr Sql kAddRow("INSERT INTO rows (number, content) VALUES ($1, $2)");
constexpr Sql kCountRows("SELECT COUNT(*) FROM rows WHERE length(content) = $1");

constexpr std::int64_t kRowBytes = 3000;

class GatheredLogFile : public testing::Test {
protected:
    void SetUp() override {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        folder_ = std::filesystem::path(testing::TempDir()) / (std::string("gathered-") + test->name());
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
        writer_ = Connect(SqliteRole::kWriter);
        ASSERT_TRUE(writer_->Run(kCreateRows, {}));
    }
    void TearDown() override {
        writer_.reset();
        std::filesystem::remove_all(folder_);
    }

    std::unique_ptr<SqliteConnection> Connect(SqliteRole role) {
        auto opened = SqliteConnection::Open((folder_ / "ledger.db").string(), role);
        EXPECT_TRUE(opened);
        return std::move(*opened);
    }
    void AddRows(int count) {
        for (int i = 0; i < count; ++i) {
            ASSERT_TRUE(writer_->Run(kAddRow, {Value::Of(++last_), Value::Of(std::span(content_))}));
        }
    }
    static std::int64_t CountIn(SqliteConnection& connection) {
        return connection.Query(kCountRows, {Value::Of(kRowBytes)})->Integer(0);
    }
    // The number of system calls so far that have written something.
    static std::int64_t Writes() {
        std::ifstream counters("/proc/self/io");
        std::string name;
        std::int64_t value = 0;
        while (counters >> name >> value) {
            if (name == "syscw:") return value;
        }
        return -1;
    }

    std::unique_ptr<SqliteConnection> writer_;

private:
    std::filesystem::path folder_;
    std::int64_t last_ = 0;
    const std::vector<std::uint8_t> content_ = std::vector<std::uint8_t>(kRowBytes, 7);
};

TEST_F(GatheredLogFile, ACommitOfManyPagesMakesFewWrites) {
    ASSERT_TRUE(writer_->Begin());
    AddRows(500);
    const std::int64_t before = Writes();
    if (before < 0) GTEST_SKIP() << "this system does not count writes";
    ASSERT_TRUE(writer_->Commit());
    EXPECT_LT(Writes() - before, 100) << "500 pages";
}

TEST_F(GatheredLogFile, AnotherConnectionReadsEveryCommit) {
    const auto reader = Connect(SqliteRole::kReader);
    for (int commit = 1; commit <= 5; ++commit) {
        ASSERT_TRUE(writer_->Begin());
        AddRows(10);
        ASSERT_TRUE(writer_->Commit());
        EXPECT_EQ(CountIn(*reader), 10 * commit);
    }
}

// The pages that do not fit into the memory of the connection are written before the commit, and read again.
TEST_F(GatheredLogFile, ATransactionReadsWhatItHasWritten) {
    const auto reader = Connect(SqliteRole::kReader);
    ASSERT_TRUE(writer_->Begin());
    AddRows(15'000);
    EXPECT_EQ(CountIn(*writer_), 15'000);
    EXPECT_EQ(CountIn(*reader), 0);
    ASSERT_TRUE(writer_->Commit());
    EXPECT_EQ(CountIn(*reader), 15'000);
}

TEST_F(GatheredLogFile, WhatWasRolledBackIsGone) {
    ASSERT_TRUE(writer_->Begin());
    AddRows(15'000);
    writer_->Rollback();
    ASSERT_TRUE(writer_->Begin());
    AddRows(3);
    ASSERT_TRUE(writer_->Commit());
    EXPECT_EQ(CountIn(*Connect(SqliteRole::kReader)), 3);
}

}  // namespace
}  // namespace fairlead::ledger
