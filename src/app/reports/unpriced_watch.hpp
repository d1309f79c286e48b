#pragma once

#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "app/catalogue/catalogue.hpp"
#include "domain/reporting/report_table.hpp"

namespace fairlead::app {

// Together these metrics contain all amounts that reports show.
inline constexpr std::array<std::string_view, 6> kMoneyMetrics{
    "deposit_amount", "withdrawal_amount", "wager_amount", "chargeback_amount", "ngr", "total_reward"};

class ReportPool;
class RunReport;

// The money of the last 30 days that reports count as 0, because it has no exchange rate. It is computed in the
// background, so that no request waits for the analytics store. Safe from any thread. Reports and pool must outlive it.
class UnpricedWatch {
public:
    UnpricedWatch(RunReport& run_report, ReportPool& pool) : run_report_(run_report), pool_(pool) {}

    // The latest known sums. If this is called often, they are at most a few seconds old. Empty until they are computed
    // for the first time. Starts the next computation if it is due.
    std::optional<std::vector<reporting::UnpricedSum>> Latest(const std::shared_ptr<const OperatorEntry>& owner);

private:
    struct Known {
        std::optional<std::vector<reporting::UnpricedSum>> sums;
        std::int64_t asked_micros = 0;  // By the steady clock; 0: never.
    };

    void Compute(const std::shared_ptr<const OperatorEntry>& owner);

    RunReport& run_report_;
    ReportPool& pool_;
    std::mutex mutex_;
    std::map<OperatorId, Known> known_;
};

}  // namespace fairlead::app
