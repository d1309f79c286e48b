#include "app/tracking/visit_counts.hpp"

#include <chrono>
#include <utility>

#include "app/await.hpp"
#include "telemetry/run_guarded.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::app {
namespace {

constexpr std::int64_t kQuarterMicros = 15 * 60 * kMicrosPerSecond;
constexpr std::chrono::seconds kStoreEvery{2};

}  // namespace

void VisitCounts::Count(OperatorId owner, LinkId link, OnlyCounted why, Timestamp now) {
    const std::lock_guard lock(mutex_);
    OfOperator& own = operators_[owner];
    Key key{now.micros / kQuarterMicros, link};
    const bool is_full = own.waiting.size() + own.storing.size() >= kWaitingVisitSumsMax;
    if (is_full && !own.waiting.contains(key)) key.link = LinkId{};
    Counted& counted = own.waiting[key];
    ++(why == OnlyCounted::kBot ? counted.bots : counted.limited);
}

void VisitCounts::WhenStored(OperatorId owner, Then then) {
    std::unique_lock lock(mutex_);
    const auto found = operators_.find(owner);
    if (found == operators_.end() || (found->second.waiting.empty() && found->second.storing.empty())) {
        lock.unlock();
        return then();
    }
    OfOperator& own = found->second;
    (own.waiting.empty() ? own.after_storing : own.after_waiting).push_back(std::move(then));
    lock.unlock();
    Store(owner);
}

void VisitCounts::Store(OperatorId owner) {
    Counts counts;
    {
        const std::lock_guard lock(mutex_);
        OfOperator& own = operators_[owner];
        // While a call is under way, the counts wait. Finish calls Store again if somebody waits for them.
        if (own.waiting.empty() || !own.storing.empty()) return;
        own.storing = std::exchange(own.waiting, {});
        own.after_storing = std::exchange(own.after_waiting, {});
        counts = own.storing;
    }
    sums_.Add(owner, SumsOf(owner, counts), [this, owner](const Status& stored) { Finish(owner, stored); });
}

void VisitCounts::Finish(OperatorId owner, const Status& stored) {
    std::vector<Then> ready;
    bool is_awaited = false;
    {
        const std::lock_guard lock(mutex_);
        OfOperator& own = operators_[owner];
        const Counts counts = std::exchange(own.storing, {});
        ready = std::exchange(own.after_storing, {});
        if (stored) {
            is_awaited = !own.after_waiting.empty();
        } else {
            for (const auto& [key, counted] : counts) {
                own.waiting[key].bots += counted.bots;
                own.waiting[key].limited += counted.limited;
            }
            for (Then& then : std::exchange(own.after_waiting, {})) ready.push_back(std::move(then));
        }
    }
    for (Then& then : ready) then();
    if (is_awaited) Store(owner);
}

// Quarters of the same day become one sum.
std::vector<VisitSum> VisitCounts::SumsOf(OperatorId owner, const Counts& counts) const {
    std::map<std::pair<Date, LinkId>, Counted> days;
    for (const auto& [key, counted] : counts) {
        Counted& day = days[{day_of_(owner, Timestamp{key.quarter * kQuarterMicros}), key.link}];
        day.bots += counted.bots;
        day.limited += counted.limited;
    }
    std::vector<VisitSum> sums;
    for (const auto& [place, day] : days) sums.push_back({place.first, place.second, day.bots, day.limited});
    return sums;
}

std::vector<OperatorId> VisitCounts::Owners() {
    const std::lock_guard lock(mutex_);
    std::vector<OperatorId> owners;
    for (const auto& [owner, own] : operators_) {
        if (!own.waiting.empty()) owners.push_back(owner);
    }
    return owners;
}

void VisitCounts::Start() {
    thread_ = std::jthread([this](const std::stop_token& stop) { Run(stop); });
}

void VisitCounts::Run(const std::stop_token& stop) {
    telemetry::NameThisThread("visit-counts");
    while (!stop.stop_requested()) {
        telemetry::RunGuarded("visit-counts", [&] {
            for (const OperatorId owner : Owners()) Store(owner);
        });
        std::unique_lock lock(thread_mutex_);
        stopping_.wait_for(lock, stop, kStoreEvery, [] { return false; });
    }
}

void VisitCounts::Stop() {
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
    for (const auto& [owner, own] : operators_) {
        // The reason of a failure is in the log of the ledger.
        (void)Await<Status>(
            [&](auto done) { WhenStored(owner, [done = std::move(done)]() mutable { done(Status()); }); });
    }
    for (const OperatorId owner : Owners()) {
        telemetry::LogWarn("visits that were only counted are lost", {{"operator", owner.ToString()}});
    }
}

}  // namespace fairlead::app
