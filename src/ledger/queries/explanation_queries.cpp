#include "ledger/queries/explanation_queries.hpp"

#include <algorithm>
#include <iterator>

#include "domain/explanation/shared_versions.hpp"
#include "domain/statements/parents.hpp"
#include "ledger/clicks/click_search.hpp"
#include "ledger/commission/reversal_rows.hpp"
#include "ledger/queries/accrual_queries.hpp"
#include "ledger/queries/event_queries.hpp"
#include "ledger/queries/player_queries.hpp"
#include "ledger/record/event_rows.hpp"
#include "ledger/record/group_rows.hpp"
#include "ledger/record/plan_rows.hpp"
#include "ledger/sql/columns.hpp"
#include "ledger/sql/damaged_record.hpp"
#include "ledger/sql/in_order.hpp"

namespace fairlead::ledger {
namespace {

// A player that has not qualified usually has few events. If there are more pages than this, the rest is not read.
constexpr std::size_t kMinimumEventsAtOnce = 200;
constexpr int kMinimumEventPagesMax = 5;
// If a tier re-rates more accruals than fit on this many pages, the explanation lacks their sum.
constexpr int kReRatedPagesMax = 50;

constexpr Sql kState("SELECT commission FROM players WHERE operator_id = $1 AND player_id = $2");

// Reads the records that one accrual refers to.
class ExplanationReader {
public:
    ExplanationReader(Connection& connection, LedgerIndex& index, OperatorId owner)
        : connection_(connection), index_(index), owner_(owner) {}

    Result<app::Explanation> Read(AccrualId id) {
        auto accrual = TRY(ReadAccrual(connection_, owner_, id));
        found_.accrual = std::move(accrual);
        TRY(InOrder([&] { return AddDeal(); }, [&] { return AddPlayer(); }, [&] { return AddEvent(); },
                    [&] { return AddClick(); }, [&] { return AddChild(); }, [&] { return AddReRating(); },
                    [&] { return AddSharedVersions(); }, [&] { return AddReversal(); }));
        return std::move(found_);
    }

private:
    const commission::Accrual& accrual() const { return found_.accrual.accrual; }

    Status AddDeal() {
        const auto plan = TRY(ReadPlan(connection_, owner_));
        found_.zone = plan->zone();
        found_.calendar = plan->CalendarOf(accrual().affiliate);
        if (accrual().reason == commission::Reason::kFollowed && !accrual().source) {
            found_.followed = statements::FollowedPeriod(*plan, accrual());
        }
        const auto* deal = plan->FindDeal(accrual().deal);
        CheckReadable(deal != nullptr, "an accrual without its deal");
        found_.deal = *deal;
        if (found_.accrual.waits_from) {
            found_.rate =
                plan->RateOn(*found_.accrual.waits_from, accrual().amount.currency, Date::OfUtc(accrual().event_time));
        }
        return {};
    }

    Status AddPlayer() {
        if (!accrual().player) return {};
        auto history = TRY(ReadPlayerHistory(connection_, index_, owner_, *accrual().player));
        found_.player = std::move(history);
        return {};
    }

    Status AddEvent() {
        if (!accrual().event_seq) return {};
        const std::int64_t seq = *accrual().event_seq;
        auto events = TRY(ReadEvents(connection_, owner_, std::span(&seq, 1)));
        CheckReadable(!events.empty(), "an accrual without its event");
        ReadEventRow& read = events.front();
        found_.event = {.seq = read.seq,
                        .id = read.stored.id,
                        .recorded_at = read.recorded_at,
                        .player = read.player,
                        .event = std::move(read.stored.event),
                        .ngr_delta = read.ngr_delta};
        found_.ngr_delta = read.ngr_delta;
        if (found_.player && found_.player->player.attribution && found_.player->player.id == read.player) {
            found_.event->affiliate = found_.player->player.attribution->affiliate;
            found_.event->link = found_.player->player.attribution->link;
        }
        return {};
    }

    // Adds the click that won the first attribution of the player, if there is one.
    Status AddClick() {
        if (!found_.player || found_.player->decisions.empty()) return {};
        const auto& named = found_.player->decisions.front().click;
        if (!named) return {};
        auto clicks = TRY(ClickSearch({connection_, index_, owner_}).FindByIds(std::span(&named, 1)));
        found_.click = std::move(clicks.front());
        return {};
    }

    Status AddChild() {
        if (!found_.accrual.source) return {};
        auto child = TRY(ReadAccrual(connection_, owner_, *found_.accrual.source));
        found_.child = std::move(child);
        return {};
    }

    // Adds the sum of the accruals that this qualification re-rated for players that had qualified earlier.
    Status AddReRating() {
        const bool qualified = accrual().component == commission::Component::kCpa &&
                               accrual().reason == commission::Reason::kEarned && found_.event;
        const auto* version = found_.deal.Version(accrual().version);
        const bool whole =
            version != nullptr && version->terms.cpa && version->terms.cpa->tier_mode == commission::TierMode::kWhole;
        if (!qualified || !whole) return {};
        app::AccrualQuery query{.owner = owner_, .limit = app::kPlayerAccrualsMax};
        query.affiliate = accrual().affiliate;
        query.event = found_.event->id;
        query.component = commission::Component::kCpa;
        query.reason = commission::Reason::kReRated;
        commission::ReRating sum;
        for (int pages = 0; pages < kReRatedPagesMax; ++pages) {
            const auto page = TRY(ReadAccrualPage(connection_, index_, query));
            for (const app::AccrualRecord& record : page.items) sum.Add(record.accrual);
            query.before = page.more_after;
            if (query.before) continue;
            if (sum.players > 0) found_.re_rating = sum;
            return {};
        }
        return {};
    }

    Status AddSharedVersions() {
        const auto states = StatesOfEqualTerms(found_.deal, accrual(), found_.calendar, found_.zone);
        if (states.empty()) return {};
        const auto groups = TRY(ReadGroups(connection_, owner_, states));
        found_.shared_versions = SharingVersions(accrual(), states, groups);
        return {};
    }

    Status AddReversal() {
        if (accrual().reason != commission::Reason::kReversed || !accrual().reverses) return {};
        const auto row = TRY(FindReversal(connection_, owner_, *accrual().reverses));
        if (!row) return {};
        found_.reversal_reason = row->reason;
        found_.reversal_actor = row->actor;
        return {};
    }

    Connection& connection_;
    LedgerIndex& index_;
    OperatorId owner_;
    app::Explanation found_;
};

Status AddAccruals(Connection& connection, LedgerIndex& index, const app::AccrualQuery& query,
                   std::vector<app::AccrualRecord>& found) {
    auto page = TRY(ReadAccrualPage(connection, index, query));
    std::ranges::move(page.items, std::back_inserter(found));
    return {};
}

// Reads a page per component, so that many accruals of one component do not displace those of another.
Status AddPaid(Connection& connection, LedgerIndex& index, app::AccrualQuery query, app::PlayerStanding& standing) {
    query.status = app::AccrualStatus::kFinal;
    for (const auto component : {commission::Component::kCpa, commission::Component::kRevShare,
                                 commission::Component::kCpl, commission::Component::kTurnover}) {
        query.component = component;
        TRY(AddAccruals(connection, index, query, standing.paid));
    }
    return {};
}

bool IsOfMinimums(events::EventType type) {
    using events::EventType;
    return type == EventType::kFirstDeposit || type == EventType::kDeposit || type == EventType::kChargeback ||
           type == EventType::kWagerPlaced;
}

// Adds the events that the minimums of a CPA count. They are not needed for a player that has qualified.
Status AddEvents(Connection& connection, LedgerIndex& index, OperatorId owner, app::PlayerStanding& standing) {
    if (standing.state.cpa != commission::CpaStanding::kOpen) return {};
    std::int64_t left = 0;
    for (const auto& [type, total] : standing.history.player.totals) left += IsOfMinimums(type) ? total.count : 0;
    if (left > static_cast<std::int64_t>(app::kPlayerEventsMax)) {
        standing.events_complete = false;
        return {};
    }
    app::EventQuery query{.owner = owner, .limit = kMinimumEventsAtOnce, .player = standing.history.player.id};
    for (int pages = 0; left > 0 && pages < kMinimumEventPagesMax; ++pages) {
        auto page = TRY(ReadEventPage(connection, index, query));
        for (app::EventRecord& record : page.items) {
            if (!IsOfMinimums(record.event.type)) continue;
            standing.events.push_back(std::move(record));
            --left;
        }
        if (!page.more_after) break;
        query.before_seq = page.more_after;
    }
    standing.events_complete = left <= 0;
    return {};
}

// Adds the activity of the current period, if the player's deal looks at it.
Status AddActivity(Connection& connection, OperatorId owner, app::PlayerStanding& standing) {
    const auto& attribution = standing.history.player.attribution;
    const auto& deal = standing.state.deal;
    if (!deal || !attribution || !attribution->affiliate || !standing.plan->ActivityOf(*deal).any()) return {};
    const Period current = standing.plan->PeriodOf(*attribution->affiliate, Now());
    const auto key = commission::ActivityKey(*attribution->affiliate, current, *deal);
    const auto groups = TRY(ReadGroups(connection, owner, std::span(&key, 1)));
    standing.activity = groups.front().activity;
    return {};
}

}  // namespace

Result<app::Explanation> ReadExplanation(Connection& connection, LedgerIndex& index, OperatorId owner, AccrualId id) {
    return ExplanationReader(connection, index, owner).Read(id);
}

Result<app::PlayerStanding> ReadPlayerStanding(Connection& connection, LedgerIndex& index, OperatorId owner,
                                               PlayerId player) {
    auto history = TRY(ReadPlayerHistory(connection, index, owner, player));
    auto plan = TRY(ReadPlan(connection, owner));
    const auto state = TRY(connection.Query(kState, {Value::Of(owner), Value::Of(player)}));
    app::PlayerStanding standing{.history = std::move(history), .plan = std::move(plan)};
    if (!state.empty() && !state.IsNull(0)) {
        standing.state = commission::DecodePlayerState(state.Text(0)).value_or(commission::PlayerState());
    }
    app::AccrualQuery query{.owner = owner, .limit = app::kPlayerAccrualsMax, .player = player};
    query.status = app::AccrualStatus::kUnpriced;
    TRY(InOrder([&] { return AddAccruals(connection, index, query, standing.unpriced); },
                [&] { return AddPaid(connection, index, query, standing); },
                [&] { return AddEvents(connection, index, owner, standing); },
                [&] { return AddActivity(connection, owner, standing); }));
    return standing;
}

}  // namespace fairlead::ledger
