#pragma once

#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "app/await.hpp"
#include "app/ports/intake.hpp"
#include "app/ports/ledger.hpp"
#include "app/ports/record_queries.hpp"
#include "domain/tracking/any_click_test.hpp"
#include "ledger/record/fact_block_rows.hpp"

namespace fairlead::ledger {

// Records clicks and sets their ids and times.
inline Result<app::TrackReceipt> Track(app::Ledger& ledger, OperatorId owner, std::span<tracking::Click> clicks,
                                       facts::ImpressionCounts impressions = {}) {
    app::TrackedBatch batch{
        .owner = owner, .clicks = tracking::SegmentOf(clicks), .impressions = std::move(impressions)};
    for (const tracking::Click& click : clicks) {
        if (!click.IsCounted()) continue;
        const auto terms = tracking::ClickTerms(tracking::BrandTerm(owner, click.brand), click.address_hash,
                                                click.agent_digest, click.country);
        batch.click_terms.insert(batch.click_terms.end(), terms.begin(), terms.end());
    }
    const auto receipt =
        app::Await<app::TrackReceipt>([&](auto done) { ledger.intake().Track(std::move(batch), std::move(done)); });
    if (!receipt) return receipt;
    std::uint32_t index = receipt->first_click;
    for (tracking::Click& click : clicks) {
        const auto place = tracking::PlaceOf(click.id);
        click.time = receipt->recorded_at;
        click.id = tracking::MakeClickId({receipt->recorded_at, index++, place ? place->random : 0});
    }
    return receipt;
}

// A counted click of the n-th affiliate, with a unique random part in its id.
inline tracking::Click ClickOf(BrandId brand, std::uint64_t affiliate) {
    tracking::Click click;
    click.id = tracking::MakeClickId({.random = 1000 + affiliate});
    click.brand = brand;
    click.address_hash = tracking::NthAddress(0);
    click.origin.affiliate = tracking::NthId<AffiliateId>(affiliate);
    click.origin.link = tracking::NthId<LinkId>(affiliate);
    return click;
}

// All entries of a list, page by page, including repeated ones.
template <class Item, class Cursor, class Query, class Read>
std::vector<Item> WalkPages(Query query, std::optional<Cursor> Query::* cursor, Read read) {
    std::vector<Item> all;
    while (true) {
        auto page = read(query);
        EXPECT_TRUE(page);
        if (!page) return all;
        EXPECT_LE(page->items.size(), query.limit);
        all.insert(all.end(), page->items.begin(), page->items.end());
        if (!page->more_after) return all;
        query.*cursor = page->more_after;
    }
}

inline std::vector<tracking::Click> AllClicks(app::Ledger& ledger, app::ClickQuery query) {
    return WalkPages<tracking::Click, ClickId>(query, &app::ClickQuery::before, [&](const app::ClickQuery& each) {
        return app::Await<app::ClickPage>([&](auto done) { ledger.records().ReadClicks(each, {}, std::move(done)); });
    });
}

inline std::vector<app::EventRecord> AllEvents(app::Ledger& ledger, app::EventQuery query) {
    return WalkPages<app::EventRecord, std::int64_t>(
        std::move(query), &app::EventQuery::before_seq, [&](const app::EventQuery& each) {
            return app::Await<app::EventPage>(
                [&](auto done) { ledger.records().ReadEvents(each, {}, std::move(done)); });
        });
}

inline std::vector<app::PlayerRecord> AllPlayers(app::Ledger& ledger, app::PlayerQuery query) {
    return WalkPages<app::PlayerRecord, PlayerId>(
        std::move(query), &app::PlayerQuery::after, [&](const app::PlayerQuery& each) {
            return app::Await<app::PlayerPage>([&](auto done) { ledger.records().ReadPlayers(each, std::move(done)); });
        });
}

inline app::PlayerRecord PlayerCalled(app::Ledger& ledger, OperatorId owner, const std::string& external_ref) {
    const auto players = AllPlayers(ledger, {.owner = owner, .external_ref = external_ref});
    EXPECT_EQ(players.size(), 1U) << external_ref;
    return players.empty() ? app::PlayerRecord() : players.front();
}

// The sums of all facts of an operator's events by standing, affiliate and type.
struct FactSum {
    std::int64_t weight = 0;
    Decimal amount;
    bool operator==(const FactSum&) const = default;
};
using FactPlace = std::tuple<facts::Standing, AffiliateId, events::EventType>;
using FactSums = std::map<FactPlace, FactSum>;

inline FactSums SumFacts(Connection& connection, OperatorId owner) {
    FactSums sums;
    const auto blocks = ReadBlocksAfter(connection, owner, Timestamp{0}, 100'000);
    EXPECT_TRUE(blocks);
    for (const StoredBlock& block : *blocks) {
        const bool whole =
            facts::ReadBlock(block.bytes, block.recorded_at, {.event = [&](const facts::EventFact& fact) {
                                 ByteReader reader(fact.origin);
                                 const auto affiliate = tracking::ReadOrigin(reader).affiliate;
                                 FactSum& sum = sums[{fact.standing, affiliate, fact.type}];
                                 sum.weight += fact.weight;
                                 if (fact.money) sum.amount += fact.money->amount;
                             }});
        EXPECT_TRUE(whole);
    }
    std::erase_if(sums, [](const auto& entry) { return entry.second == FactSum(); });
    return sums;
}

}  // namespace fairlead::ledger
