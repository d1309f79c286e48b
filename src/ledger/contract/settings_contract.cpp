#include "app/await.hpp"
#include "ledger/contract/fixture.hpp"
#include "ledger/record/plan_rows.hpp"

namespace fairlead::ledger {
namespace {

using catalogue::DatedSettings;

const Currency kPound = *Currency::Parse("GBP");
const Currency kDollar = *Currency::Parse("USD");

// Changes of the time zone and the base currency.
class SettingsContract : public LedgerContract {
protected:
    SettingsContract() : owner_(MakeOperator()) {}

    DatedSettings Stored() { return ledger_->catalogue().LoadOperator(owner_)->self.settings; }

    Status Store(const DatedSettings& settings) {
        const auto records = *ledger_->catalogue().LoadOperator(owner_);
        catalogue::Operator self = records.self;
        self.settings = settings;
        return Apply({.owner = owner_, .based_on_version = records.version, .upserts = {self}});
    }

    bool HasRecords() {
        return *app::Await<bool>([&](auto done) { ledger_->catalogue().FindRecords(owner_, std::move(done)); });
    }

    // A change that starts some days from now.
    static catalogue::SettingsChange ChangeIn(std::int32_t days, Currency currency = kDollar) {
        const Timestamp now = Now();
        return {{Date::OfUtc(now).days + days}, {now.micros + days * kMicrosPerDay}, "Europe/Malta", currency};
    }

    OperatorId owner_;
};

TEST_P(SettingsContract, AreReadAsTheyWereStored) {
    EXPECT_EQ(Stored(), DatedSettings()) << "an operator starts with values that apply at all times";
    const DatedSettings settings{"Asia/Tokyo", kPound, {ChangeIn(-40), ChangeIn(20, kPound)}};
    ASSERT_TRUE(Store(settings));
    Reopen();
    EXPECT_EQ(Stored(), settings);
    EXPECT_EQ((*ReadPlan(*place_->Look(), owner_))->settings(), settings);
}

TEST_P(SettingsContract, APendingChangeCanBeReplacedAndCancelled) {
    ASSERT_TRUE(Ingest(owner_, {MakeEvent(BrandOf(owner_), "registration_1")}));
    DatedSettings settings;
    settings.changes = {ChangeIn(10)};
    ASSERT_TRUE(Store(settings));
    settings.changes = {ChangeIn(40, kPound)};
    ASSERT_TRUE(Store(settings));
    EXPECT_EQ(Stored(), settings);
    ASSERT_TRUE(Store({}));
    EXPECT_EQ(Stored(), DatedSettings());
}

TEST_P(SettingsContract, ThePastOfAnOperatorWithEventsDoesNotChange) {
    EXPECT_FALSE(HasRecords());
    DatedSettings settings{"UTC", kPound, {ChangeIn(-40)}};
    ASSERT_TRUE(Store(settings)) << "without events it may";
    ASSERT_TRUE(Ingest(owner_, {MakeEvent(BrandOf(owner_), "registration_1")}));
    EXPECT_TRUE(HasRecords());
    for (const DatedSettings& other :
         {DatedSettings{"UTC", kDollar, settings.changes}, DatedSettings{"Asia/Tokyo", kPound, settings.changes},
          DatedSettings{"UTC", kPound, {}}}) {
        const Status stored = Store(other);
        ASSERT_FALSE(stored);
        EXPECT_EQ(stored.error().code, ErrorCode::kDateRequired);
    }
    EXPECT_EQ(Stored(), settings);
    settings.changes.push_back(ChangeIn(20));
    EXPECT_TRUE(Store(settings));
}

INSTANTIATE_TEST_SUITE_P(Engines, SettingsContract, testing::Values("Sqlite", "Postgres"),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace fairlead::ledger
