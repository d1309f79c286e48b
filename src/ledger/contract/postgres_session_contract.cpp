#include "ledger/contract/fixture.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kCountOfNumbers("SELECT count(*) FROM numbers");
constexpr Sql kShow("SELECT current_setting('synchronous_commit')");

TEST(PostgresSession, WeakerPromisesOfTheServerAreRaised) {
    const auto place = MakePostgresPlace();
    const std::vector<std::pair<std::string, std::string>> cases{
        {"off", "on"}, {"local", "on"}, {"remote_write", "on"}, {"on", "on"}, {"remote_apply", "remote_apply"}};
    for (const auto& [before, after] : cases) {
        const std::string weaken =
            "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = %L', current_database(), '" +
            before + "'); END $$";
        ASSERT_TRUE(place->Look()->RunScript(weaken));
        const auto rows = place->Look()->Query(kShow, {});
        ASSERT_TRUE(rows);
        EXPECT_EQ(rows->Text(0), after) << "where the default is " << before;
    }
}

TEST(PostgresSession, AllQueriesOfAReadSeeTheSameSnapshot) {
    const auto place = MakePostgresPlace();
    const auto reader = place->Look();
    const auto writer = place->Look();
    ASSERT_TRUE(writer->RunScript("CREATE TABLE numbers (number bigint)"));
    ASSERT_TRUE(reader->BeginReading());
    EXPECT_EQ(reader->Query(kCountOfNumbers, {})->Integer(0), 0);
    ASSERT_TRUE(writer->RunScript("INSERT INTO numbers VALUES (1)"));
    EXPECT_EQ(reader->Query(kCountOfNumbers, {})->Integer(0), 0);
    reader->Rollback();
    EXPECT_EQ(reader->Query(kCountOfNumbers, {})->Integer(0), 1);
}

}  // namespace
}  // namespace fairlead::ledger
