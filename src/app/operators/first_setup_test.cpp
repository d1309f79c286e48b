#include "app/operators/first_setup.hpp"

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

// A store without operators.
class EmptyStore final : public CatalogueStore {
public:
    void Apply(CatalogueChange, StatusDone) override {}
    void FindRecords(OperatorId, AnswerDone<bool>) override {}
    void FindRequest(OperatorId, RequestKey, AnswerDone<std::optional<std::string>>) override {}
    void ReadImage(OperatorId, ImageId, AnswerDone<std::optional<std::string>>) override {}
    void AddAuditToAll(AuditEntry, StatusDone) override {}
    void NoteKeyUse(std::vector<KeyUse>) override {}
    Result<std::vector<OperatorVersion>> OperatorVersions() override { return std::vector<OperatorVersion>(); }
    Result<OperatorRecords> LoadOperator(OperatorId) override { return OperatorRecords(); }
    Result<bool> EmailExists(const std::string&) override { return false; }
    Result<std::string> SettingOrStore(const std::string&, const std::string& value) override { return value; }
    Status ReplaceSettings(const std::map<std::string, std::string>&) override { return {}; }
    void ListenForCatalogueChanges(std::function<void()>) override {}
};

class FirstSetupTest : public testing::Test {
protected:
    // The code of the refusal, or nothing.
    std::optional<ErrorCode> Check(const std::string& token, const std::string& address) {
        const auto refusal = setup_.CheckToken(token, *IpAddress::Parse(address));
        return refusal ? std::optional(refusal->errors.front().code) : std::nullopt;
    }

    EmptyStore store_;
    Catalogue catalogue_{store_};
    PasswordPool passwords_;
    FirstSetup setup_{catalogue_, store_, passwords_};
};

TEST_F(FirstSetupTest, AnAddressHasTenTries) {
    const std::string token = *setup_.Open();
    for (int i = 0; i < 10; ++i) EXPECT_EQ(Check("guess", "198.51.100.1"), ErrorCode::kNotFound);
    EXPECT_EQ(Check(token, "198.51.100.1"), ErrorCode::kRateLimited);
    EXPECT_EQ(Check(token, "198.51.100.2"), std::nullopt);
}

TEST_F(FirstSetupTest, StrangersDoNotKeepTheOwnerOfTheTokenOut) {
    const std::string token = *setup_.Open();
    for (int stranger = 1; stranger <= 30; ++stranger) {
        for (int i = 0; i < 10; ++i) Check("guess", "203.0.113." + std::to_string(stranger));
    }
    EXPECT_EQ(Check(token, "198.51.100.1"), std::nullopt);
}

TEST_F(FirstSetupTest, ANewTokenReplacesThePreviousOne) {
    const std::string first = *setup_.Open();
    const std::string second = *setup_.Open();
    EXPECT_EQ(Check(first, "198.51.100.1"), ErrorCode::kNotFound);
    EXPECT_EQ(Check(second, "198.51.100.1"), std::nullopt);
}

}  // namespace
}  // namespace fairlead::app
