#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "app/await.hpp"
#include "app/ports/record_queries.hpp"
#include "ledger/contract/fixture.hpp"
#include "ledger/ingest/rate_grants.hpp"
#include "ledger/migrations/migrations.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kAuditEntries("SELECT count(*) FROM audit_log WHERE actor = 'tester' AND before IS NULL");
constexpr Sql kPretendNewer("INSERT INTO schema_migrations (number, name, applied_at) VALUES (9999, 'future', 0)");
constexpr Sql kEndListeners(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = "
    "current_database()");
constexpr Sql kProbes("SELECT count(*) FROM probes");

catalogue::ApiKey MakeKey() {
    catalogue::ApiKey key{.id = ApiKeyId::New(), .name = "Backend", .prefix = "fairlead_0123", .created_at = Now()};
    key.hash = Digest256("some key");
    key.allowed_ips = {*IpNetwork::Parse("10.0.0.0/8"), *IpNetwork::Parse("2001:db8::/32")};
    key.requests_per_minute = 77;
    key.scopes = {catalogue::KeyScope::kReports, catalogue::KeyScope::kEvents};
    return key;
}

TEST_P(LedgerContract, RecordsAreReadAsTheyWereStored) {
    const OperatorId owner = MakeOperator("Ärger & Söhne");
    const auto key = MakeKey();
    const catalogue::Brand brand{.id = BrandId::New(),
                                 .name = "Second",
                                 .website_url = "https://second.example/",
                                 .attribution_window_days = 7,
                                 .attribution_fallback = catalogue::AttributionFallback::kEvidence,
                                 .ngr_mode = catalogue::NgrMode::kLifetimeTotal,
                                 .active = false,
                                 .created_at = Now()};
    ASSERT_TRUE(Apply({.owner = owner, .based_on_version = 1, .upserts = {key, brand}}));
    Reopen();
    const auto records = ledger_->catalogue().LoadOperator(owner);
    ASSERT_TRUE(records);
    EXPECT_EQ(records->self.name, "Ärger & Söhne");
    EXPECT_EQ(records->version, 2);
    ASSERT_EQ(records->api_keys.size(), 1U);
    EXPECT_EQ(records->api_keys.front().hash, key.hash);
    EXPECT_EQ(records->api_keys.front().allowed_ips, key.allowed_ips);
    EXPECT_EQ(records->api_keys.front().requests_per_minute, 77);
    EXPECT_EQ(records->api_keys.front().scopes, key.scopes);
    EXPECT_FALSE(records->api_keys.front().last_used_at);
    ASSERT_EQ(records->brands.size(), 2U);
    EXPECT_EQ(records->brands[1].website_url, brand.website_url);
    EXPECT_EQ(records->brands[1].attribution_window_days, 7);
    EXPECT_EQ(records->brands[1].attribution_fallback, brand.attribution_fallback);
    EXPECT_EQ(records->brands[1].ngr_mode, brand.ngr_mode);
    EXPECT_FALSE(records->brands[1].active);
}

TEST_P(LedgerContract, ADomainOfAPortalBelongsToOneOperatorAlsoIfSeveralAddItAtOnce) {
    const auto other_node = GetParam() == "Postgres" ? place_->Open(metrics_) : nullptr;
    std::vector<OperatorId> owners;
    for (int i = 0; i < 6; ++i) owners.push_back(MakeOperator());
    std::atomic<int> stored = 0;
    const auto add = [&](std::size_t i, const std::string& own_domain) {
        app::Ledger* node = i % 2 == 0 || !other_node ? ledger_.get() : other_node.get();
        auto records = ledger_->catalogue().LoadOperator(owners[i]);
        records->self.portal.domains = {own_domain, "partners.example"};
        const app::CatalogueChange change{
            .owner = owners[i], .based_on_version = records->version, .upserts = {records->self}};
        const Status applied = app::Await<Status>([&](auto done) { node->catalogue().Apply(change, std::move(done)); });
        if (applied) ++stored;
        return applied ? std::string() : applied.error().pointer;
    };
    {
        std::vector<std::jthread> nodes;
        for (std::size_t i = 0; i < owners.size(); ++i) {
            nodes.emplace_back([&, i] { (void)add(i, "own-" + std::to_string(i) + ".example"); });
        }
    }
    EXPECT_EQ(stored, 1);
    int refused = 0;
    for (std::size_t i = 0; i < owners.size(); ++i) {
        refused += add(i, "more-" + std::to_string(i) + ".example") == "/portal/domains/1" ? 1 : 0;
    }
    EXPECT_EQ(refused, 5);
}

TEST_P(LedgerContract, OneFirstOperatorIsStoredAlsoIfSeveralNodesCreateItAtOnce) {
    const auto other_node = GetParam() == "Postgres" ? place_->Open(metrics_) : nullptr;
    std::atomic<int> stored = 0;
    std::atomic<int> refused = 0;
    const auto create = [&](int i) {
        app::Ledger* node = i % 2 == 0 || !other_node ? ledger_.get() : other_node.get();
        const catalogue::Operator self{.id = OperatorId::New(), .name = "First", .created_at = Now()};
        const app::CatalogueChange change{.owner = self.id, .upserts = {self}, .only_first_operator = true};
        const Status applied = app::Await<Status>([&](auto done) { node->catalogue().Apply(change, std::move(done)); });
        if (applied) ++stored;
        if (!applied && applied.error().code == ErrorCode::kConflict) ++refused;
    };
    {
        std::vector<std::jthread> nodes;
        for (int i = 0; i < 6; ++i) nodes.emplace_back([&, i] { create(i); });
    }
    EXPECT_EQ(stored, 1);
    EXPECT_EQ(refused, 5);
    EXPECT_EQ(ledger_->catalogue().OperatorVersions()->size(), 1U);
    // Later operators are stored without this condition.
    (void)MakeOperator();
    EXPECT_EQ(ledger_->catalogue().OperatorVersions()->size(), 2U);
}

// Ledgers of earlier releases may have a domain twice.
TEST_P(LedgerContract, AnOperatorWithADomainOfAnotherOneCanStillBeChanged) {
    const std::vector<OperatorId> owners{MakeOperator(), MakeOperator()};
    ASSERT_TRUE(place_->Look()->RunScript("UPDATE operators SET portal_domains = 'twice.example'"));
    for (const OperatorId owner : owners) {
        auto records = ledger_->catalogue().LoadOperator(owner);
        records->self.name = "Renamed";
        records->self.portal.domains.push_back(owner.ToString() + ".example");
        EXPECT_TRUE(Apply({.owner = owner, .based_on_version = records->version, .upserts = {records->self}}));
    }
}

TEST_P(LedgerContract, ADamagedUserOrKeyIsLeftOutAndTheOthersWork) {
    const OperatorId owner = MakeOperator();
    const auto user = [](const std::string& email) {
        return catalogue::User{.id = UserId::New(), .email = email, .created_at = Now()};
    };
    ASSERT_TRUE(Apply({.owner = owner,
                       .based_on_version = 1,
                       .upserts = {user("good@users.example"), user("bad@users.example"), MakeKey()}}));
    const auto all = ledger_->catalogue().LoadOperator(owner);
    ASSERT_TRUE(
        place_->Look()->RunScript("UPDATE users SET role = 'boss' WHERE email = 'bad@users.example';"
                                  "UPDATE api_keys SET scopes = 'everything'"));
    const auto records = ledger_->catalogue().LoadOperator(owner);
    ASSERT_TRUE(records);
    EXPECT_EQ(records->users.size() + 1, all->users.size());
    EXPECT_EQ(std::ranges::count(records->users, "good@users.example", &catalogue::User::email), 1);
    EXPECT_TRUE(records->api_keys.empty());
}

TEST_P(LedgerContract, TheSecretsOfAUserAreReadAsTheyWereStored) {
    const OperatorId owner = MakeOperator();
    const catalogue::User with_codes{
        .id = UserId::New(),
        .email = "codes@users.example",
        .totp_sealed = "sealed",
        .totp_confirmed_step = 59'000'001,
        .recovery_salt = Bytes16{1, 0, 3},
        .recovery_hashes = {Digest256("one"), Digest256("two")},
        .reset_hash = Digest256("link"),
        .reset_ends_at = Now(),
        .created_at = Now(),
        .mails_off = {catalogue::MailTopic::kStatements, catalogue::MailTopic::kDigest},
        .address_change = catalogue::AddressChange{
            .email = "next@users.example", .old_hash = Digest256("old"), .new_hash = std::nullopt, .ends_at = Now()}};
    const catalogue::User without{.id = UserId::New(), .email = "plain@users.example", .created_at = Now()};
    ASSERT_TRUE(Apply({.owner = owner, .based_on_version = 1, .upserts = {with_codes, without}}));
    Reopen();
    const auto records = ledger_->catalogue().LoadOperator(owner);
    ASSERT_TRUE(records);
    for (const catalogue::User& expected : {with_codes, without}) {
        const auto user = std::ranges::find(records->users, expected.id, &catalogue::User::id);
        ASSERT_NE(user, records->users.end());
        EXPECT_EQ(user->totp_sealed, expected.totp_sealed);
        EXPECT_EQ(user->totp_confirmed_step, expected.totp_confirmed_step);
        EXPECT_EQ(user->recovery_salt, expected.recovery_salt);
        EXPECT_EQ(user->recovery_hashes, expected.recovery_hashes);
        EXPECT_EQ(user->reset_hash, expected.reset_hash);
        EXPECT_EQ(user->reset_ends_at, expected.reset_ends_at);
        EXPECT_EQ(user->mails_off, expected.mails_off);
        EXPECT_EQ(user->address_change, expected.address_change);
    }
}

TEST_P(LedgerContract, TheMembersOfAnOperatorAreReadAsTheyWereStored) {
    const OperatorId owner = MakeOperator();
    catalogue::Operator self = ledger_->catalogue().LoadOperator(owner)->self;
    EXPECT_EQ(self.settings.first_time_zone, "UTC");
    EXPECT_EQ(self.settings.first_base_currency.code(), "EUR");
    self.name = "Lucky Moon";
    self.settings.first_time_zone = "Europe/Malta";
    self.settings.first_base_currency = *Currency::Parse("GBP");
    self.declared_currencies = {*Currency::Parse("USDT"), *Currency::Parse("BTC1")};
    self.min_payout = *Decimal::Parse("123456789012345.00000001");
    self.suspended_earn = true;
    self.postback_amounts = false;
    self.portal = {.name = "Partner, \"Club\"",
                   .logo_url = "https://cdn.example/logo.svg",
                   .primary_color = "#a1b2c3",
                   .domains = {"partners.example", "b.example"}};
    ASSERT_TRUE(Apply({.owner = owner, .based_on_version = 1, .upserts = {self}}));
    Reopen();
    const auto found = ledger_->catalogue().LoadOperator(owner)->self;
    EXPECT_EQ(found.name, self.name);
    EXPECT_EQ(found.settings.first_time_zone, self.settings.first_time_zone);
    EXPECT_EQ(found.settings.first_base_currency, self.settings.first_base_currency);
    EXPECT_EQ(found.declared_currencies, self.declared_currencies);
    EXPECT_EQ(found.min_payout, self.min_payout);
    EXPECT_TRUE(found.suspended_earn);
    EXPECT_FALSE(found.postback_amounts);
    EXPECT_TRUE(found.postback_commission);
    EXPECT_EQ(found.portal.name, self.portal.name);
    EXPECT_EQ(found.portal.logo_url, self.portal.logo_url);
    EXPECT_EQ(found.portal.primary_color, self.portal.primary_color);
    EXPECT_EQ(found.portal.domains, self.portal.domains);
    EXPECT_EQ(found.created_at, self.created_at);
}

TEST_P(LedgerContract, AChangeDecidedOnAnOldVersionIsAConflictAndStoresNothing) {
    const OperatorId owner = MakeOperator();
    ASSERT_TRUE(Apply({.owner = owner, .based_on_version = 1, .upserts = {MakeKey()}}));
    const auto late = Apply({.owner = owner, .based_on_version = 1, .upserts = {MakeKey()}});
    ASSERT_FALSE(late);
    EXPECT_EQ(late.error().code, ErrorCode::kConflict);
    EXPECT_EQ(ledger_->catalogue().LoadOperator(owner)->api_keys.size(), 1U);
}

TEST_P(LedgerContract, EveryChangeHasItsAuditEntry) {
    const OperatorId owner = MakeOperator();
    ASSERT_TRUE(
        Apply({.owner = owner,
               .based_on_version = 1,
               .upserts = {MakeKey()},
               .audit = {{.actor = "tester", .action = "apiKey.create", .subject = "apiKey/1", .after = "{}"}}}));
    EXPECT_EQ(Count(kAuditEntries), 1);
}

TEST_P(LedgerContract, TheAuditLogIsReadFromItsNewestEntryInPages) {
    const OperatorId owner = MakeOperator();
    for (int i = 0; i < 5; ++i) {
        const std::string subject = "thing/" + std::to_string(i % 2);
        ASSERT_TRUE(
            Apply({.owner = owner,
                   .based_on_version = 1 + i,
                   .upserts = {MakeKey()},
                   .audit = {{.actor = "tester", .action = "x", .subject = subject, .after = std::to_string(i)}}}));
    }
    const auto read = [&](app::AuditQuery query) {
        return *app::Await<std::vector<app::AuditRecord>>(
            [&](auto done) { ledger_->records().ReadAudit(owner, std::move(query), std::move(done)); });
    };
    const auto first = read({.limit = 3});
    ASSERT_EQ(first.size(), 3U);
    EXPECT_EQ(first[0].entry.after, "4");
    EXPECT_EQ(first[0].entry.before, "");
    EXPECT_EQ(first[2].entry.after, "2");
    EXPECT_GE(first[0].at, first[2].at);
    const auto rest = read({.limit = 3, .before = first.back().id});
    ASSERT_EQ(rest.size(), 2U);
    EXPECT_EQ(rest[0].entry.after, "1");
    EXPECT_EQ(read({.limit = 10, .subject = "thing/1"}).size(), 2U);
    EXPECT_EQ(read({.limit = 10, .actor = "tester", .action = "x"}).size(), 5U);
    EXPECT_TRUE(read({.limit = 10, .actor = "somebody"}).empty());
}

// Counts the calls of a listener, so that tests can wait for them.
class Calls {
public:
    void Note() {
        const std::lock_guard lock(mutex_);
        ++count_;
        noted_.notify_all();
    }
    // False if the count is not reached within a time that is long enough for every engine.
    bool Reach(int count) {
        std::unique_lock lock(mutex_);
        return noted_.wait_for(lock, std::chrono::seconds(60), [&] { return count_ >= count; });
    }
    int count() {
        const std::lock_guard lock(mutex_);
        return count_;
    }

private:
    std::mutex mutex_;
    std::condition_variable noted_;
    int count_ = 0;
};

TEST(PostgresChanges, AreAnnouncedToOtherNodesWhenTheyAreCommitted) {
    const auto place = MakePostgresPlace();
    telemetry::Metrics metrics;
    const auto ledger = place->Open(metrics);
    const auto other_node = place->Open(metrics);
    Calls calls;
    other_node->catalogue().ListenForCatalogueChanges([&] { calls.Note(); });
    ASSERT_TRUE(calls.Reach(1)) << "one call when it starts to listen, for changes that were missed";
    const auto apply = [&](std::int64_t version) {
        const OperatorId id = OperatorId::New();
        app::CatalogueChange change{.owner = id,
                                    .based_on_version = version,
                                    .upserts = {catalogue::Operator{.id = id, .name = "New", .created_at = Now()}}};
        return app::Await<Status>([&](auto done) { ledger->catalogue().Apply(std::move(change), std::move(done)); });
    };
    ASSERT_FALSE(apply(7)) << "based on a version that never existed";
    ASSERT_TRUE(apply(0));
    ASSERT_TRUE(calls.Reach(2));
    EXPECT_EQ(calls.count(), 2) << "a refused change is not announced";
    other_node->Stop();
    ASSERT_TRUE(apply(0));
    EXPECT_EQ(calls.count(), 2);
}

TEST(PostgresChanges, AreReceivedAgainAfterTheConnectionWasLost) {
    const auto place = MakePostgresPlace();
    telemetry::Metrics metrics;
    const auto node = place->Open(metrics);
    Calls calls;
    node->catalogue().ListenForCatalogueChanges([&] { calls.Note(); });
    ASSERT_TRUE(calls.Reach(1));
    ASSERT_TRUE(place->Look()->Run(kEndListeners, {}));
    EXPECT_TRUE(calls.Reach(2));
}

TEST_P(LedgerContract, TheLastUseOfAKeyOnlyMovesForward) {
    const OperatorId owner = MakeOperator();
    const auto key = MakeKey();
    ASSERT_TRUE(Apply({.owner = owner, .based_on_version = 1, .upserts = {key}}));
    ledger_->catalogue().NoteKeyUse({{owner, key.id, Timestamp{2'000'000}}});
    ledger_->catalogue().NoteKeyUse({{owner, key.id, Timestamp{1'000'000}}});
    ledger_->Stop();
    Reopen();
    EXPECT_EQ(ledger_->catalogue().LoadOperator(owner)->api_keys.front().last_used_at, Timestamp{2'000'000});
}

TEST_P(LedgerContract, ASettingIsStoredOnceAndThenKept) {
    const std::string bytes("\x00\xFF'binary", 9);
    EXPECT_EQ(*ledger_->catalogue().SettingOrStore("name", bytes), bytes);
    EXPECT_EQ(*ledger_->catalogue().SettingOrStore("name", "other"), bytes);
    Reopen();
    EXPECT_EQ(*ledger_->catalogue().SettingOrStore("name", "other"), bytes);
}

TEST_P(LedgerContract, StoredSettingsAreReplacedTogether) {
    ASSERT_TRUE(ledger_->catalogue().SettingOrStore("one", "1"));
    ASSERT_TRUE(ledger_->catalogue().SettingOrStore("two", "2"));
    ASSERT_TRUE(ledger_->catalogue().ReplaceSettings({{"one", std::string("\0a", 2)}, {"two", "b"}, {"three", "c"}}));
    Reopen();
    EXPECT_EQ(*ledger_->catalogue().SettingOrStore("one", "x"), std::string("\0a", 2));
    EXPECT_EQ(*ledger_->catalogue().SettingOrStore("two", "x"), "b");
    EXPECT_EQ(*ledger_->catalogue().SettingOrStore("three", "x"), "x");
}

TEST_P(LedgerContract, AnUnknownOperatorIsNotFound) {
    EXPECT_EQ(ledger_->catalogue().LoadOperator(OperatorId::New()).error().code, ErrorCode::kNotFound);
    EXPECT_EQ(Ingest(OperatorId::New(), {MakeEvent(BrandId::New(), "k")}).error().code, ErrorCode::kNotFound);
}

TEST_P(LedgerContract, AProbeWrites) {
    EXPECT_TRUE(app::Await<Status>([&](auto done) { ledger_->Probe(std::move(done)); }));
    EXPECT_EQ(Count(kProbes), 1);
}

TEST_P(LedgerContract, AnInterruptedMigrationLeavesNothingBehind) {
    ledger_.reset();
    const auto place =
        GetParam() == "Sqlite" ? MakeSqlitePlace(PlaceContent::kNothing) : MakePostgresPlace(PlaceContent::kNothing);
    {
        // The effect of a kill during the migration: the transaction never commits.
        const auto connection = place->Look();
        ASSERT_TRUE(connection->BeginMigration());
        ASSERT_TRUE(connection->RunScript(std::string(AllMigrations().front().up)));
    }
    const auto ledger = place->Open(metrics_);
    EXPECT_TRUE(ledger->catalogue().OperatorVersions());
}

TEST_P(LedgerContract, ASchemaFromTheFutureIsRefused) {
    ledger_.reset();
    const auto connection = place_->Look();
    ASSERT_TRUE(connection->Run(kPretendNewer, {}));
    const auto target = GetParam() == "Sqlite" ? MigrationTarget::kSqlite : MigrationTarget::kPostgres;
    EXPECT_FALSE(Migrate(*connection, target));
}

TEST_P(LedgerContract, OnlyASharedLedgerGrantsRates) {
    EXPECT_EQ(ledger_->rate_authority() == nullptr, GetParam() == "Sqlite");
}

TEST(PostgresRateGrants, NeverExceedTheLimitOfAWindow) {
    const auto place = MakePostgresPlace();
    telemetry::Metrics metrics;
    const auto ledger = place->Open(metrics);
    const app::RateGrantRequest request{OperatorId::New(), ApiKeyId::New(), 100};
    std::int64_t granted = 0;
    for (int i = 0; i < 200; ++i) {
        const auto grant = app::Await<app::RateGrant>(
            [&](auto done) { ledger->rate_authority()->RequestGrant(request, std::move(done)); });
        ASSERT_TRUE(grant);
        granted += grant->granted;
        EXPECT_EQ(granted + grant->left_for_others, 100);
        EXPECT_GT(grant->window_left_micros, 0);
    }
    EXPECT_EQ(granted, 100);
}

}  // namespace
}  // namespace fairlead::ledger
