#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "ledger/sqlite/sqlite_connection.hpp"

namespace fairlead::ledger {

// For tests: a SQLite file in a folder of its own, with a writer.
class SqliteFileFixture : public testing::Test {
protected:
    void SetUp() override {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        folder_ =
            std::filesystem::path(testing::TempDir()) / (std::string(test->test_suite_name()) + "-" + test->name());
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
        writer_ = Connect(SqliteRole::kWriter);
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

    std::unique_ptr<SqliteConnection> writer_;

private:
    std::filesystem::path folder_;
};

}  // namespace fairlead::ledger
