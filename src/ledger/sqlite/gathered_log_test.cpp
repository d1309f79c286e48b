#include "ledger/sqlite/gathered_log.hpp"

#include <fstream>
#include <string>

#include "ledger/contract/sqlite_file_fixture.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kCreateRows("CREATE TABLE rows (number INTEGER PRIMARY KEY, content BLOB NOT NULL)");
constexpr Sql kAddRow("INSERT INTO rows (number, content) VALUES ($1, $2)");
constexpr Sql kCountRows("SELECT COUNT(*) FROM rows WHERE length(content) = $1");

constexpr std::int64_t kRowBytes = 3000;

class GatheredLogFile : public SqliteFileFixture {
protected:
    void SetUp() override {
        SqliteFileFixture::SetUp();
        ASSERT_TRUE(writer_->Run(kCreateRows, {}));
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

private:
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
