#include "ledger/contract/fixture.hpp"

namespace fairlead::ledger {
namespace {

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

}  // namespace
}  // namespace fairlead::ledger
