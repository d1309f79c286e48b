#include "domain/statements/payment_date.hpp"

#include <gtest/gtest.h>

namespace fairlead::statements {
namespace {

constexpr const char* kToday = "2026-03-10";

Status Check(const char* date) { return CheckPaymentDate(*Date::Parse(date), *Date::Parse(kToday)); }

TEST(PaymentDate, IsFromTheYear2000ToAYearAhead) {
    for (const char* date : {"2000-01-01", "2026-03-09", kToday, "2027-03-10", "2027-03-11"}) {
        EXPECT_TRUE(Check(date)) << date;
    }
    for (const char* date : {"0026-03-10", "1999-12-31", "2027-03-12", "2062-03-10"}) {
        const Status refused = Check(date);
        ASSERT_FALSE(refused) << date;
        EXPECT_EQ(refused.error().code, ErrorCode::kInvalidValue);
        EXPECT_EQ(refused.error().message, "must be from 2000-01-01 to at most a year in the future");
    }
}

}  // namespace
}  // namespace fairlead::statements
