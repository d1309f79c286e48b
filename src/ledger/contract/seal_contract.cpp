#include <gmock/gmock.h>

#include "app/ports/record_queries.hpp"
#include "ledger/contract/fixture.hpp"
#include "ledger/contract/tracking_calls.hpp"
#include "ledger/verify/verify.hpp"

namespace fairlead::ledger {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr Sql kCommitCount("SELECT count(*) FROM commits");
constexpr Sql kSealCount("SELECT count(*) FROM seals");

class SealContract : public LedgerContract {
protected:
    void SetUp() override {
        app::CatalogueChange change{.owner = owner_};
        change.upserts.emplace_back(catalogue::Operator{.id = owner_, .name = "Lucky Star", .created_at = Now()});
        change.upserts.emplace_back(catalogue::Brand{.id = brand_, .name = "Lucky", .created_at = Now()});
        change.upserts.emplace_back(user_);
        change.upserts.emplace_back(affiliate_);
        change.audit.push_back({"tester", "operator.create", "operator/1", "", R"({"name":"Lucky Star"})"});
        ASSERT_TRUE(Apply(std::move(change)));
    }

    Status Store(app::CatalogueChange::Record record) {
        app::CatalogueChange change{.owner = owner_};
        change.based_on_version = ledger_->catalogue().LoadOperator(owner_)->version;
        change.upserts.push_back(std::move(record));
        return Apply(std::move(change));
    }
    app::ChainHead Head() {
        return *app::Await<app::ChainHead>(
            [&](auto done) { ledger_->records().ReadChainHead(owner_, std::move(done)); });
    }
    std::vector<std::string> Found(std::vector<app::ChainHead> expected = {}) {
        const auto connection = place_->Look();
        const auto report = VerifyLedger(*connection, {}, {.expected = std::move(expected)});
        EXPECT_TRUE(report);
        return report ? report->differences : std::vector<std::string>{"verify failed"};
    }
    void Edit(const std::string& script) { ASSERT_TRUE(place_->Look()->RunScript(script)) << script; }
    // Does what a person who may change the schema could do.
    void DropGuard(const std::string& table) {
        if (GetParam() == "Sqlite") {
            Edit("DROP TRIGGER " + table + "_are_not_updated; DROP TRIGGER " + table + "_are_not_deleted;");
        } else {
            Edit("DROP TRIGGER " + table + "_are_only_added ON " + table + ";");
        }
    }

    OperatorId owner_ = OperatorId::New();
    BrandId brand_ = BrandId::New();
    catalogue::User user_{.id = UserId::New(),
                          .email = "ann@operator.example",
                          .role = catalogue::UserRole::kViewer,
                          .created_at = Now()};
    catalogue::Affiliate affiliate_{
        .id = AffiliateId::New(), .name = "Partner", .email = "pay@partner.example", .created_at = Now()};
};

TEST_P(SealContract, ANewOperatorIsInTheWiderChainFromItsFirstCommit) {
    const auto connection = place_->Look();
    const auto report = VerifyLedger(*connection, {});
    ASSERT_TRUE(report);
    EXPECT_THAT(report->differences, IsEmpty());
    ASSERT_EQ(report->chains.size(), 1U);
    EXPECT_EQ(report->chains.front().wide_from, 1);
    EXPECT_EQ(report->chains.front().head.ToText(), Head().ToText());
    EXPECT_EQ(Head().number, 1);
}

TEST_P(SealContract, AChangedSettingIsNamedWithBothValues) {
    Edit("UPDATE users SET role = 'admin';");
    EXPECT_THAT(Found(), ElementsAre(AllOf(HasSubstr("table users, user " + user_.id.ToString()),
                                           HasSubstr("role: sealed viewer, found admin"))));
    Edit("UPDATE users SET role = 'viewer'; UPDATE affiliates SET email = 'me@thief.example';");
    EXPECT_THAT(Found(), ElementsAre(HasSubstr("email: sealed pay@partner.example, found me@thief.example")));
    Edit("UPDATE affiliates SET email = 'pay@partner.example'; UPDATE operators SET time_zone = 'Europe/Malta';");
    EXPECT_THAT(Found(), Contains(HasSubstr("timeZone: sealed UTC, found Europe/Malta")));
    Edit("UPDATE operators SET time_zone = 'UTC', min_payout = '7', two_person_rule = 1;");
    EXPECT_THAT(Found(), AllOf(Contains(HasSubstr("minPayout: sealed 0, found 7")),
                               Contains(HasSubstr("twoPersonRule: sealed false, found true"))));
}

TEST_P(SealContract, AChangeByTheServiceIsSealedAndPasses) {
    user_.role = catalogue::UserRole::kManager;
    ASSERT_TRUE(Store(user_));
    EXPECT_THAT(Found(), IsEmpty());
    const std::int64_t seals = Count(kSealCount);
    user_.password_hash = "another";
    ASSERT_TRUE(Store(user_));
    EXPECT_EQ(Count(kSealCount), seals) << "no sealed member has changed";
    Edit("UPDATE users SET role = 'viewer';");
    EXPECT_THAT(Found(), ElementsAre(HasSubstr("role: sealed manager, found viewer")));
}

TEST_P(SealContract, TheDatabaseRefusesToChangeAuditEntriesAndSeals) {
    for (const char* table : {"audit_log", "seals"}) {
        for (const std::string& edit :
             {"DELETE FROM " + std::string(table), "UPDATE " + std::string(table) + " SET operator_id = operator_id"}) {
            EXPECT_FALSE(place_->Look()->RunScript(edit)) << edit;
        }
    }
}

TEST_P(SealContract, AChangedOrMissingAuditEntryIsNamed) {
    DropGuard("audit_log");
    Edit("UPDATE audit_log SET actor = 'nobody';");
    EXPECT_THAT(Found(), ElementsAre(HasSubstr("actor: sealed tester, found nobody")));
    Edit("UPDATE audit_log SET actor = 'tester', after = '{}';");
    EXPECT_THAT(Found(), ElementsAre(AllOf(HasSubstr("audit entry"), HasSubstr("after is not what was sealed"))));
    Edit("DELETE FROM audit_log;");
    EXPECT_THAT(Found(), ElementsAre(AllOf(HasSubstr("table audit_log"), HasSubstr("is missing"),
                                           HasSubstr("actor tester, action operator.create"))));
}

TEST_P(SealContract, ARowThatTheServiceDidNotWriteIsNamed) {
    Edit(
        "INSERT INTO users (operator_id, user_id, email, role, password_hash, created_at)"
        " SELECT operator_id, brand_id, 'eve@operator.example', 'admin', 'x', 0 FROM brands;");
    EXPECT_THAT(Found(), ElementsAre(AllOf(HasSubstr("user " + brand_.ToString()), HasSubstr("added without a seal"),
                                           HasSubstr("email eve@operator.example"))));
}

TEST_P(SealContract, ASealThatIsChangedWithItsRowBreaksTheChain) {
    DropGuard("seals");
    Edit(
        "UPDATE users SET role = 'admin';"
        "UPDATE seals SET content = replace(content, 'role=viewer', 'role=admin') WHERE kind = 'user';");
    EXPECT_THAT(Found(), ElementsAre(HasSubstr("commit 1: its hash is not that of")));
    Edit("DELETE FROM seals WHERE kind = 'user';");
    EXPECT_THAT(Found(), Contains(HasSubstr("table seals")));
}

TEST_P(SealContract, ClicksAloneMakeACommitThatCoversThem) {
    const std::int64_t commits = Count(kCommitCount);
    auto click = ClickOf(brand_, 1);
    ASSERT_TRUE(Track(*ledger_, owner_, std::span(&click, 1)));
    EXPECT_EQ(Count(kCommitCount), commits + 1);
    auto other = ClickOf(brand_, 2);
    ASSERT_TRUE(Track(*ledger_, owner_, std::span(&other, 1)));
    EXPECT_THAT(Found(), IsEmpty());

    // Replaces the bytes of the second block by those of the first, with a valid checksum.
    const auto connection = place_->Look();
    const auto blocks = ReadBlocksAfter(*connection, owner_, {}, 10);
    ASSERT_EQ(blocks->size(), 2U);
    static constexpr Sql kBlockTwo("SELECT click_count, fact_count FROM fact_blocks WHERE block_no = 2");
    const auto counts = connection->Query(kBlockTwo, {});
    const BlockColumns columns{2, (*blocks)[1].recorded_at, counts->Integer(0, kBlockTwo["click_count"]),
                               counts->Integer(0, kBlockTwo["fact_count"])};
    const std::string forged = SealPayload(owner_, columns, PackBlock((*blocks)[0].bytes));
    static constexpr Sql kForge("UPDATE fact_blocks SET payload = $1 WHERE block_no = 2");
    ASSERT_TRUE(connection->Run(
        kForge, {Value::Of(std::span(reinterpret_cast<const std::uint8_t*>(forged.data()), forged.size()))}));
    EXPECT_THAT(Found(), Contains(AllOf(HasSubstr("table fact_blocks, block 2"), HasSubstr("not what was recorded"))));
}

TEST_P(SealContract, AnExpectedHeadIsFoundInTheChainLater) {
    const app::ChainHead head = Head();
    ASSERT_TRUE(Ingest(owner_, {MakeEvent(brand_, "a")}));
    EXPECT_THAT(Found({head, Head()}), IsEmpty());
}

TEST_P(SealContract, AHeadOfAnotherHistoryIsADifference) {
    app::ChainHead other = Head();
    other.hash[0] ^= 1;
    EXPECT_THAT(Found({other}), ElementsAre(AllOf(HasSubstr(other.ToText()), HasSubstr("was rewritten"))));
    app::ChainHead later = Head();
    later.number += 5;
    EXPECT_THAT(Found({later}), ElementsAre(AllOf(HasSubstr(later.ToText()), HasSubstr("was cut off"))));
    app::ChainHead unknown = Head();
    unknown.owner = OperatorId::New();
    EXPECT_THAT(Found({unknown}), ElementsAre(HasSubstr("has no such operator")));
}

TEST_P(SealContract, AnEntryForAllOperatorsIsSealedForEach) {
    MakeOperator("Other");
    const app::AuditEntry entry{.actor = "a", .action = "clock.confirm", .subject = "clock", .before = {}, .after = {}};
    ASSERT_TRUE(app::Await<Status>([&](auto done) { ledger_->catalogue().AddAuditToAll(entry, std::move(done)); }));
    EXPECT_THAT(Found(), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Engines, SealContract, testing::Values("Sqlite", "Postgres"),
                         [](const auto& engine) { return engine.param; });

}  // namespace
}  // namespace fairlead::ledger
