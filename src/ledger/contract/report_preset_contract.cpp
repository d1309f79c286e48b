#include "ledger/contract/fixture.hpp"

namespace fairlead::ledger {
namespace {

using catalogue::ReportPreset;

ReportPreset MakePreset(const std::string& name = "Daily") {
    ReportPreset preset{.id = ReportPresetId::New(),
                        .name = name,
                        .group_keys = {"date"},
                        .metrics = {"click_count"},
                        .token_hash = Digest256(name),
                        .token_sealed = std::string("\0\xFF'sealed", 9),
                        .created_at = Now()};
    return preset;
}

void ExpectSame(const ReportPreset& found, const ReportPreset& stored) {
    EXPECT_EQ(found.id, stored.id);
    EXPECT_EQ(found.name, stored.name);
    EXPECT_EQ(found.group_keys, stored.group_keys);
    EXPECT_EQ(found.metrics, stored.metrics);
    EXPECT_EQ(found.filters, stored.filters);
    EXPECT_EQ(found.start, stored.start);
    EXPECT_EQ(found.end, stored.end);
    EXPECT_EQ(found.period, stored.period);
    EXPECT_EQ(found.token_active, stored.token_active);
    EXPECT_EQ(found.token_hash, stored.token_hash);
    EXPECT_EQ(found.token_sealed, stored.token_sealed);
    EXPECT_EQ(found.created_at, stored.created_at);
}

TEST_P(LedgerContract, SavedReportsAreReadAsTheyWereStored) {
    const OperatorId owner = MakeOperator();
    const ReportPreset plain = MakePreset();
    ReportPreset full = MakePreset("Ärger, \"2\"");
    full.group_keys = {"month", "affiliate", "sub1"};
    full.metrics = {"ngr", "ctr"};
    full.filters = {{"country", {"DE", "AT"}}, {"sub1", {"", "a,b\"\\c", "ü"}}};
    full.start = Date::Parse("1969-12-31");
    full.end = Date::Parse("2026-03-10");
    full.period = "";
    full.token_active = false;
    ASSERT_TRUE(Apply({.owner = owner, .based_on_version = 1, .upserts = {plain, full}}));
    Reopen();
    const auto found = ledger_->catalogue().LoadOperator(owner)->report_presets;
    ASSERT_EQ(found.size(), 2U);
    ExpectSame(found[0], plain);
    ExpectSame(found[1], full);
    EXPECT_TRUE(ledger_->catalogue().LoadOperator(MakeOperator("Other"))->report_presets.empty());
}

TEST_P(LedgerContract, AChangedSavedReportReplacesThePreviousOne) {
    const OperatorId owner = MakeOperator();
    ReportPreset preset = MakePreset();
    preset.start = preset.end = Date::Parse("2026-03-10");
    ASSERT_TRUE(Apply({.owner = owner, .based_on_version = 1, .upserts = {preset}}));
    preset.name = "Weekly";
    preset.group_keys = {"week", "brand"};
    preset.metrics = {"ngr"};
    preset.filters = {{"brand", {"Lucky Star"}}};
    preset.start = preset.end = std::nullopt;
    preset.period = "lastMonth";
    preset.token_active = false;
    preset.token_hash = Digest256("another token");
    preset.token_sealed = "another seal";
    ASSERT_TRUE(Apply({.owner = owner, .based_on_version = 2, .upserts = {preset}}));
    const auto found = ledger_->catalogue().LoadOperator(owner)->report_presets;
    ASSERT_EQ(found.size(), 1U);
    ExpectSame(found[0], preset);
}

TEST_P(LedgerContract, ADeletedSavedReportIsGone) {
    const OperatorId owner = MakeOperator();
    const ReportPreset kept = MakePreset();
    const ReportPreset deleted = MakePreset("Weekly");
    ASSERT_TRUE(Apply({.owner = owner, .based_on_version = 1, .upserts = {kept, deleted}}));
    const OperatorId other = MakeOperator("Other");
    ASSERT_TRUE(Apply({.owner = other, .based_on_version = 1, .upserts = {catalogue::DeletedReportPreset{kept.id}}}));
    ASSERT_TRUE(
        Apply({.owner = owner, .based_on_version = 2, .upserts = {catalogue::DeletedReportPreset{deleted.id}}}));
    const auto found = ledger_->catalogue().LoadOperator(owner)->report_presets;
    ASSERT_EQ(found.size(), 1U);
    ExpectSame(found[0], kept);
}

}  // namespace
}  // namespace fairlead::ledger
