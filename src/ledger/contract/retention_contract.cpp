#include <algorithm>
#include <chrono>
#include <fstream>
#include <set>
#include <sstream>
#include <thread>

#include "domain/attribution/naive_oracle_test.hpp"
#include "domain/reporting/project.hpp"
#include "ledger/contract/fixture.hpp"
#include "ledger/contract/tracking_calls.hpp"
#include "ledger/relational_ledger.hpp"
#include "ledger/verify/verify.hpp"

namespace fairlead::ledger {
namespace {

namespace fs = std::filesystem;

using attribution::Method;
using tracking::Click;
using tracking::NthId;
using tracking::SeededChoice;

constexpr int kWindowDays = 30;
constexpr RetentionPolicy kDrop{.drop_clicks_after_micros = kMicrosPerDay};
constexpr RetentionPolicy kArchive{.archive_after_micros = kMicrosPerDay};
constexpr RetentionPolicy kBoth{kMicrosPerDay, kMicrosPerDay};

constexpr Sql kPayloadBytes("SELECT coalesce(sum(length(payload)), 0) FROM fact_blocks");
constexpr Sql kTakeLock("SELECT CASE WHEN pg_try_advisory_lock(72461770, 3) THEN 1 ELSE 0 END");
constexpr Sql kMove("UPDATE fact_blocks SET block_no = block_no + 1");

Timestamp DaysFromNow(int days) { return Timestamp{Now().micros + days * kMicrosPerDay}; }
// A time at which every click of a test is outside every attribution window.
Timestamp MuchLater() { return DaysFromNow(kWindowDays + 2); }

std::string ContentOf(const fs::path& file) {
    std::ostringstream content;
    content << std::ifstream(file).rdbuf();
    return content.str();
}

std::string Written(const reporting::FactRow& row) {
    std::string out = std::to_string(row.kind.code) + "|" + std::to_string(row.minute) + "|" +
                      std::to_string(row.weight) + "|" + row.amount.ToString() + "|" + std::string(row.currency) + "|" +
                      std::to_string(row.visitor);
    for (const Uuid& id : {row.brand.uuid, row.affiliate.uuid, row.campaign.uuid, row.creative.uuid, row.link.uuid,
                           row.source.uuid, row.player.uuid}) {
        out += "|" + id.ToString();
    }
    for (const auto text : {row.country, row.geo_target, row.device, row.os, row.browser, row.product, row.game}) {
        out.append("|").append(text);
    }
    for (const auto sub : row.subs) out.append("|").append(sub);
    return out;
}

class RetentionContract : public LedgerContract {
protected:
    RetentionOutcome Retain(const RetentionPolicy& policy, Timestamp now) {
        return dynamic_cast<RelationalLedger&>(*ledger_).Retain(policy, now);
    }

    // Brands with different attribution policies, so that the same clicks lead to different decisions.
    OperatorId MakeOperatorWithBrands() {
        const OperatorId owner = MakeOperator();
        app::CatalogueChange change{.owner = owner, .based_on_version = 1};
        for (std::uint64_t n = 1; n <= tracking::kAnyBrands; ++n) {
            change.upserts.emplace_back(catalogue::Brand{.id = NthId<BrandId>(n),
                                                         .name = "Brand",
                                                         .attribution_window_days = kWindowDays,
                                                         .attribution_fallback = PolicyOf(NthId<BrandId>(n)).fallback,
                                                         .created_at = Now()});
        }
        EXPECT_TRUE(Apply(std::move(change)));
        return owner;
    }
    static attribution::Policy PolicyOf(BrandId brand) {
        using enum catalogue::AttributionFallback;
        return {.fallback = brand.uuid.bytes.back() == 2 ? kEvidence : kLastClick, .window_days = kWindowDays};
    }

    std::vector<Click> TrackAny(SeededChoice& choose, OperatorId owner, std::uint64_t count) {
        std::vector<Click> clicks;
        for (; count > 0; --count) {
            clicks.push_back(tracking::AnyClick(choose));
            clicks.back().id = tracking::MakeClickId({.random = choose(1ULL << tracking::kClickRandomBits)});
        }
        EXPECT_TRUE(Track(*ledger_, owner, clicks));
        return clicks;
    }
    Click TrackOne(OperatorId owner, BrandId brand, std::uint64_t affiliate) {
        Click click = ClickOf(brand, affiliate);
        EXPECT_TRUE(Track(*ledger_, owner, std::span(&click, 1)));
        return click;
    }

    app::PlayerRecord Register(OperatorId owner, BrandId brand, const std::string& player,
                               const std::string& click_id = "") {
        auto registration = MakeEvent(brand, player, events::EventType::kRegistration, player);
        registration.time = Now();
        registration.click_id = click_id;
        EXPECT_TRUE(Ingest(owner, {registration}));
        return PlayerCalled(*ledger_, owner, player);
    }

    std::set<ClickId> Found(OperatorId owner) {
        std::set<ClickId> ids;
        for (const Click& click : AllClicks(*ledger_, {.owner = owner})) ids.insert(click.id);
        return ids;
    }

    // All rows behind reports, sorted.
    std::vector<std::string> Facts(OperatorId owner) {
        std::vector<std::string> facts;
        const auto blocks = ReadBlocksAfter(*place_->Look(), owner, Timestamp{0}, 100'000);
        EXPECT_TRUE(blocks);
        for (const StoredBlock& block : *blocks) {
            EXPECT_TRUE(reporting::ProjectBlock(owner, block.bytes, block.recorded_at,
                                                [&](const auto& row) { facts.push_back(Written(row)); }));
        }
        std::ranges::sort(facts);
        return facts;
    }

    void ExpectVerified() {
        const auto report = VerifyLedger(*place_->Look(), {});
        ASSERT_TRUE(report);
        EXPECT_EQ(report->differences, std::vector<std::string>());
    }

    std::vector<std::string> ArchiveFiles(OperatorId owner) {
        std::vector<std::string> names;
        const fs::path folder = place_->Archive() / owner.ToString();
        if (!fs::exists(folder)) return names;
        for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
        std::ranges::sort(names);
        return names;
    }
};

TEST_P(RetentionContract, UnusedClicksAreDroppedAndStillCounted) {
    const OperatorId owner = MakeOperator();
    const BrandId brand = BrandOf(owner);
    SeededChoice choose(1);
    TrackAny(choose, owner, 30);
    const Click used = TrackOne(owner, brand, 2);
    Register(owner, brand, "player-1", used.id.ToString());
    const auto facts = Facts(owner);
    const auto total = Health(owner).click_total;

    EXPECT_EQ(Retain(kDrop, MuchLater()).clicks_dropped, 30);
    EXPECT_EQ(Found(owner), std::set<ClickId>{used.id});
    EXPECT_EQ(AllClicks(*ledger_, {.owner = owner, .click = used.id}), std::vector{used});
    EXPECT_EQ(Facts(owner), facts);
    EXPECT_EQ(Health(owner).click_total, total);
    EXPECT_EQ(metrics_.clicks_dropped.Value(), 30);
    ExpectVerified();
    EXPECT_EQ(Retain(kDrop, MuchLater()).clicks_dropped, 0);
}

TEST_P(RetentionContract, AClickInAnAttributionWindowStaysWhateverTheSetting) {
    const OperatorId owner = MakeOperatorWithBrands();
    const Click click = TrackOne(owner, NthId<BrandId>(1), 1);
    constexpr RetentionPolicy kAtOnce{.drop_clicks_after_micros = 1};
    EXPECT_EQ(Retain(kAtOnce, DaysFromNow(kWindowDays - 1)).clicks_dropped, 0);
    EXPECT_EQ(Found(owner), std::set<ClickId>{click.id});
    EXPECT_EQ(Retain(kAtOnce, DaysFromNow(kWindowDays + 1)).clicks_dropped, 1);
}

TEST_P(RetentionContract, ADroppedClickIsUnknownToALaterRegistration) {
    const OperatorId owner = MakeOperator();
    const Click dropped = TrackOne(owner, BrandOf(owner), 1);
    EXPECT_EQ(Retain(kDrop, MuchLater()).clicks_dropped, 1);
    EXPECT_TRUE(AllClicks(*ledger_, {.owner = owner, .click = dropped.id}).empty());
    EXPECT_EQ(Register(owner, BrandOf(owner), "p", dropped.id.ToString()).attribution->method, Method::kOrganic);
    ExpectVerified();
}

TEST_P(RetentionContract, TheCandidatesStayWithTheDecision) {
    const OperatorId owner = MakeOperator();
    const BrandId brand = BrandOf(owner);
    std::set<ClickId> weighed;
    for (std::uint64_t n = 1; n <= 9; ++n) weighed.insert(TrackOne(owner, brand, n).id);
    const auto player = Register(owner, brand, "p");
    EXPECT_EQ(player.attribution->click, *weighed.rbegin());
    // The latest five of nine clicks are stored with the decision.
    for (int i = 0; i < 4; ++i) weighed.erase(weighed.begin());
    EXPECT_EQ(Retain(kDrop, MuchLater()).clicks_dropped, 4);
    EXPECT_EQ(Found(owner), weighed);
    ExpectVerified();
}

TEST_P(RetentionContract, ArchivedBlocksReadAsBefore) {
    const OperatorId owner = MakeOperatorWithBrands();
    SeededChoice choose(4);
    for (int i = 0; i < 20; ++i) TrackAny(choose, owner, 40);
    Register(owner, NthId<BrandId>(1), "p");
    const auto facts = Facts(owner);
    const auto clicks = AllClicks(*ledger_, {.owner = owner});
    const auto bytes = Count(kPayloadBytes);

    EXPECT_EQ(Retain(kArchive, DaysFromNow(3)).blocks_archived, 21);
    EXPECT_EQ(ArchiveFiles(owner), std::vector<std::string>{"1-21.facts"});
    EXPECT_LT(Count(kPayloadBytes), bytes / 10);
    Reopen();
    EXPECT_EQ(Facts(owner), facts);
    EXPECT_EQ(AllClicks(*ledger_, {.owner = owner}), clicks);
    const auto named = std::ranges::find_if(clicks, &Click::IsAttributable);
    EXPECT_EQ(Register(owner, NthId<BrandId>(1), "q", named->id.ToString()).attribution->click, named->id);
    ExpectVerified();
    EXPECT_EQ(metrics_.archive_errors.Value(), 0);
    EXPECT_EQ(Retain(kArchive, DaysFromNow(3)).blocks_archived, 1);
}

TEST_P(RetentionContract, BlocksOfLessThanADayAreNotArchivedYet) {
    const OperatorId owner = MakeOperator();
    TrackOne(owner, BrandOf(owner), 1);
    EXPECT_EQ(Retain(kArchive, Now()).blocks_archived, 0);
    EXPECT_TRUE(ArchiveFiles(owner).empty());
}

TEST_P(RetentionContract, DroppingThatIsEnabledLaterAlsoAppliesToArchivedBlocks) {
    const OperatorId owner = MakeOperator();
    const BrandId brand = BrandOf(owner);
    const Click used = TrackOne(owner, brand, 1);
    Register(owner, brand, "p", used.id.ToString());
    for (std::uint64_t n = 2; n < 6; ++n) TrackOne(owner, brand, n);
    const auto facts = Facts(owner);
    EXPECT_EQ(Retain(kArchive, MuchLater()).blocks_archived, 6);
    const fs::path file = place_->Archive() / owner.ToString() / "1-6.facts";
    const std::string before = ContentOf(file);

    const auto outcome = Retain(kBoth, MuchLater());
    EXPECT_EQ(outcome.clicks_dropped, 4);
    EXPECT_EQ(outcome.blocks_archived, 6);
    EXPECT_NE(ContentOf(file), before);
    EXPECT_EQ(Found(owner), std::set<ClickId>{used.id});
    EXPECT_EQ(Facts(owner), facts);
    ExpectVerified();
}

TEST_P(RetentionContract, AnUnusedFileIsRemovedByTheSecondRun) {
    const OperatorId owner = MakeOperator();
    TrackOne(owner, BrandOf(owner), 1);
    const fs::path folder = place_->Archive() / owner.ToString();
    // A crash can leave such a file, before any block points to it.
    fs::create_directories(folder);
    std::ofstream(folder / "1-1.facts") << "whatever";
    EXPECT_EQ(Retain(kArchive, DaysFromNow(3)).blocks_archived, 1);
    const fs::path left_over = folder / "1-9.facts";
    fs::copy(folder / "1-1.facts", left_over);
    std::ofstream(folder / "10-12.facts.part") << "half a file";
    Retain(kArchive, DaysFromNow(3));
    EXPECT_EQ(ArchiveFiles(owner), (std::vector<std::string>{"1-1.facts", "1-9.facts"}));
    Retain(kArchive, DaysFromNow(3));
    EXPECT_EQ(ArchiveFiles(owner), std::vector<std::string>{"1-1.facts"});
    EXPECT_EQ(Facts(owner).size(), 1U);
}

TEST_P(RetentionContract, AMissingFileIsCountedAndAffectsNoOtherBlock) {
    const OperatorId owner = MakeOperator();
    const BrandId brand = BrandOf(owner);
    const Click lost = TrackOne(owner, brand, 1);
    EXPECT_EQ(Retain(kArchive, DaysFromNow(3)).blocks_archived, 1);
    const Click there = TrackOne(owner, brand, 2);
    fs::remove_all(place_->Archive());
    EXPECT_EQ(Found(owner), std::set<ClickId>{there.id});
    EXPECT_TRUE(AllClicks(*ledger_, {.owner = owner, .click = lost.id}).empty());
    EXPECT_GT(metrics_.archive_errors.Value(), 0);
    const auto blocks = ReadBlocksAfter(*place_->Look(), owner, Timestamp{0}, 10);
    ASSERT_EQ(blocks->size(), 2U);
    EXPECT_FALSE(
        reporting::ProjectBlock(owner, blocks->front().bytes, blocks->front().recorded_at, [](const auto&) {}));
    EXPECT_EQ(Register(owner, brand, "p").attribution->click, there.id);
    // Retention continues to drop and archive.
    EXPECT_EQ(Retain(kBoth, MuchLater()).clicks_dropped, 0);
}

TEST_P(RetentionContract, OneNodeAtATime) {
    if (GetParam() == "Sqlite") return;
    const OperatorId owner = MakeOperator();
    TrackOne(owner, BrandOf(owner), 1);
    auto other = place_->Look();
    ASSERT_EQ(other->Query(kTakeLock, {})->Integer(0), 1);
    EXPECT_TRUE(Retain(kDrop, MuchLater()).elsewhere);
    EXPECT_EQ(Found(owner).size(), 1U);
    other.reset();
    for (int attempt = 0; attempt < 1000 && Retain(kDrop, MuchLater()).elsewhere; ++attempt) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    EXPECT_TRUE(Found(owner).empty());
}

TEST_P(RetentionContract, TheDatabaseRefusesToMoveABlock) {
    const OperatorId owner = MakeOperator();
    TrackOne(owner, BrandOf(owner), 1);
    EXPECT_FALSE(place_->Look()->Run(kMove, {}));
}

TEST_P(RetentionContract, DecisionsFollowFromTheRemainingClicksWhateverWasDropped) {
    const OperatorId owner = MakeOperatorWithBrands();
    SeededChoice choose(77);
    std::vector<Click> ever;
    int players = 0;
    for (int round = 0; round < 24; ++round) {
        const auto tracked = TrackAny(choose, owner, 1 + choose(10));
        ever.insert(ever.end(), tracked.begin(), tracked.end());
        if (choose(4) == 0) {
            const auto facts = Facts(owner);
            const RetentionPolicy policies[] = {kDrop, kArchive, kBoth};
            EXPECT_EQ(Retain(policies[choose(3)], choose(2) == 0 ? DaysFromNow(2) : MuchLater()).failures, 0);
            ASSERT_EQ(Facts(owner), facts);
        }
        if (round % 6 == 5) Reopen();
        const auto left = AllClicks(*ledger_, {.owner = owner});
        for (int i = 0; i < 5; ++i) {
            auto registration = AnyRegistration(choose, PolicyOf(NthId<BrandId>(1)), ever);
            registration.idempotency_key = registration.player_ref = "player-" + std::to_string(++players);
            ASSERT_TRUE(Ingest(owner, {registration}));
            const auto expected = AttributeNaively(registration, PolicyOf(registration.brand), left);
            const auto decided = PlayerCalled(*ledger_, owner, registration.player_ref).attribution;
            ASSERT_EQ(decided->method, expected.method) << registration.player_ref;
            ASSERT_EQ(decided->click, expected.click ? std::optional(expected.click->id) : std::nullopt);
        }
    }
    EXPECT_GT(metrics_.clicks_dropped.Value(), 10);
    EXPECT_GT(metrics_.blocks_archived.Value(), 10);
    ExpectVerified();
}

INSTANTIATE_TEST_SUITE_P(Engines, RetentionContract, testing::Values("Sqlite", "Postgres"),
                         [](const auto& engine) { return engine.param; });

}  // namespace
}  // namespace fairlead::ledger
