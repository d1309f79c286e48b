#include "domain/reporting/metrics.hpp"

#include <algorithm>

namespace fairlead::reporting {
namespace {

using commission::Component;
using events::EventType;

constexpr KindList kClicks{FactKind::Click()};
constexpr KindList kRegistrations{FactKind::Of(EventType::kRegistration)};
constexpr KindList kFirstDeposits{FactKind::Of(EventType::kFirstDeposit)};
constexpr KindList kDeposits{FactKind::Of(EventType::kFirstDeposit), FactKind::Of(EventType::kDeposit)};
constexpr KindList kWithdrawals{FactKind::Of(EventType::kWithdrawal)};
constexpr KindList kWagers{FactKind::Of(EventType::kWagerPlaced)};
constexpr KindList kChargebacks{FactKind::Of(EventType::kChargeback)};
constexpr KindList kNgr{FactKind::Of(EventType::kNgrUpdate)};
constexpr KindList kActivity{FactKind::Of(EventType::kFirstDeposit), FactKind::Of(EventType::kDeposit),
                             FactKind::Of(EventType::kWagerPlaced), FactKind::Of(EventType::kWagerSettled),
                             FactKind::Of(EventType::kNgrUpdate)};
constexpr KindList kCpa{FactKind::Of(Component::kCpa)};
constexpr KindList kRewards{FactKind::Of(Component::kCpa),          FactKind::Of(Component::kRevShare),
                            FactKind::Of(Component::kCpl),          FactKind::Of(Component::kFixedMonthly),
                            FactKind::Of(Component::kSubAffiliate), FactKind::Of(Component::kTurnover)};

constexpr std::array kMetrics{
    Metric{"banner_view_count", "Impressions of banners", "sum of impressions", Count{{FactKind::Impression()}}},
    Metric{"click_count", "Clicks on tracking links, without bots and prefetches", "sum of counted clicks",
           Count{kClicks}, OpensAs::kClicks},
    Metric{"unique_click_count", "Different visitors that clicked, counted once per day and link",
           "distinct (address, agent, day, link) of counted clicks", Distinct{kClicks, Entity::kVisit}},
    Metric{"ctr", "Clicks per impression", "click_count / banner_view_count",
           Quotient{"click_count", "banner_view_count"}},
    Metric{"registration_count", "Players that registered", "sum of first registrations", Count{kRegistrations},
           OpensAs::kEvents},
    Metric{"ftd_count", "Players with a first deposit", "sum of first deposits", Count{kFirstDeposits},
           OpensAs::kEvents},
    Metric{"ftd_amount", "Amount of first deposits", "sum of amounts of first deposits", Amount{kFirstDeposits},
           OpensAs::kEvents},
    Metric{"qualified_count", "Players that qualified for CPA",
           "sum of qualifications; they move with a player that is given to another affiliate", Count{kCpa},
           OpensAs::kAccruals},
    Metric{"deposit_count", "Deposits, including first deposits", "sum of first_deposit and deposit events",
           Count{kDeposits}, OpensAs::kEvents},
    Metric{"deposit_amount", "Amount of deposits, including first deposits",
           "sum of amounts of first_deposit and deposit events", Amount{kDeposits}, OpensAs::kEvents},
    Metric{"withdrawal_amount", "Amount of withdrawals", "sum of amounts of withdrawal events", Amount{kWithdrawals},
           OpensAs::kEvents},
    Metric{"wager_count", "Wagers placed", "sum of wager_placed events", Count{kWagers}, OpensAs::kEvents},
    Metric{"wager_amount", "Amount of wagers", "sum of amounts of wager_placed events", Amount{kWagers},
           OpensAs::kEvents},
    Metric{"chargeback_count", "Chargebacks", "sum of chargeback events", Count{kChargebacks}, OpensAs::kEvents},
    Metric{"chargeback_amount", "Amount of chargebacks", "sum of amounts of chargeback events", Amount{kChargebacks},
           OpensAs::kEvents},
    Metric{"ngr", "Net gaming revenue", "sum of what ngr_update events add", Amount{kNgr}, OpensAs::kEvents},
    Metric{"cpa_reward", "CPA commission for qualified players", "sum of cpa accruals", Amount{kCpa},
           OpensAs::kAccruals},
    Metric{"revshare_reward", "Commission from revenue share", "sum of revShare accruals",
           Amount{{FactKind::Of(Component::kRevShare)}}, OpensAs::kAccruals},
    Metric{"cpl_reward", "CPL commission for registrations", "sum of cpl accruals",
           Amount{{FactKind::Of(Component::kCpl)}}, OpensAs::kAccruals},
    Metric{"fixed_fee_reward", "Fixed monthly fees", "sum of fixedMonthly accruals",
           Amount{{FactKind::Of(Component::kFixedMonthly)}}, OpensAs::kAccruals},
    Metric{"turnover_reward", "Commission from wagers", "sum of turnover accruals",
           Amount{{FactKind::Of(Component::kTurnover)}}, OpensAs::kAccruals},
    Metric{"sub_affiliate_reward", "Commission from sub-affiliates", "sum of subAffiliate accruals",
           Amount{{FactKind::Of(Component::kSubAffiliate)}}, OpensAs::kAccruals},
    Metric{"total_reward", "All commission, including fixed fees, without carry-over, waivers and adjustments",
           "sum of all accruals", Amount{kRewards}, OpensAs::kAccruals},
    Metric{"click_to_registration", "Registrations per click", "registration_count / click_count",
           Quotient{"registration_count", "click_count"}},
    Metric{"registration_to_ftd", "First deposits per registration", "ftd_count / registration_count",
           Quotient{"ftd_count", "registration_count"}},
    Metric{"click_to_ftd", "First deposits per click", "ftd_count / click_count", Quotient{"ftd_count", "click_count"}},
    Metric{"epc", "Commission per click", "total_reward / click_count", Quotient{"total_reward", "click_count"}},
    Metric{"ecpa", "Commission per first deposit", "total_reward / ftd_count", Quotient{"total_reward", "ftd_count"}},
    Metric{"player_value", "Net gaming revenue per first deposit", "ngr / ftd_count", Quotient{"ngr", "ftd_count"}},
    Metric{"profit", "Net gaming revenue less commission", "ngr - total_reward", Difference{"ngr", "total_reward"}},
    Metric{"active_player_count", "Players with a deposit, a wager or net gaming revenue",
           "distinct players of first_deposit, deposit, wager_placed, wager_settled and ngr_update events",
           Distinct{kActivity, Entity::kPlayer}},
};

}  // namespace

bool Metric::IsMoney() const {
    if (std::holds_alternative<Amount>(computation) || std::holds_alternative<Difference>(computation)) return true;
    const auto* quotient = std::get_if<Quotient>(&computation);
    return quotient != nullptr && FindMetric(quotient->numerator)->IsMoney();
}

std::span<const Metric> Metrics() { return kMetrics; }

const Metric* FindMetric(std::string_view name) {
    const auto found = std::ranges::find(kMetrics, name, &Metric::name);
    return found == kMetrics.end() ? nullptr : &*found;
}

}  // namespace fairlead::reporting
