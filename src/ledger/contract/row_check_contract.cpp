#include <gmock/gmock.h>

#include "ledger/contract/fixture.hpp"
#include "ledger/verify/verify.hpp"

namespace fairlead::ledger {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr Sql kCommitsWithChecks("SELECT count(*) FROM commits WHERE row_checks IS NOT NULL");
constexpr Sql kCommitsOfRows("SELECT count(*) FROM commits");

class RowCheckContract : public LedgerContract {
protected:
    void SetUp() override {
        owner_ = MakeOperator();
        const BrandId brand = BrandOf(owner_);
        events::Event full = MakeDeposit(brand, "second", "200");
        full.country = "MT";
        full.product = "casino";
        full.game = "dice";
        full.click_id = "unknown click";
        full.user_agent = "Firefox";
        full.ip_hash = "5f2c";
        full.unknown_members = R"({"vip":true})";
        std::vector<events::Event> batch{MakeDeposit(brand, "first", "100"), full, MakeDeposit(brand, "third", "300")};
        ASSERT_TRUE(Ingest(owner_, std::move(batch)));
    }

    std::vector<std::string> Found() {
        const auto connection = place_->Look();
        const auto report = VerifyLedger(*connection, {});
        EXPECT_TRUE(report);
        return report ? report->differences : std::vector<std::string>{"verify failed"};
    }
    void Edit(const std::string& script) { ASSERT_TRUE(place_->Look()->RunScript(script)) << script; }

    OperatorId owner_;
};

class RowCheckNames : public RowCheckContract {};

TEST_P(RowCheckContract, ChecksAreKeptWherePagesHaveNone) {
    EXPECT_EQ(Count(kCommitsWithChecks), GetParam() == "Sqlite" ? 0 : Count(kCommitsOfRows));
    EXPECT_THAT(Found(), IsEmpty());
}

TEST_P(RowCheckNames, AChangedMemberOfAnEventIsNamed) {
    Edit("DROP TRIGGER events_are_only_added ON events; CREATE TABLE kept AS SELECT * FROM events WHERE seq = 2;");
    for (const auto& [column, value] :
         std::vector<std::pair<std::string, std::string>>{{"event_time", "event_time # 1"},
                                                          {"idempotency_key", "'secone'"},
                                                          {"amount", "'201'"},
                                                          {"currency", "'USD'"},
                                                          {"ngr_delta", "'1'"},
                                                          {"click_id", "'unknown clicl'"},
                                                          {"country", "'MV'"},
                                                          {"product", "'casino '"},
                                                          {"game", "NULL"},
                                                          {"user_agent", "'Firefoy'"},
                                                          {"ip_hash", "'5f2d'"},
                                                          {"unknown_members", R"('{"vip":tRue}')"}}) {
        Edit("UPDATE events SET " + column + " = " + value + " WHERE seq = 2;");
        EXPECT_THAT(Found(), Contains(AllOf(HasSubstr("its hash is not that of its events"),
                                            HasSubstr("are not as written: table events, number 2, column " + column),
                                            Not(HasSubstr(";")))))
            << column;
        Edit("DELETE FROM events WHERE seq = 2; INSERT INTO events SELECT * FROM kept;");
    }
    EXPECT_THAT(Found(), IsEmpty());
}

TEST_P(RowCheckNames, AChangedReferenceOfAPlayerIsNamed) {
    Edit("UPDATE players SET external_ref = 'player-0';");
    EXPECT_THAT(Found(), Contains(HasSubstr("table events, number 2, column external_ref of table players")));
}

TEST_P(RowCheckNames, ACommitWithoutChecksIsNamedByItsNumber) {
    Edit(
        "DROP TRIGGER events_are_only_added ON events; DROP TRIGGER commits_are_only_added ON commits;"
        "UPDATE commits SET row_checks = NULL; UPDATE events SET game = 'cards' WHERE seq = 2;");
    EXPECT_THAT(Found(),
                ElementsAre(AllOf(HasSubstr("its hash is not that of its events"), Not(HasSubstr("not as written")))));
}

INSTANTIATE_TEST_SUITE_P(Engines, RowCheckContract, testing::Values("Sqlite", "Postgres"),
                         [](const auto& engine) { return engine.param; });
INSTANTIATE_TEST_SUITE_P(Engines, RowCheckNames, testing::Values("Postgres"),
                         [](const auto& engine) { return engine.param; });

}  // namespace
}  // namespace fairlead::ledger
