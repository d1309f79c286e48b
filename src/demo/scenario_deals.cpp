#include "demo/scenario.hpp"

namespace fairlead::demo {
namespace {

// Affiliates refer to deals by their index in this list.
const std::vector<Deal> kDeals{
    // 0
    {.name = "Standard RevShare",
     .binding = "registration",
     .is_default = true,
     .brand = {},
     .countries = {},
     .versions = {{0, R"({"currency": "EUR", "revShare": {"rate": "25", "adminFeePercent": "10"}})"},
                  {200, R"({"currency": "EUR", "revShare": {"rate": "28", "adminFeePercent": "10"}})"}}},
    // 1
    {.name = "Premium Hybrid",
     .binding = "registration",
     .brand = {},
     .countries = {},
     .versions = {{0, R"({"currency": "EUR",
                      "cpa": {"amount": "60", "minFirstDeposit": "20", "qualifyWithinDays": 30,
                              "tiers": [{"from": 21, "amount": "75"}, {"from": 61, "amount": "90"}],
                              "tierMode": "marginal"},
                      "revShare": {"rate": "20", "adminFeePercent": "10",
                                   "tiers": [{"from": "10000", "rate": "25"}, {"from": "30000", "rate": "30"}]}})"},
                  {150, R"({"currency": "EUR",
                        "cpa": {"amount": "70", "minFirstDeposit": "20", "qualifyWithinDays": 30,
                                "tiers": [{"from": 31, "amount": "85"}, {"from": 91, "amount": "100"}],
                                "tierMode": "marginal"},
                        "revShare": {"rate": "20", "adminFeePercent": "10",
                                     "tiers": [{"from": "15000", "rate": "25"}, {"from": "40000", "rate": "30"}]}})"},
                  {270, R"({"currency": "EUR",
                        "cpa": {"amount": "70", "amountByCountry": {"FI": "95", "SE": "90"}, "minFirstDeposit": "25",
                                "qualifyWithinDays": 30,
                                "tiers": [{"from": 31, "amount": "85"}, {"from": 91, "amount": "100"}],
                                "tierMode": "marginal"},
                        "revShare": {"rate": "22", "adminFeePercent": "10",
                                     "tiers": [{"from": "15000", "rate": "26"}, {"from": "40000", "rate": "32"}]}})"}}},
    // 2
    {.name = "UK RevShare tiered",
     .binding = "event",
     .brand = {},
     .countries = {},
     .versions = {{0, R"({"currency": "GBP",
                              "revShare": {"rate": "25", "adminFeePercent": "15", "tierMode": "whole",
                                           "tiers": [{"from": "5000", "rate": "30"}, {"from": "20000", "rate": "35"}],
                                           "negativeCarryover": false}})"}}},
    // 3
    {.name = "CPA Nordics",
     .binding = "registration",
     .brand = {},
     .countries = {"SE", "FI", "NO", "DK"},
     .versions = {{0, R"({"currency": "EUR",
                              "cpa": {"amount": "110", "amountByCountry": {"FI": "140"}, "minFirstDeposit": "25",
                                      "minWagered": "50", "qualifyWithinDays": 45,
                                      "tiers": [{"from": 16, "amount": "125"}], "tierMode": "whole"}})"},
                  {120, R"({"currency": "EUR",
                                "cpa": {"amount": "95", "amountByCountry": {"FI": "120"}, "minFirstDeposit": "25",
                                        "minWagered": "50", "qualifyWithinDays": 45,
                                        "tiers": [{"from": 16, "amount": "110"}], "tierMode": "whole"}})"}}},
    // 4
    {.name = "Content RevShare",
     .binding = "registration",
     .brand = {},
     .countries = {},
     .versions = {{0, R"({"currency": "EUR",
                              "revShare": {"rate": "35", "adminFeePercent": "10", "tierMode": "marginal",
                                           "tiers": [{"from": "8000", "rate": "40"}, {"from": "25000", "rate": "45"}],
                                           "durationMonths": 24}})"}}},
    // 5
    {.name = "Lead campaign",
     .binding = "registration",
     .brand = {},
     .countries = {},
     .versions = {{0, R"({"currency": "EUR", "cpl": {"amount": "3.5"}})"}}},
    // 6
    {.name = "Alpine network",
     .binding = "registration",
     .brand = {},
     .countries = {},
     .versions = {{0, R"({"currency": "EUR", "revShare": {"rate": "30", "adminFeePercent": "10"},
                              "subAffiliate": {"percentOfCommission": "5"}})"},
                  {180, R"({"currency": "EUR", "revShare": {"rate": "30", "adminFeePercent": "10"},
                                "subAffiliate": {"percentOfCommission": "7.5"}})"}}},
    // 7
    {.name = "CPA Benelux capped",
     .binding = "registration",
     .brand = {},
     .countries = {},
     .versions = {{0, R"({"currency": "EUR",
                              "cpa": {"amount": "80", "amountByCountry": {"NL": "120"}, "minFirstDeposit": "20",
                                      "minTotalDeposits": "50", "monthlyCap": 12, "clawback": "always"}})"}}},
    // 8
    {.name = "Sports CPA with hold",
     .binding = "registration",
     .brand = kSports,
     .countries = {},
     .versions = {{0, R"({"currency": "EUR",
                              "cpa": {"amount": "65", "minFirstDeposit": "10", "holdDays": 30,
                                      "qualifyWithinDays": 60}})"}}},
    // 9
    {.name = "Tenancy and CPA",
     .binding = "registration",
     .brand = {},
     .countries = {},
     .versions = {{0, R"({"currency": "EUR", "fixedMonthly": {"amount": "1500"},
                              "cpa": {"amount": "40", "minFirstDeposit": "20"}})"}}},
    // 10
    {.name = "Casino starter",
     .binding = "registration",
     .brand = kCasino,
     .countries = {},
     .versions = {{0, R"({"currency": "EUR", "cpa": {"amount": "50", "minFirstDeposit": "20"},
                              "revShare": {"rate": "10", "adminFeePercent": "10"}})"}}},
};

}  // namespace

std::span<const Deal> Deals() { return kDeals; }

}  // namespace fairlead::demo
