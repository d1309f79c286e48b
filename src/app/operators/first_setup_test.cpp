#include "app/operators/first_setup.hpp"

#include <gtest/gtest.h>

#include "app/catalogue/empty_store_test.hpp"

namespace fairlead::app {
namespace {

class FirstSetupTest : public testing::Test {
protected:
    // The code of the refusal, or nothing.
    std::optional<ErrorCode> Check(const std::string& token, const std::string& address) {
        const auto refusal = setup_.CheckToken(token, *IpAddress::Parse(address));
        return refusal ? std::optional(refusal->errors.front().code) : std::nullopt;
    }

    EmptyCatalogueStore store_;
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
