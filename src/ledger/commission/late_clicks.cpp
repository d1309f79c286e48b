#include "ledger/commission/late_clicks.hpp"

#include "domain/attribution/attribute.hpp"
#include "ledger/clicks/click_search.hpp"
#include "ledger/commission/reassigning.hpp"
#include "ledger/record/attribution_rows.hpp"
#include "ledger/record/change_rows.hpp"

namespace fairlead::ledger {
namespace {

constexpr std::int64_t kWaitingAtOnce = 500;
// A click that does not arrive within this time is lost.
constexpr std::int64_t kWaitMicrosMax = 90 * kMicrosPerDay;

struct ArrivedClick {
    WaitingRegistration registration;
    tracking::Click click;
};

struct ArrivedPage {
    std::vector<ArrivedClick> arrived;
    std::optional<WaitingRegistration> more_after;
};

// Clicks that never come must not hide those that have come, so all pages are read.
Result<ArrivedPage> FindArrived(Connection& connection, LedgerIndex& index, OperatorId owner, const VisitRange& visits,
                                const std::optional<WaitingRegistration>& after) {
    ArrivedPage page;
    const auto waiting = TRY(ReadWaiting(connection, owner, visits, after, kWaitingAtOnce));
    if (waiting.empty()) return page;
    std::vector<std::optional<ClickId>> ids;
    for (const WaitingRegistration& one : waiting) ids.emplace_back(one.click);
    auto clicks = TRY(ClickSearch({connection, index, owner}).FindByIds(ids));
    for (std::size_t i = 0; i < waiting.size(); ++i) {
        if (clicks[i]) page.arrived.push_back({waiting[i], std::move(*clicks[i])});
    }
    if (std::ssize(waiting) == kWaitingAtOnce) page.more_after = waiting.back();
    return page;
}

// The affiliates that were suspended when the registration was recorded, at least the click's. If that is not known,
// those that are suspended now.
Result<std::unordered_set<AffiliateId>> SuspendedThen(OperatorTransaction& transaction, const ArrivedClick& arrived) {
    const auto& last_change = arrived.registration.last_change;
    if (!last_change || *last_change == transaction.moment.last_change) return transaction.cache.plan().suspended();
    const AffiliateId affiliate = arrived.click.origin.affiliate;
    const bool suspended = TRY(WasSuspended(transaction.connection, transaction.moment.owner, affiliate, *last_change));
    return suspended ? std::unordered_set{affiliate} : std::unordered_set<AffiliateId>();
}

Status AttributeArrived(LockedOperator& locked, OperatorId owner, const ArrivedClick& arrived) {
    Connection& connection = locked.transaction().connection;
    const PlayerId player = arrived.registration.player;
    const auto decisions = TRY(ReadAttributions(connection, owner, player));
    TRY(DeleteWaiting(connection, owner, player));
    if (decisions.size() != 1) return {};
    const auto suspended = TRY(SuspendedThen(locked.transaction(), arrived));
    if (attribution::OutcomeOfNamed(arrived.click, suspended) != attribution::Outcome::kWon) return {};
    return Reassign(locked, {.owner = owner,
                             .player = player,
                             .origin = arrived.click.origin,
                             .actor = "service",
                             .reason = "the click that the registration named was recorded after it",
                             .click = arrived.click.id});
}

}  // namespace

bool LateClicks::IsChecked(OperatorId owner) {
    const std::lock_guard lock(mutex_);
    return checked_.contains(owner);
}

Status LateClicks::Attribute(Connection& connection, LedgerIndex& index, OperatorId owner, const VisitRange& visits) {
    const bool checked = IsChecked(owner);
    {
        const std::lock_guard lock(mutex_);
        checked_.erase(owner);
    }
    if (!checked) {
        TRY(InTransaction(connection, [&](Connection& open) -> Status {
            const auto now = TRY(ReadClock(open));
            return DeleteWaitingBefore(open, owner, Timestamp{now.micros - kWaitMicrosMax});
        }));
    }
    std::optional<WaitingRegistration> after;
    do {
        const auto page = TRY(InReadingTransaction(connection, [&](Connection& open) {
            return FindArrived(open, index, owner, checked ? visits : VisitRange(), after);
        }));
        for (const ArrivedClick& one : page.arrived) {
            TRY(InOperatorTransaction(connection, index, caches_, owner, [&](LockedOperator& locked) -> Status {
                return AttributeArrived(locked, owner, one);
            }));
        }
        after = page.more_after;
    } while (after);
    const std::lock_guard lock(mutex_);
    checked_.insert(owner);
    return {};
}

}  // namespace fairlead::ledger
