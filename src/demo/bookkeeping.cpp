#include "demo/bookkeeping.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "app/commission/adjust.hpp"
#include "app/commission/close_period.hpp"
#include "app/commission/resolve_rates.hpp"
#include "app/commission/step_statement.hpp"
#include "base/time/time_zone.hpp"
#include "demo/create_demo.hpp"

namespace fairlead::demo {
namespace {

constexpr int kClosingDay = 3;
constexpr int kPayingDay = 4;
constexpr std::size_t kStatementsAtOnce = 200;
// The affiliate whose statements are put on hold.
constexpr std::string_view kDoubtful = "ops@clickstorm.example";
constexpr std::string_view kWhyDoubtful = "Many clicks from few addresses. We are looking into the traffic.";

commission::DatedRate RateOf(Date date, std::string_view from, std::string_view to, double rate) {
    return {date, *Currency::Parse(from), *Currency::Parse(to), *ExchangeRate::Parse(fmt::format("{:.6f}", rate))};
}

int DayOfMonth(Date date) { return date.days - Period::Of(date).FirstDay().days + 1; }

}  // namespace

Bookkeeping::Bookkeeping(OperatorActions& actions, Dice& dice, Period first)
    : actions_(actions), dice_(dice), first_(first) {}

void Bookkeeping::EnterRates(Date date) {
    pound_ = std::clamp(pound_ * (1 + 0.004 * dice_.Normal()), 1.12, 1.23);
    krona_ = std::clamp(krona_ * (1 + 0.004 * dice_.Normal()), 0.082, 0.094);
    std::vector<commission::DatedRate> rates{RateOf(date, "GBP", "EUR", pound_), RateOf(date, "SEK", "EUR", krona_),
                                             RateOf(date, "EUR", "GBP", 1 / pound_),
                                             RateOf(date, "SEK", "GBP", krona_ / pound_)};
    const Status stored = Await<Status>([&](auto done) {
        app::StoreRates(actions_.parts().commission_store,
                        {.owner = actions_.owner(),
                         .rates = std::move(rates),
                         .actor = actions_.ActorOf(catalogue::UserRole::kManager)},
                        std::move(done));
    });
    if (!stored) throw Failure(stored.error().message);
}

void Bookkeeping::DoDay(Date date) {
    const Period last{Period::Of(date).number - 1};
    if (DayOfMonth(date) == kClosingDay && last >= first_) Close(last);
    if (DayOfMonth(date) == kPayingDay) Settle({last.number - 1}, date);
}

void Bookkeeping::CatchUp(Date date) {
    if (DayOfMonth(date) < kClosingDay) date.days -= kClosingDay;
    const Period current = Period::Of(date);
    for (Period period = first_; period < current; period = period.Next()) Close(period);
}

void Bookkeeping::Close(Period period) {
    const auto closed = Await<app::CloseOutcome>([&](auto done) {
        app::ClosePeriod(actions_.parts().commission_store, actions_.parts().commission_queries,
                         {.owner = actions_.owner(),
                          .period = period,
                          .affiliate = std::nullopt,
                          .actor = actions_.ActorOf(catalogue::UserRole::kManager),
                          .allow_unpriced = true,
                          .reason = "The rates of minor currencies follow"},
                         std::move(done));
    });
    // A month after an open month cannot be closed. It waits for an admin or a manager, as with a real operator.
    if (!closed || !closed->fresh) return;
    statements_ += static_cast<std::int64_t>(closed->statements.size());
    const auto entry = actions_.entry();
    const auto* doubtful = FindAffiliate(*entry, kDoubtful);
    bool approve = false;
    for (const app::StatementRecord& record : closed->statements) {
        if (record.status != app::StatementStatus::kClosed) continue;
        if (doubtful != nullptr && record.statement.affiliate == doubtful->id) {
            Step(record, app::StatementStep::kHold);
            continue;
        }
        // Half of the statements are approved when users first open the demo.
        approve = !approve;
        if (approve) Step(record, app::StatementStep::kApprove);
    }
}

void Bookkeeping::Settle(Period period, Date date) {
    for (const app::StatementRecord& record : StatementsOf(period)) {
        using app::StatementStatus;
        if (record.status == StatementStatus::kOnHold) continue;
        if (record.status == StatementStatus::kClosed) Step(record, app::StatementStep::kApprove);
        const bool payable = record.status == StatementStatus::kClosed || record.status == StatementStatus::kApproved;
        if (!payable || record.statement.payable.IsZero()) continue;
        Step(record, app::StatementStep::kPay,
             app::Payment{date, dice_.Chance(0.8) ? "SEPA transfer" : "Skrill",
                          fmt::format("BGG-{}-{:05}", period.ToString(), dice_.Below(100'000))});
    }
}

std::vector<app::StatementRecord> Bookkeeping::StatementsOf(Period period) const {
    app::StatementQuery query{.owner = actions_.owner(), .limit = kStatementsAtOnce, .period = period};
    std::vector<app::StatementRecord> all;
    do {
        auto page = OrFail(Await<app::StatementPage>(
            [&](auto done) { actions_.parts().commission_queries.ReadStatements(query, std::move(done)); }));
        std::ranges::move(page.items, std::back_inserter(all));
        query.after = page.more_after;
    } while (query.after);
    return all;
}

void Bookkeeping::Step(const app::StatementRecord& statement, app::StatementStep step,
                       std::optional<app::Payment> payment) {
    OrFail(Await<app::StatementRecord>([&](auto done) {
        // A manager may not record a payout.
        const auto role = payment ? catalogue::UserRole::kAdmin : catalogue::UserRole::kManager;
        app::StepStatement(actions_.parts().commission_store, actions_.parts().commission_queries,
                           {.owner = actions_.owner(),
                            .statement = statement.id,
                            .step = step,
                            .payment = payment,
                            .actor = actions_.ActorOf(role),
                            .key = std::nullopt,
                            .reason = step == app::StatementStep::kHold ? std::string(kWhyDoubtful) : std::string()},
                           std::move(done));
    }));
}

void Bookkeeping::Adjust(std::string_view affiliate_email, std::string_view amount, std::string_view currency,
                         std::string_view reason) {
    const auto entry = actions_.entry();
    const auto* affiliate = FindAffiliate(*entry, affiliate_email);
    if (affiliate == nullptr) return;
    OrFail(Await<app::AdjustmentRecord>([&](auto done) {
        app::Adjust(actions_.parts().commission_store, entry->records.self,
                    {actions_.owner(), affiliate->id, Money{*Decimal::Parse(amount), *Currency::Parse(currency)},
                     std::string(reason), actions_.ActorOf(catalogue::UserRole::kManager)},
                    std::move(done));
    }));
}

}  // namespace fairlead::demo
