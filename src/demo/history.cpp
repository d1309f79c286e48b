#include "demo/history.hpp"

#include <algorithm>
#include <array>
#include <iostream>

#include <fmt/format.h>

#include "app/commission/reassign_player.hpp"
#include "base/time/set_clock.hpp"
#include "demo/create_demo.hpp"

namespace fairlead::demo {
namespace {

constexpr std::int64_t kMinute = 60 * kMicrosPerSecond;
// The start of the working day, after midnight UTC.
constexpr std::int64_t kWorkBegins = 8 * 60 * kMinute;

// How much time is recorded in one step. Older times have longer steps.
struct Grain {
    std::int64_t age_micros;
    std::int64_t stretch_micros;
};
constexpr std::array kGrains{Grain{2 * kMicrosPerDay, 7 * kMinute}, Grain{8 * kMicrosPerDay, 30 * kMinute},
                             Grain{INT64_MAX, 100 * kMinute}};

std::int64_t GrainAt(std::int64_t age_micros) {
    return std::ranges::find_if(kGrains, [&](const Grain& grain) { return age_micros <= grain.age_micros; })
        ->stretch_micros;
}

constexpr double kOrganicADay = 4.5;
// In the live phase, clicks come faster than usual at first. Per click, this many planned actions of players come
// early.
constexpr double kHastenShare = 0.4;
constexpr int kDaysToAdopt = 45;
constexpr std::size_t kPlayersAtOnce = 200;

// The smallest id of players who registered at or after this moment.
PlayerId FirstPlayerSince(Timestamp time) {
    return {Uuid::FromHalves(static_cast<std::uint64_t>(time.micros / 1000) << 16, 0)};
}

}  // namespace

History::History(OperatorActions& actions, Span span, std::uint64_t seed)
    : actions_(actions),
      span_(span),
      dice_(seed),
      traffic_(actions, dice_),
      players_(actions, dice_),
      bookkeeping_(actions, dice_, Period::Of(span.first_day)) {
    traffic_.ReadCatalogue();
    players_.ReadCatalogue();
}

void History::Resume(Timestamp now) {
    day_ = WorkDayAt(now);
    bookkeeping_.CatchUp(Date::OfUtc(now));
    app::PlayerQuery query{.owner = actions_.owner(),
                           .limit = kPlayersAtOnce,
                           .after = FirstPlayerSince(Timestamp{now.micros - kDaysToAdopt * kMicrosPerDay})};
    while (true) {
        const auto page = OrFail(
            Await<app::PlayerPage>([&](auto done) { actions_.parts().records.ReadPlayers(query, std::move(done)); }));
        for (const app::PlayerRecord& record : page.items) players_.AddReturning(record, now);
        if (!page.more_after) break;
        query.after = page.more_after;
    }
}

bool History::Run(Timestamp from, Timestamp to, const std::function<bool()>& stopped) {
    for (Timestamp at = from; at < to;) {
        if (stopped()) return false;
        const auto usual = static_cast<double>(GrainAt(to.micros - at.micros));
        const auto length = static_cast<std::int64_t>(usual * dice_.Between(0.75, 1.25));
        const Timestamp end = std::min(to, Timestamp{at.micros + length});
        SetClock(end);
        BeginDays(end);
        Record({.from = at, .to = end, .day = DayAt(at), .days = span_.days});
        PrintProgress(at, from, to);
        at = end;
    }
    return true;
}

void History::Live(Timestamp from, Timestamp to, double clicks_per_second) {
    BeginDays(to);
    Interval interval{.from = from, .to = to, .day = DayAt(from), .days = span_.days};
    const double seconds = static_cast<double>(to.micros - from.micros) / kMicrosPerSecond;
    const double usual = traffic_.ExpectedClicks(interval);
    if (usual > 0) interval.pace = std::max(1.0, clicks_per_second * seconds / usual);
    if (dice_.Chance(clicks_per_second * seconds * kHastenShare)) players_.HastenNext(to);
    Record(interval);
}

void History::BeginDays(Timestamp now) {
    constexpr int kMonday = 4;  // 1970-01-05 was a Monday.
    const int today = WorkDayAt(now);
    while (day_ < today) {
        ++day_;
        const Date date{span_.first_day.days + day_};
        if (day_ == 0 || date.days % 7 == kMonday) bookkeeping_.EnterRates(date);
        Change(day_);
        Correct(day_);
        bookkeeping_.DoDay(date);
    }
}

int History::WorkDayAt(Timestamp time) const { return DayAt(Timestamp{time.micros - kWorkBegins}); }

void History::Change(int day) {
    bool joined = false;
    for (const Affiliate& affiliate : Affiliates()) {
        if (day == DayOf(affiliate.joined_day, span_.days)) {
            Join(actions_, affiliate);
            joined = true;
        }
        if (affiliate.suspended_day && day == DayOf(*affiliate.suspended_day, span_.days)) Suspend(actions_, affiliate);
    }
    for (const Deal& deal : Deals()) {
        for (std::size_t i = 1; i < deal.versions.size(); ++i) {
            if (day == DayOf(deal.versions[i].day, span_.days)) Revise(actions_, deal, deal.versions[i]);
        }
    }
    if (joined) traffic_.ReadCatalogue();
}

// The manual work of the operator's users.
void History::Correct(int day) {
    const auto is = [&](int wanted) { return day == DayOf(wanted, span_.days); };
    if (is(50)) bookkeeping_.Adjust("lena@nordlicht.example", "250", "EUR", "Christmas newsletter placement");
    if (is(130)) bookkeeping_.Adjust("partners@betcompass.example", "-120", "GBP", "Double payment in February");
    if (is(260)) bookkeeping_.Adjust("editor@spinacademy.example", "400", "EUR", "Review of the live casino");
    if (is(-7)) bookkeeping_.Adjust("booking@streamhaus.example", "150", "EUR", "Stream on the opening night");
    if (is(140)) Reassign();
    if (is(90) || is(-9) || is(-2)) players_.PlanWrongFirstDeposit(Affiliates().front(), Now());
}

// A player of one affiliate is reassigned to another.
void History::Reassign() {
    const auto entry = actions_.entry();
    const auto* winner = FindAffiliate(*entry, "lena@nordlicht.example");
    const std::string ref = players_.LatestDepositor(Affiliates()[2]);
    if (winner == nullptr || ref.empty()) return;
    app::PlayerQuery query{.owner = actions_.owner(), .limit = 1, .external_ref = ref};
    const auto page = OrFail(
        Await<app::PlayerPage>([&](auto done) { actions_.parts().records.ReadPlayers(query, std::move(done)); }));
    if (page.items.empty()) return;
    const auto* link =
        FindIn(entry->records.links, [&](const catalogue::Link& one) { return one.affiliate == winner->id; });
    auto reassignment =
        app::PlanReassignment(*entry, {.player = page.items.front().id,
                                       .affiliate = winner->id,
                                       .link = link == nullptr ? std::nullopt : std::optional(link->id),
                                       .actor = actions_.ActorOf(catalogue::UserRole::kManager),
                                       .reason = "The player came by the newsletter, as its voucher shows"});
    if (!reassignment) throw Failure(reassignment.error().front().message);
    OrFail(Await<app::PlayerHistory>([&](auto done) {
        app::ReassignPlayer(actions_.parts().commission_store, actions_.parts().records, std::move(*reassignment),
                            std::move(done));
    }));
}

void History::Record(const Interval& interval) {
    app::VisitGathering gathering;
    gathering.batch.owner = actions_.owner();
    const auto visitors = traffic_.AddVisits(interval, gathering);
    const double part = static_cast<double>(interval.to.micros - interval.from.micros) / kMicrosPerDay;
    for (int left = dice_.Poisson(kOrganicADay * part * interval.pace); left > 0; --left)
        players_.AddOrganic(interval.to);
    const auto events = players_.Due(interval.to);
    const auto receipt = actions_.TrackAndSend(std::move(gathering.batch), events);
    for (const Visitor& visitor : visitors) {
        const ClickId click = app::ClickIdOf(receipt, visitor.click, visitor.random);
        players_.AddVisitor(visitor, click, interval.to);
    }
}

void History::PrintProgress(Timestamp at, Timestamp from, Timestamp to) {
    const Period period = Period::Of(Date::OfUtc(at));
    if (period == printed_) return;
    printed_ = period;
    const auto percent = 100 * (at.micros - from.micros) / std::max<std::int64_t>(1, to.micros - from.micros);
    std::cerr << fmt::format("demo: {} ({} %): {} clicks, {} impressions, {} registrations, {} events, {} statements\n",
                             period.ToString(), percent, traffic_.clicks(), traffic_.impressions(),
                             players_.registrations(), players_.events(), bookkeeping_.statements());
}

}  // namespace fairlead::demo
