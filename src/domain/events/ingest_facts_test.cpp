#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <tuple>

#include <gtest/gtest.h>

#include "domain/ingest/ingest.hpp"
#include "domain/tracking/any_click_test.hpp"

// The facts of events, in whatever order and batches the events arrive.

namespace fairlead::events {
namespace {

using facts::EventFact;
using facts::Standing;
using tracking::NthId;
using tracking::SeededChoice;

const OperatorId kFactsOwner = NthId<OperatorId>(1);

// The click of the n-th affiliate, from Malta.
tracking::Click ClickOf(std::uint64_t affiliate) {
    tracking::Click click;
    click.id = tracking::MakeClickId({Timestamp{1000}, static_cast<std::uint32_t>(affiliate), 0});
    click.country = "MT";
    click.origin.affiliate = NthId<AffiliateId>(affiliate);
    return click;
}

std::string OriginOf(std::uint64_t affiliate) { return EncodeOrigin(ClickOf(affiliate).origin); }

// A minimal ledger: the state between batches.
class Record {
public:
    // Decides one batch, stores the result, and returns its facts.
    std::vector<EventFact> Take(const std::vector<Event>& batch) {
        std::deque<SubmittedEvent> submitted;
        std::vector<const SubmittedEvent*> pointers;
        std::vector<std::optional<StoredEvent>> earlier;
        std::vector<const StoredPlayer*> players;
        std::vector<std::optional<RegistrationContext>> registrations;
        for (const Event& event : batch) {
            submitted.push_back({event, DigestKey(kFactsOwner, event.idempotency_key)});
            pointers.push_back(&submitted.back());
            const auto stored = events_.find(event.idempotency_key);
            earlier.push_back(stored == events_.end() ? std::nullopt : std::optional(stored->second));
            const auto known = players_.find({event.brand, event.player_ref});
            players.push_back(known == players_.end() ? nullptr : &known->second);
            registrations.push_back(ContextOf(event, players.back()));
        }
        facts::FactBlock block;
        const IdSource ids{[&] { return NthId<EventId>(++made_); }, [&] { return NthId<PlayerId>(++made_); }};
        const auto outcome = DecideIngest({pointers, earlier, players, registrations}, ids);
        AddFacts(outcome, [](const PaidEvent&) { return NthId<DealId>(7); }, block);
        Keep(batch, outcome);
        return FactsOf(block);
    }

    // The operator's reference of a player.
    std::string NameOf(PlayerId id) const {
        for (const auto& [name, player] : players_) {
            if (player.id == id) return name.second;
        }
        return "nobody";
    }

private:
    std::optional<RegistrationContext> ContextOf(const Event& event, const StoredPlayer* player) const {
        if (event.type != EventType::kRegistration || (player && player->milestones.registered)) return std::nullopt;
        RegistrationContext context;
        if (!event.click_id.empty()) context.named = ClickOf(std::stoull(event.click_id));
        if (player) context.waiting = events_of_.at(player->id);
        return context;
    }

    void Keep(const std::vector<Event>& batch, const IngestOutcome& outcome) {
        for (const auto& touched : outcome.players) {
            const Event& event = batch[touched.index];
            players_[{event.brand, event.player_ref}] = touched.player;
        }
        std::set<std::size_t> repeated;
        for (const auto& each : outcome.repeated) repeated.insert(each.accepted_index);
        for (std::size_t i = 0; i < outcome.accepted.size(); ++i) {
            const auto& [index, id, player] = outcome.accepted[i];
            events_[batch[index].idempotency_key] = {id, batch[index]};
            events_of_[player].push_back({.event = batch[index], .repeated = repeated.contains(i)});
        }
    }

    // Facts have views of the bytes of their block, so the bytes are stored.
    std::vector<EventFact> FactsOf(const facts::FactBlock& block) {
        const std::string& bytes = blocks_.emplace_back(block.Bytes());
        std::vector<EventFact> facts;
        EXPECT_TRUE(
            facts::ReadBlock(bytes, Timestamp{1}, {.event = [&](const EventFact& fact) { facts.push_back(fact); }}));
        return facts;
    }

    std::map<std::string, StoredEvent> events_;
    std::map<std::pair<BrandId, std::string>, StoredPlayer> players_;
    std::map<PlayerId, std::vector<WaitingEvent>> events_of_;
    std::deque<std::string> blocks_;
    std::uint64_t made_ = 0;
};

Event EventOf(EventType type, const std::string& key, std::int64_t time = 0) {
    return {
        .type = type, .time = Timestamp{time}, .brand = NthId<BrandId>(1), .player_ref = "ann", .idempotency_key = key};
}

Event MoneyOf(EventType type, const std::string& key, const std::string& amount, std::int64_t time = 0) {
    Event event = EventOf(type, key, time);
    event.money = Money{*Decimal::Parse(amount), *Currency::Parse("EUR")};
    return event;
}

Event Registration(const std::string& key, const std::string& affiliate) {
    Event event = EventOf(EventType::kRegistration, key);
    event.click_id = affiliate;
    return event;
}

// One line per fact: type, weight, amount, standing, country.
std::string DescribeFacts(const std::vector<EventFact>& facts) {
    constexpr std::array<std::string_view, facts::kStandings> kStandingNames{"unregistered", "organic", "attributed"};
    std::string text;
    for (const EventFact& fact : facts) {
        text += std::string(Name(fact.type)) + " " + std::to_string(fact.weight);
        if (fact.money) text += " " + fact.money->amount.ToString();
        text += " " + std::string(kStandingNames[static_cast<std::size_t>(fact.standing)]);
        if (!fact.country.empty()) text += " " + std::string(fact.country);
        text += '\n';
    }
    return text;
}

TEST(FactsOfIngestion, AnEventBeforeTheRegistrationCountsAsUnregistered) {
    Record record;
    EXPECT_EQ(DescribeFacts(record.Take({MoneyOf(EventType::kDeposit, "d", "50")})), "deposit 1 50 unregistered\n");
}

TEST(FactsOfIngestion, TheRegistrationMovesWaitingEventsWithCorrections) {
    Record record;
    Event deposit = MoneyOf(EventType::kDeposit, "d", "50");
    deposit.country = "DE";
    record.Take({deposit});
    const auto facts = record.Take({Registration("r", "7")});
    EXPECT_EQ(DescribeFacts(facts),
              "deposit -1 -50 unregistered DE\n"
              "deposit 1 50 attributed MT\n"
              "registration 1 attributed MT\n");
    EXPECT_EQ(facts[0].origin, "");
    EXPECT_EQ(facts[1].origin, OriginOf(7));
    EXPECT_EQ(facts[2].origin, OriginOf(7));
}

TEST(FactsOfIngestion, WaitingEventsAreMovedInTheOrderOfTheirTimes) {
    Record record;
    record.Take({MoneyOf(EventType::kDeposit, "third", "3", 30), MoneyOf(EventType::kDeposit, "first", "1", 10)});
    const auto facts =
        record.Take({MoneyOf(EventType::kDeposit, "second", "2", 20), EventOf(EventType::kRegistration, "r", 40)});
    EXPECT_EQ(DescribeFacts(facts),
              "deposit 1 2 unregistered\n"
              "deposit -1 -1 unregistered\ndeposit 1 1 organic\n"
              "deposit -1 -2 unregistered\ndeposit 1 2 organic\n"
              "deposit -1 -3 unregistered\ndeposit 1 3 organic\n"
              "registration 1 organic\n");
}

TEST(FactsOfIngestion, LaterEventsHaveTheOriginOfTheClickThatBroughtThePlayer) {
    Record record;
    record.Take({Registration("r", "7")});
    const auto facts = record.Take({MoneyOf(EventType::kNgrUpdate, "n", "-12.5")});
    EXPECT_EQ(DescribeFacts(facts), "ngr_update 1 -12.5 attributed MT\n");
    EXPECT_EQ(facts[0].origin, OriginOf(7));
}

TEST(FactsOfIngestion, TheCountryOfTheRegistrationReplacesTheCountryOfTheClick) {
    Record record;
    Event registration = Registration("r", "7");
    registration.country = "SE";
    EXPECT_EQ(DescribeFacts(record.Take({registration, MoneyOf(EventType::kDeposit, "d", "1")})),
              "registration 1 attributed SE\ndeposit 1 1 attributed SE\n");
}

TEST(FactsOfIngestion, ARepeatedMilestoneHasNoWeightAndNoAmount) {
    Record record;
    record.Take({Registration("r", "7"), MoneyOf(EventType::kFirstDeposit, "f", "20")});
    const auto facts = record.Take({Registration("again", "8"), MoneyOf(EventType::kFirstDeposit, "f again", "30")});
    EXPECT_EQ(DescribeFacts(facts), "registration 0 attributed MT\nfirst_deposit 0 attributed MT\n");
    EXPECT_EQ(facts[0].origin, OriginOf(7));
}

TEST(FactsOfIngestion, ARepeatedFirstDepositThatWaitedStaysWithoutWeight) {
    Record record;
    record.Take({MoneyOf(EventType::kFirstDeposit, "f", "20", 2), MoneyOf(EventType::kFirstDeposit, "g", "30", 1)});
    EXPECT_EQ(DescribeFacts(record.Take({Registration("r", "7")})),
              "first_deposit 0 unregistered\nfirst_deposit 0 attributed MT\n"
              "first_deposit -1 -20 unregistered\nfirst_deposit 1 20 attributed MT\n"
              "registration 1 attributed MT\n");
}

TEST(FactsOfIngestion, ADuplicateHasNoFact) {
    Record record;
    record.Take({MoneyOf(EventType::kDeposit, "d", "50")});
    EXPECT_TRUE(record.Take({MoneyOf(EventType::kDeposit, "d", "50")}).empty());
    EXPECT_EQ(record.Take({MoneyOf(EventType::kDeposit, "e", "1"), MoneyOf(EventType::kDeposit, "e", "1")}).size(), 1U);
}

// The sums of facts in each cell of a report. Cells with a sum of zero are left out.
using ReportCell = std::tuple<BrandId, std::string, Standing, std::string, std::string, EventType>;
struct Sum {
    std::int64_t weight = 0;
    Decimal amount;
    bool operator==(const Sum&) const = default;
};
using Sums = std::map<ReportCell, Sum>;

void DropNothing(Sums& sums) {
    std::erase_if(sums, [](const auto& entry) { return entry.second == Sum(); });
}

// The same sums, computed directly from the events: each key once, each milestone once, with the player's final
// standing.
Sums AddUpNaively(const std::vector<Event>& all) {
    std::map<std::pair<BrandId, std::string>, std::vector<const Event*>> events_of;
    std::set<std::string> keys;
    for (const Event& event : all) {
        if (keys.insert(event.idempotency_key).second) events_of[{event.brand, event.player_ref}].push_back(&event);
    }
    Sums sums;
    for (const auto& [player, events] : events_of) {
        const auto registration = std::ranges::find(events, EventType::kRegistration, &Event::type);
        const bool registered = registration != events.end();
        const std::string affiliate = registered ? (*registration)->click_id : "";
        const Standing standing = !registered         ? Standing::kUnregistered
                                  : affiliate.empty() ? Standing::kOrganic
                                                      : Standing::kAttributed;
        std::set<EventType> reached;
        for (const Event* event : events) {
            const bool milestone = event->type == EventType::kRegistration || event->type == EventType::kFirstDeposit;
            if (milestone && !reached.insert(event->type).second) continue;
            std::string country = registered ? (*registration)->country : event->country;
            if (country.empty() && standing == Standing::kAttributed) country = "MT";
            const std::string origin = affiliate.empty() ? "" : OriginOf(std::stoull(affiliate));
            Sum& sum = sums[{player.first, player.second, standing, origin, country, event->type}];
            ++sum.weight;
            if (event->money) sum.amount += event->money->amount;
        }
    }
    return sums;
}

std::vector<Event> AnyEvents(SeededChoice& choose) {
    constexpr std::array kTypes{EventType::kRegistration, EventType::kFirstDeposit, EventType::kDeposit,
                                EventType::kNgrUpdate};
    constexpr std::array<std::string_view, 3> kAmounts{"0", "12.34567891", "-7"};
    std::vector<Event> events;
    for (std::uint64_t n = choose(30); n > 0; --n) {
        Event event =
            EventOf(kTypes[choose(kTypes.size())], std::to_string(choose(40)), static_cast<std::int64_t>(choose(5)));
        event.brand = NthId<BrandId>(1 + choose(2));
        event.player_ref = choose(2) == 0 ? "ann" : "bob";
        event.country = tracking::kAnyCountries[choose(3)];
        if (event.type == EventType::kRegistration) {
            if (choose(3) != 0) event.click_id = std::to_string(1 + choose(2));
        } else {
            event.money = Money{*Decimal::Parse(kAmounts[choose(3)]), *Currency::Parse("EUR")};
        }
        events.push_back(std::move(event));
    }
    return events;
}

TEST(FactsOfIngestion, TheSumsOfFactsDoNotDependOnTheBatches) {
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        SeededChoice choose(seed);
        const auto all = AnyEvents(choose);
        Record record;
        std::vector<EventFact> facts;
        for (std::size_t begin = 0; begin < all.size();) {
            const auto end = std::min(all.size(), begin + 1 + choose(8));
            const std::vector batch(all.begin() + static_cast<std::ptrdiff_t>(begin),
                                    all.begin() + static_cast<std::ptrdiff_t>(end));
            const auto more = record.Take(batch);
            facts.insert(facts.end(), more.begin(), more.end());
            begin = end;
        }
        Sums sums;
        for (const EventFact& fact : facts) {
            Sum& sum = sums[{fact.brand, record.NameOf(fact.player), fact.standing, std::string(fact.origin),
                             std::string(fact.country), fact.type}];
            sum.weight += fact.weight;
            if (fact.money) sum.amount += fact.money->amount;
        }
        DropNothing(sums);
        ASSERT_EQ(sums, AddUpNaively(all)) << "seed " << seed;
    }
}

}  // namespace
}  // namespace fairlead::events
