// The cost of commission alone: the engine on a mix of events, and encoding and hashing its accruals. Everything is in
// memory and warm, as in a writer that has seen its players before.
#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>

#include "domain/commission/engine.hpp"
#include "ledger/record/commit_record.hpp"

namespace fairlead::commission {
namespace {

using events::EventType;

constexpr std::size_t kAffiliates = 1'000;
constexpr std::size_t kParents = 50;  // The first affiliates. Every fifth of the others has one of them as parent.
constexpr std::size_t kPlayers = 100'000;
constexpr std::size_t kBatches = 5'000;
constexpr std::size_t kBatch = 100;

Decimal D(std::string_view text) { return *Decimal::Parse(text); }
const Currency kEur = *Currency::Parse("EUR");
const Currency kUsd = *Currency::Parse("USD");
const Timestamp kMonth = *Timestamp::ParseIso8601("2026-03-01T00:00:00Z");

// Scattered like real ids, and the same in every run.
template <class IdType>
IdType MakeId(std::mt19937_64& chance) {
    IdType id;
    std::ranges::generate(id.uuid.bytes, [&] { return static_cast<std::uint8_t>(chance()); });
    return id;
}

Terms RevShareWithTiers() {
    return {.rev_share = RevShareTerms{.rate = D("25"),
                                       .tiers = {{D("10000"), D("30")}, {D("50000"), D("35")}},
                                       .admin_fee_percent = D("10")}};
}

Terms Hybrid() {
    Terms terms = RevShareWithTiers();
    terms.cpa = CpaTerms{.amount = D("100"),
                         .amount_by_country = {{"DE", D("120")}},
                         .min_first_deposit = D("20"),
                         .qualify_within_days = 30,
                         .tiers = {{11, D("130")}}};
    return terms;
}

Terms ForParents() {
    Terms terms = RevShareWithTiers();
    terms.sub_affiliate = SubAffiliateTerms{D("5")};
    return terms;
}

struct Step {
    std::size_t player;
    PlayerEvent event;
};

// An operator in the middle of its month.
class World {
public:
    World() {
        plan_.Apply(OperatorChanged{.time_zone_name = "Europe/Malta", .time_zone = *TimeZone::Load("Europe/Malta")});
        AddRates();
        AddAffiliates();
        AddPlayers();
    }

    // Runs a batch as the ledger does: one engine, and the accruals of each event are taken at once.
    void Run(std::span<const Step> batch, std::vector<Accrual>& made) {
        const std::size_t before = made.size();
        CommissionEngine engine(plan_, groups_, last_accrual_, 0);
        for (const Step& step : batch) {
            benchmark::DoNotOptimize(engine.OnEvent(players_[step.player], states_[step.player], step.event));
            for (UnpricedAccrual& unpriced : engine.TakeUnpriced()) benchmark::DoNotOptimize(unpriced);
            for (Accrual& accrual : engine.TakeAccruals()) made.push_back(std::move(accrual));
        }
        last_accrual_ += static_cast<std::int64_t>(made.size() - before);
        benchmark::DoNotOptimize(groups_.TakeChanges());
    }

private:
    DealId AddDeal(Terms terms) {
        const Deal deal{.id = MakeId<DealId>(chance_), .name = "Deal"};
        plan_.Apply(DealChanged{deal});
        plan_.Apply(DealVersionAdded{deal.id, {.terms = std::move(terms)}});
        return deal.id;
    }

    void AddRates() {
        const Date first = Date::OfUtc(kMonth);
        for (int day = 0; day < 31; ++day) {
            const auto rate = *ExchangeRate::Parse("0.91" + std::to_string(10 + day));
            plan_.Apply(RateSet{{Date{first.days + day}, kUsd, kEur, rate}});
        }
    }

    // Every fourth affiliate has a hybrid deal, the others have RevShare.
    void AddAffiliates() {
        const DealId share = AddDeal(RevShareWithTiers());
        const DealId hybrid = AddDeal(Hybrid());
        const DealId parents = AddDeal(ForParents());
        for (std::size_t i = 0; i < kAffiliates; ++i) {
            affiliates_.push_back(MakeId<AffiliateId>(chance_));
            AffiliateChanged change{.affiliate = affiliates_.back(), .deals = {i % 4 == 0 ? hybrid : share}};
            if (i < kParents) change.deals = {parents};
            if (i >= kParents && i % 5 == 0) change.parent = affiliates_[i / 5 % kParents];
            plan_.Apply(change);
        }
    }

    void AddPlayers() {
        const auto brand = MakeId<BrandId>(chance_);
        states_.resize(kPlayers);
        std::vector<Accrual> made;
        for (std::size_t i = 0; i < kPlayers; ++i) {
            players_.push_back({.id = MakeId<PlayerId>(chance_),
                                .brand = brand,
                                .country = i % 3 == 0 ? "DE" : "SE",
                                .affiliate = affiliates_[chance_() % kAffiliates],
                                .registered_at = kMonth});
            Run(std::vector{Step{i, {.type = EventType::kRegistration, .time = kMonth}}}, made);
        }
    }

    std::mt19937_64 chance_{1};
    Plan plan_;
    GroupStates groups_;
    std::vector<AffiliateId> affiliates_;
    std::vector<Player> players_;
    std::vector<PlayerState> states_;
    std::int64_t last_accrual_ = 0;
};

// 70 of a hundred events are ngr_updates, 20 deposits, 7 first deposits and 3 chargebacks. Every tenth is in USD.
class Mix {
public:
    std::vector<Step> Next(std::size_t count) {
        std::vector<Step> steps(count);
        std::ranges::generate(steps, [&] { return NextStep(); });
        return steps;
    }

private:
    Step NextStep() {
        const EventType type = NextType();
        const std::size_t player =
            type == EventType::kFirstDeposit ? first_deposits_++ * 7 % kPlayers : chance_() % kPlayers;
        const auto cents = static_cast<std::int64_t>(chance_() % 20'000) - (type == EventType::kNgrUpdate ? 7'000 : -1);
        const Currency currency = chance_() % 10 == 0 ? kUsd : kEur;
        const auto time = static_cast<std::int64_t>(chance_() % 30 * static_cast<std::uint64_t>(kMicrosPerDay));
        return {player,
                {.seq = ++seq_,
                 .type = type,
                 .time = {kMonth.micros + time},
                 .money = Money{Decimal::FromUnits(Decimal::Units{cents} * 1'000'000), currency}}};
    }

    EventType NextType() {
        const auto dice = chance_() % 100;
        if (dice < 7 && first_deposits_ < kPlayers) return EventType::kFirstDeposit;
        if (dice < 27) return EventType::kDeposit;
        return dice < 30 ? EventType::kChargeback : EventType::kNgrUpdate;
    }

    std::mt19937_64 chance_{2};
    std::int64_t seq_ = 0;
    std::size_t first_deposits_ = 0;
};

// A world that has processed half of the mix, and the other half.
struct Warm {
    Warm() {
        Mix mix;
        world.Run(mix.Next(kBatches * kBatch), accruals);
        for (std::size_t i = 0; i < kBatches; ++i) batches.push_back(mix.Next(kBatch));
    }

    World world;
    std::vector<Accrual> accruals;
    std::vector<std::vector<Step>> batches;
};

const Warm& WarmWorld() {
    static const Warm kWarm;
    return kWarm;
}

void CountItems(benchmark::State& state, std::size_t per_iteration) {
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(per_iteration));
}

void Events(benchmark::State& state) {
    const Warm& warm = WarmWorld();
    World world = warm.world;
    std::vector<Accrual> made;
    std::size_t next = 0;
    std::int64_t accruals = 0;
    for ([[maybe_unused]] auto _ : state) {
        if (next == warm.batches.size()) {
            state.PauseTiming();
            world = warm.world;
            next = 0;
            state.ResumeTiming();
        }
        made.clear();
        world.Run(warm.batches[next++], made);
        accruals += static_cast<std::int64_t>(made.size());
    }
    CountItems(state, kBatch);
    state.counters["accruals"] =
        static_cast<double>(accruals) / static_cast<double>(state.iterations()) / static_cast<double>(kBatch);
}
BENCHMARK(Events);

// Passes the accruals to `use` one after the other.
template <class Use>
void EachAccrual(benchmark::State& state, Use use) {
    const auto& accruals = WarmWorld().accruals;
    std::size_t next = 0;
    for ([[maybe_unused]] auto _ : state) {
        use(accruals[next]);
        if (++next == accruals.size()) next = 0;
    }
    CountItems(state, 1);
}

// The inputs of the decision, as its row stores them.
void EncodeAccrual(benchmark::State& state) {
    EachAccrual(state, [](const Accrual& accrual) { benchmark::DoNotOptimize(EncodeSeen(accrual)); });
}
BENCHMARK(EncodeAccrual);

// Encodes the accrual and adds it to the hash of its commit.
void HashAccrual(benchmark::State& state) {
    ledger::CommitRecord record;
    EachAccrual(state, [&](const Accrual& accrual) { record.AddAccrual(accrual); });
    benchmark::DoNotOptimize(record.Hash({}, 1, kMonth));
}
BENCHMARK(HashAccrual);

}  // namespace
}  // namespace fairlead::commission

BENCHMARK_MAIN();
