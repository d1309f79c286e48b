#include "demo/wait_for_reports.hpp"

#include <initializer_list>
#include <vector>

#include <gtest/gtest.h>

#include "base/time/time.hpp"

namespace fairlead::demo {
namespace {

// Returns a list of lags one after the other. `checked_at` is relative to the call.
class ListedLags final : public app::Projection {
public:
    ListedLags(std::initializer_list<app::ProjectionLag> lags) : lags_(lags) {}

    app::ProjectionLag Lag(OperatorId /*owner*/) const override {
        app::ProjectionLag lag = lags_.at(asked_++);
        lag.checked_at += SteadyMicros();
        return lag;
    }
    void Rebuild() override {}
    app::RebuildProgress rebuild_progress() const override { return {}; }

    std::size_t asked() const { return asked_; }

private:
    std::vector<app::ProjectionLag> lags_;
    mutable std::size_t asked_ = 0;
};

bool Never() { return false; }

TEST(WaitForReports, ACheckBeforeTheCallProvesNothing) {
    const app::ProjectionLag earlier{.checked_at = -60 * kMicrosPerSecond};
    const ListedLags lags{earlier, earlier, {}};
    EXPECT_TRUE(WaitForReports(lags, {}, Never));
    EXPECT_EQ(lags.asked(), 3);
}

TEST(WaitForReports, ItEndsWhenNoBlockIsMissingAndTheStoreIsFull) {
    const ListedLags lags{{.blocks = 2, .is_filling = true}, {.blocks = 1}, {.is_filling = true}, {}};
    EXPECT_TRUE(WaitForReports(lags, {}, Never));
    EXPECT_EQ(lags.asked(), 4);
}

TEST(WaitForReports, ItCanBeStopped) {
    const ListedLags lags{{.blocks = 2}};
    EXPECT_FALSE(WaitForReports(lags, {}, [&] { return lags.asked() == 1; }));
}

}  // namespace
}  // namespace fairlead::demo
