#include "app/reports/report_tokens.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

const Bytes32 kKey = Digest256("the key of these tests");

catalogue::ReportPreset PresetWithToken() {
    catalogue::ReportPreset preset;
    GiveReportToken(kKey, preset);
    return preset;
}

TEST(ReportToken, CanBeShownAgainAndIsFoundByItsHash) {
    const auto preset = PresetWithToken();
    const auto token = OpenReportToken(kKey, preset);
    ASSERT_TRUE(token);
    EXPECT_EQ(token->size(), kReportTokenLength);
    EXPECT_TRUE(std::ranges::all_of(*token, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }));
    EXPECT_EQ(HashReportToken(*token), preset.token_hash);
    EXPECT_EQ(preset.token_sealed.find(*token), std::string::npos);
}

TEST(ReportToken, IsDifferentEachTime) {
    auto preset = PresetWithToken();
    const auto before = preset;
    GiveReportToken(kKey, preset);
    EXPECT_NE(OpenReportToken(kKey, preset), OpenReportToken(kKey, before));
    EXPECT_NE(preset.token_hash, before.token_hash);
}

TEST(ReportToken, IsNotShownWithAnotherKeyOrAChangedCiphertext) {
    const auto preset = PresetWithToken();
    EXPECT_FALSE(OpenReportToken(Digest256("another key"), preset));
    auto changed = preset;
    changed.token_sealed.back() = static_cast<char>(changed.token_sealed.back() ^ 1);
    EXPECT_FALSE(OpenReportToken(kKey, changed));
    changed = preset;
    changed.token_sealed = PresetWithToken().token_sealed;
    EXPECT_FALSE(OpenReportToken(kKey, changed)) << "the ciphertext belongs to another preset";
    EXPECT_FALSE(OpenReportToken(kKey, {}));
}

}  // namespace
}  // namespace fairlead::app
