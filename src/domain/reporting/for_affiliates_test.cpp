#include "domain/reporting/for_affiliates.hpp"

#include <gtest/gtest.h>

namespace fairlead::reporting {
namespace {

TEST(ForAffiliates, AffiliatesSeeAllButOtherAffiliatesPlayersAndTheMargin) {
    for (const GroupKey& key : GroupKeys()) {
        const bool of_others = key.name == "affiliate" || key.name == "player";
        EXPECT_EQ(IsForAffiliates(key), !of_others) << key.name;
    }
    for (const Metric& metric : Metrics()) EXPECT_EQ(IsForAffiliates(metric), metric.name != "profit") << metric.name;
}

}  // namespace
}  // namespace fairlead::reporting
