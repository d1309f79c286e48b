#include "app/resources/report_preset_resource.hpp"

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "app/reports/report_tokens.hpp"

namespace fairlead::app {
namespace {

namespace json = boost::json;
using catalogue::ReportPreset;

// An operator whose saved reports are created and changed one after the other, as with a ledger.
class SavedReports : public testing::Test {
protected:
    json::object Decide(const ManageCatalogue::Decide& decide) {
        auto decision = decide({snapshot_, *entry_});
        if (!decision) return {};
        auto next = std::make_shared<OperatorEntry>(*entry_);
        for (const auto& record : decision->change.upserts) {
            next->records.report_presets.Put(std::get<ReportPreset>(record));
        }
        entry_ = next;
        snapshot_.Put(entry_, decision->change.upserts);
        audit_ = std::move(decision->change.audit);
        return decision->answer;
    }
    ChangeRequest Request(std::string_view body = "{}") const {
        return {json::parse(body), "tester", "https://api.example/api/v1", kKey};
    }
    json::object Make() {
        return Decide(
            ReportPresetResource().Create(Request(R"({"name": "Daily", "groupKeys": ["date"], "metrics": ["ngr"]})")));
    }
    static std::string TokenOf(const json::object& preset) {
        const std::string url(preset.at("apiUrl").as_string());
        EXPECT_TRUE(url.starts_with("https://api.example/api/v1/reports/"));
        return url.substr(url.rfind('/') + 1);
    }
    static Uuid IdOf(const json::object& preset) { return *Uuid::Parse(preset.at("id").as_string()); }
    bool IsFoundBy(const std::string& token) const {
        return snapshot_.FindPresetByToken(HashReportToken(token)).has_value();
    }

    static inline const Bytes32 kKey = Digest256("the key of these tests");
    CatalogueSnapshot snapshot_;
    std::shared_ptr<const OperatorEntry> entry_ = std::make_shared<OperatorEntry>();
    std::vector<AuditEntry> audit_;
};

TEST_F(SavedReports, AreFoundByTheTokenOfTheirUrlEvenIfItIsSwitchedOff) {
    const auto preset = Make();
    EXPECT_TRUE(IsFoundBy(TokenOf(preset)));
    EXPECT_FALSE(IsFoundBy(std::string(kReportTokenLength, '0')));
    const auto off = Decide(ReportPresetResource().Update(IdOf(preset), Request(R"({"tokenActive": false})")));
    EXPECT_EQ(off.at("apiUrl"), preset.at("apiUrl"));
    const auto found = snapshot_.FindPresetByToken(HashReportToken(TokenOf(preset)));
    ASSERT_TRUE(found);
    EXPECT_FALSE(found->preset->token_active);
}

TEST_F(SavedReports, AreNotFoundByAReplacedToken) {
    const auto before = Make();
    const auto after = Decide(RotateReportToken(IdOf(before), Request()));
    EXPECT_TRUE(IsFoundBy(TokenOf(after)));
    EXPECT_FALSE(IsFoundBy(TokenOf(before)));
}

TEST_F(SavedReports, LeaveNoTokenInTheAuditLog) {
    const auto made = Make();
    ASSERT_EQ(audit_.size(), 1U);
    EXPECT_FALSE(audit_[0].after.contains(TokenOf(made)));
    EXPECT_FALSE(audit_[0].after.contains("apiUrl"));
    const auto rotated = Decide(RotateReportToken(IdOf(made), Request()));
    ASSERT_EQ(audit_.size(), 1U);
    EXPECT_EQ(audit_[0].action, "reportPreset.rotateToken");
    EXPECT_FALSE((audit_[0].before + audit_[0].after).contains(TokenOf(rotated)));
}

TEST_F(SavedReports, AnUnknownIdHasNoTokenToRotate) {
    const auto refused =
        RotateReportToken(Uuid::Parse("0190a0b0-c0d0-7e0f-8a1b-000000000001").value(), Request())({snapshot_, *entry_});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().front().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace fairlead::app
