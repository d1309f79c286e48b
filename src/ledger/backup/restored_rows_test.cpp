#include "ledger/backup/restored_rows.hpp"

#include <gtest/gtest.h>

namespace fairlead::ledger {
namespace {

Value Word(std::string_view text) { return Value::Of(text); }

TEST(RestoredRows, AnActiveDestinationIsPaused) {
    const std::vector<std::string> columns{"name", "status", "pause_reason", "paused_at"};
    RestoredRows rows("postbacks", columns);
    const std::vector<Value> active{Word("a"), Word("active"), Value::Null(), Value::Null()};
    const auto changed = rows.Change(active);
    EXPECT_EQ(changed[0].data, "a");
    EXPECT_EQ(changed[1].data, "paused");
    EXPECT_EQ(changed[2].data, "restored from a backup");
    EXPECT_GT(changed[3].integer, 0);
    const std::vector<Value> inactive{Word("a"), Word("inactive"), Value::Null(), Value::Null()};
    EXPECT_EQ(rows.Change(inactive)[1].data, "inactive");
}

TEST(RestoredRows, AllKindsOfDestinationsArePaused) {
    const std::vector<std::string> columns{"status", "pause_reason", "paused_at"};
    for (const std::string_view table : {"postbacks", "webhooks", "report_schedules"}) {
        RestoredRows rows(table, columns);
        const std::vector<Value> active{Word("active"), Value::Null(), Value::Null()};
        EXPECT_EQ(rows.Change(active)[0].data, "paused") << table;
    }
}

TEST(RestoredRows, AWaitingMessageHasFailed) {
    const std::vector<std::string> columns{"type", "status"};
    RestoredRows rows("outbox_messages", columns);
    const std::vector<Value> waiting{Word("deposit"), Value::Of(std::int64_t{0})};
    EXPECT_EQ(rows.Change(waiting)[1].integer, 2);
    const std::vector<Value> delivered{Word("deposit"), Value::Of(std::int64_t{1})};
    EXPECT_EQ(rows.Change(delivered)[1].integer, 1);
}

TEST(RestoredRows, OtherTablesStayAsTheyAre) {
    const std::vector<std::string> columns{"status"};
    RestoredRows rows("affiliates", columns);
    const std::vector<Value> row{Word("active")};
    EXPECT_EQ(rows.Change(row)[0].data, "active");
}

}  // namespace
}  // namespace fairlead::ledger
