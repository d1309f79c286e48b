#include "domain/ingest/ingest.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <map>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace fairlead::events {
namespace {

const OperatorId kOwner = OperatorId::Parse("0190a0b0-c0d0-7e0f-8a1b-2c3d4e5f6071").value();

// The n-th id of its type.
template <class SomeId>
SomeId Nth(std::uint8_t n) {
    SomeId id;
    id.uuid.bytes.back() = n;
    return id;
}

const BrandId kBrand = Nth<BrandId>(1);
const BrandId kOtherBrand = Nth<BrandId>(2);

Event MakeEvent(std::string key, EventType type = EventType::kDeposit, std::string player = "ann") {
    return {.type = type, .brand = kBrand, .player_ref = std::move(player), .idempotency_key = std::move(key)};
}

// A batch and what the ledger knows about it. New events get the ids 1, 2, …, and new players 101, 102, ….
class Batch {
public:
    Batch& Add(Event event) {
        const KeyDigest digest = DigestKey(kOwner, event.idempotency_key);
        submitted_.push_back({std::move(event), digest});
        earlier_.emplace_back();
        players_.emplace_back();
        return *this;
    }
    // These concern the event that was added last.
    Batch& Invalid() {
        submitted_.back().is_valid = false;
        return *this;
    }
    Batch& KnownAs(StoredEvent stored) {
        earlier_.back() = std::move(stored);
        return *this;
    }
    Batch& OfPlayer(const StoredPlayer& player) {
        players_.back() = player;
        return *this;
    }

    IngestOutcome Decide() const {
        std::vector<const SubmittedEvent*> batch;
        for (const auto& event : submitted_) batch.push_back(&event);
        std::uint8_t events = 0;
        std::uint8_t players = 100;
        // There are no clicks.
        const std::vector<std::optional<RegistrationContext>> registrations(batch.size(), RegistrationContext{});
        std::vector<const StoredPlayer*> known;
        for (const auto& player : players_) known.push_back(player ? &*player : nullptr);
        return DecideIngest({batch, earlier_, known, registrations},
                            {[&] { return Nth<EventId>(++events); }, [&] { return Nth<PlayerId>(++players); }});
    }

    const Event& event(std::size_t i) const { return submitted_[i].event; }
    const std::optional<StoredEvent>& earlier(std::size_t i) const { return earlier_[i]; }
    const std::optional<StoredPlayer>& player(std::size_t i) const { return players_[i]; }
    std::size_t size() const { return submitted_.size(); }

private:
    std::deque<SubmittedEvent> submitted_;
    std::vector<std::optional<StoredEvent>> earlier_;
    std::vector<std::optional<StoredPlayer>> players_;
};

constexpr std::array<std::string_view, 3> kStatusNames{"accepted", "duplicate", "refused"};

// An outcome as text, one line per decision, so that two outcomes can be compared and printed.
std::string DescribeOutcome(const IngestOutcome& outcome) {
    std::string text;
    const auto line = [&text](std::string_view what, const auto&... parts) {
        text += what;
        ((text += " " + parts), ...);
        text += '\n';
    };
    const auto nth = [](const auto& id) { return std::to_string(id.uuid.bytes.back()); };
    const auto milestone = [](Milestone m) {
        return std::string(m == Milestone::kRegistration ? "registration" : "deposit");
    };
    for (const auto& r : outcome.receipts) line(kStatusNames.at(static_cast<std::size_t>(r.status)), nth(r.event_id));
    for (const auto& a : outcome.accepted) line("event", std::to_string(a.index), nth(a.id), nth(a.player));
    for (const auto& p : outcome.players) {
        if (p.is_new) line("player", nth(p.player.id), std::to_string(p.index));
    }
    for (const auto& r : outcome.registrations) line("registered", nth(r.player), std::to_string(r.accepted_index));
    for (const auto& p : outcome.players) {
        if (p.first_deposit) line("deposited", nth(p.player.id), std::to_string(*p.first_deposit));
    }
    for (const auto& r : outcome.repeated)
        line("repeated", nth(r.player), milestone(r.milestone), std::to_string(r.accepted_index));
    for (const auto& d : outcome.differing) line("differing", nth(d.first), std::to_string(d.index));
    return text;
}

TEST(Ingest, AnEmptyBatchChangesNothing) { EXPECT_EQ(DescribeOutcome(Batch().Decide()), ""); }

TEST(Ingest, ANewEventIsAcceptedAndCreatesItsPlayer) {
    EXPECT_EQ(DescribeOutcome(Batch().Add(MakeEvent("a")).Decide()),
              "accepted 1\n"
              "event 0 1 101\n"
              "player 101 0\n");
}

TEST(Ingest, TheFirstUseOfAKeyInABatchIsAcceptedAndLaterOnesAreItsDuplicates) {
    EXPECT_EQ(DescribeOutcome(
                  Batch().Add(MakeEvent("a")).Add(MakeEvent("b")).Add(MakeEvent("a")).Add(MakeEvent("a")).Decide()),
              "accepted 1\naccepted 2\nduplicate 1\nduplicate 1\n"
              "event 0 1 101\nevent 1 2 101\n"
              "player 101 0\n");
}

TEST(Ingest, AKeyOnceUsedReturnsItsFirstEventAndStoresNothing) {
    EXPECT_EQ(DescribeOutcome(Batch().Add(MakeEvent("a")).KnownAs({Nth<EventId>(50), MakeEvent("a")}).Decide()),
              "duplicate 50\n");
}

TEST(Ingest, AnInvalidEventWithAKnownKeyIsADuplicate) {
    Batch batch;
    batch.Add(MakeEvent("a")).Invalid().KnownAs({Nth<EventId>(50), MakeEvent("a")});
    batch.Add(MakeEvent("b")).Invalid().KnownAs({Nth<EventId>(51), MakeEvent("b", EventType::kBonus)});
    EXPECT_EQ(DescribeOutcome(batch.Decide()), "duplicate 50\nduplicate 51\ndiffering 51 1\n");
}

TEST(Ingest, AnInvalidEventWithANewKeyIsRefusedAndDoesNotUseTheKey) {
    Batch batch;
    batch.Add(MakeEvent("a", EventType::kRegistration)).Invalid();
    batch.Add(MakeEvent("a"));
    batch.Add(MakeEvent("a")).Invalid();
    EXPECT_EQ(DescribeOutcome(batch.Decide()),
              "refused 0\naccepted 1\nduplicate 1\n"
              "event 1 1 101\n"
              "player 101 1\n");
}

TEST(Ingest, ADuplicateWithOtherContentGetsTheSameReceiptAndIsListed) {
    Event changed = MakeEvent("a");
    changed.country = "DE";
    Batch batch;
    batch.Add(MakeEvent("a")).KnownAs({Nth<EventId>(50), changed});
    batch.Add(MakeEvent("b")).Add(MakeEvent("b", EventType::kBonus)).Add(MakeEvent("b"));
    EXPECT_EQ(DescribeOutcome(batch.Decide()),
              "duplicate 50\naccepted 1\nduplicate 1\nduplicate 1\n"
              "event 1 1 101\n"
              "player 101 1\n"
              "differing 50 0\ndiffering 1 2\n");
}

TEST(Ingest, AnyMemberThatDiffersIsADifference) {
    const Event first = MakeEvent("a");
    const auto differs = [&](auto change) {
        Event second = first;
        change(second);
        return Batch().Add(second).KnownAs({Nth<EventId>(50), first}).Decide().differing.size() == 1;
    };
    EXPECT_FALSE(differs([](Event&) {}));
    EXPECT_TRUE(differs([](Event& e) { e.type = EventType::kBonus; }));
    EXPECT_TRUE(differs([](Event& e) { e.time.micros = 1; }));
    EXPECT_TRUE(differs([](Event& e) { e.brand = kOtherBrand; }));
    EXPECT_TRUE(differs([](Event& e) { e.player_ref = "bob"; }));
    EXPECT_TRUE(differs([](Event& e) { e.money = Money{Decimal(), Currency::Parse("EUR").value()}; }));
    EXPECT_TRUE(differs([](Event& e) { e.click_id = "c"; }));
    EXPECT_TRUE(differs([](Event& e) { e.country = "DE"; }));
    EXPECT_TRUE(differs([](Event& e) { e.product = "p"; }));
    EXPECT_TRUE(differs([](Event& e) { e.game = "g"; }));
    EXPECT_TRUE(differs([](Event& e) { e.user_agent = "u"; }));
    EXPECT_TRUE(differs([](Event& e) { e.ip_hash = "h"; }));
    EXPECT_TRUE(differs([](Event& e) { e.unknown_members = "{}"; }));
}

TEST(Ingest, APlayerIsABrandAndAReferenceAndIsCreatedOncePerBatch) {
    Event elsewhere = MakeEvent("c");
    elsewhere.brand = kOtherBrand;
    Batch batch;
    batch.Add(MakeEvent("a")).Add(MakeEvent("b")).Add(elsewhere).Add(MakeEvent("d", EventType::kDeposit, "bob"));
    EXPECT_EQ(DescribeOutcome(batch.Decide()),
              "accepted 1\naccepted 2\naccepted 3\naccepted 4\n"
              "event 0 1 101\nevent 1 2 101\nevent 2 3 102\nevent 3 4 103\n"
              "player 101 0\nplayer 102 2\nplayer 103 3\n");
}

TEST(Ingest, AKnownPlayerIsNotCreatedAgain) {
    EXPECT_EQ(DescribeOutcome(Batch().Add(MakeEvent("a")).OfPlayer({Nth<PlayerId>(9), {}}).Decide()),
              "accepted 1\nevent 0 1 9\n");
}

TEST(Ingest, ADuplicateCreatesNoPlayer) {
    Batch batch;
    batch.Add(MakeEvent("a", EventType::kRegistration, "ann")).Add(MakeEvent("a", EventType::kRegistration, "bob"));
    EXPECT_EQ(DescribeOutcome(batch.Decide()),
              "accepted 1\nduplicate 1\n"
              "event 0 1 101\n"
              "player 101 0\n"
              "registered 101 0\n"
              "differing 1 1\n");
}

TEST(Ingest, ASecondRegistrationIsAnEventThatChangesNothing) {
    Batch batch;
    batch.Add(MakeEvent("a", EventType::kRegistration)).Add(MakeEvent("b", EventType::kRegistration));
    EXPECT_EQ(DescribeOutcome(batch.Decide()),
              "accepted 1\naccepted 2\n"
              "event 0 1 101\nevent 1 2 101\n"
              "player 101 0\n"
              "registered 101 0\n"
              "repeated 101 registration 1\n");
}

TEST(Ingest, ASecondFirstDepositOfAKnownPlayerIsAnomalous) {
    const StoredPlayer depositor{Nth<PlayerId>(9), {.registered = false, .deposited = true}};
    Batch batch;
    batch.Add(MakeEvent("a", EventType::kFirstDeposit)).OfPlayer(depositor);
    batch.Add(MakeEvent("b", EventType::kRegistration)).OfPlayer(depositor);
    batch.Add(MakeEvent("c", EventType::kFirstDeposit)).OfPlayer(depositor);
    EXPECT_EQ(DescribeOutcome(batch.Decide()),
              "accepted 1\naccepted 2\naccepted 3\n"
              "event 0 1 9\nevent 1 2 9\nevent 2 3 9\n"
              "registered 9 1\n"
              "repeated 9 deposit 0\nrepeated 9 deposit 2\n");
}

TEST(Ingest, ADepositIsNotAFirstDeposit) {
    const auto outcome = Batch().Add(MakeEvent("a")).Add(MakeEvent("b", EventType::kFirstDeposit)).Decide();
    ASSERT_EQ(outcome.players.size(), 1U);
    EXPECT_EQ(outcome.players[0].first_deposit, 1U);
    EXPECT_TRUE(outcome.registrations.empty());
    EXPECT_TRUE(outcome.repeated.empty());
}

// The rules without digests, hash tables or indexes: one event after the other, with a linear search through all
// earlier ones.
IngestOutcome DecideNaively(const Batch& batch) {
    IngestOutcome outcome;
    std::map<std::pair<BrandId, std::string>, std::size_t> players;  // Index into the players of the outcome.
    for (std::size_t i = 0; i < batch.size(); ++i) {
        const Event& event = batch.event(i);
        std::optional<StoredEvent> first = batch.earlier(i);
        for (const auto& accepted : outcome.accepted) {
            const Event& before = batch.event(accepted.index);
            if (!first && before.idempotency_key == event.idempotency_key) first = StoredEvent{accepted.id, before};
        }
        if (first) {
            outcome.receipts.push_back({first->id, ReceiptStatus::kDuplicate});
            if (!(first->event == event)) outcome.differing.push_back({first->id, i});
            continue;
        }
        const std::pair name(event.brand, event.player_ref);
        if (!players.contains(name)) {
            const auto made = std::ranges::count(outcome.players, true, &TouchedPlayer::is_new);
            players[name] = outcome.players.size();
            outcome.players.push_back({.index = i,
                                       .is_new = !batch.player(i),
                                       .player = batch.player(i).value_or(
                                           StoredPlayer{Nth<PlayerId>(static_cast<std::uint8_t>(101 + made)), {}})});
        }
        TouchedPlayer& touched = outcome.players[players[name]];
        StoredPlayer& player = touched.player;
        const std::size_t index = outcome.accepted.size();
        const auto id = Nth<EventId>(static_cast<std::uint8_t>(index + 1));
        outcome.accepted.push_back({i, id, player.id});
        outcome.receipts.push_back({id, ReceiptStatus::kAccepted});
        const bool registers = event.type == EventType::kRegistration;
        if (!registers && event.type != EventType::kFirstDeposit) continue;
        const Milestone milestone = registers ? Milestone::kRegistration : Milestone::kFirstDeposit;
        bool& already = registers ? player.milestones.registered : player.milestones.deposited;
        if (already) outcome.repeated.push_back({player.id, milestone, index});
        if (!already && registers) outcome.registrations.push_back({player.id, index, {}});
        if (!already && !registers) touched.first_deposit = index;
        already = true;
    }
    return outcome;
}

// Few keys, players and contents, so that they are often equal.
rc::Gen<Event> AnyEvent() {
    return rc::gen::map(
        rc::gen::tuple(rc::gen::element<std::string>("a", "b", "c", "d", "e", "f", "g", "h"),
                       rc::gen::element(EventType::kRegistration, EventType::kFirstDeposit, EventType::kDeposit),
                       rc::gen::element<std::string>("ann", "bob", "cy"), rc::gen::element(kBrand, kOtherBrand),
                       rc::gen::element<std::string>("", "DE")),
        [](const auto& parts) {
            const auto& [key, type, player, brand, country] = parts;
            Event event = MakeEvent(key, type, player);
            event.brand = brand;
            event.country = country;
            return event;
        });
}

RC_GTEST_PROP(Ingest, AnyBatchIsDecidedByTheRules, ()) {
    // The ledger returns the same for every event with the same key or player.
    std::map<std::string, StoredEvent> stored;
    for (const Event& event : *rc::gen::container<std::vector<Event>>(AnyEvent())) {
        if (*rc::gen::inRange(0, 3) != 0) continue;
        stored.try_emplace(event.idempotency_key, Nth<EventId>(static_cast<std::uint8_t>(200 + stored.size())), event);
    }
    std::map<std::pair<BrandId, std::string>, std::optional<StoredPlayer>> known;
    Batch batch;
    for (const Event& event : *rc::gen::container<std::vector<Event>>(AnyEvent())) {
        const auto [player, is_new] = known.try_emplace({event.brand, event.player_ref});
        if (is_new && *rc::gen::arbitrary<bool>()) {
            const PlayerMilestones milestones{*rc::gen::arbitrary<bool>(), *rc::gen::arbitrary<bool>()};
            player->second = StoredPlayer{Nth<PlayerId>(static_cast<std::uint8_t>(known.size())), milestones};
        }
        batch.Add(event);
        if (player->second) batch.OfPlayer(*player->second);
        if (stored.contains(event.idempotency_key)) batch.KnownAs(stored.at(event.idempotency_key));
    }
    RC_ASSERT(DescribeOutcome(batch.Decide()) == DescribeOutcome(DecideNaively(batch)));
}

}  // namespace
}  // namespace fairlead::events
