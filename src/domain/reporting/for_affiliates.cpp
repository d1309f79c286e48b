#include "domain/reporting/for_affiliates.hpp"

#include <algorithm>
#include <array>

namespace fairlead::reporting {
namespace {

constexpr std::array<std::string_view, 25> kGroupKeyNames{
    "date",    "hour",      "week",   "month", "brand",    "campaign",  "creative", "link", "source",
    "country", "geoTarget", "device", "os",    "browser",  "sub1",      "sub2",     "sub3", "sub4",
    "sub5",    "product",   "game",   "deal",  "currency", "eventType", "period"};

constexpr std::array<std::string_view, 30> kMetricNames{"banner_view_count",
                                                        "click_count",
                                                        "unique_click_count",
                                                        "ctr",
                                                        "registration_count",
                                                        "ftd_count",
                                                        "ftd_amount",
                                                        "qualified_count",
                                                        "deposit_count",
                                                        "deposit_amount",
                                                        "withdrawal_amount",
                                                        "wager_count",
                                                        "wager_amount",
                                                        "chargeback_count",
                                                        "chargeback_amount",
                                                        "ngr",
                                                        "cpa_reward",
                                                        "revshare_reward",
                                                        "cpl_reward",
                                                        "fixed_fee_reward",
                                                        "turnover_reward",
                                                        "sub_affiliate_reward",
                                                        "total_reward",
                                                        "click_to_registration",
                                                        "registration_to_ftd",
                                                        "click_to_ftd",
                                                        "epc",
                                                        "ecpa",
                                                        "player_value",
                                                        "active_player_count"};

}  // namespace

bool IsForAffiliates(const GroupKey& key) {
    return std::ranges::find(kGroupKeyNames, key.name) != kGroupKeyNames.end();
}
bool IsForAffiliates(const Metric& metric) {
    return std::ranges::find(kMetricNames, metric.name) != kMetricNames.end();
}

}  // namespace fairlead::reporting
