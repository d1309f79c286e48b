#include "app/accounts/password_pool.hpp"

#include <future>
#include <stdexcept>

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

TEST(PasswordPool, AnExceptionEndsOnlyItsTask) {
    PasswordPool pool;
    EXPECT_TRUE(pool.Submit([] { throw std::runtime_error("a bug"); }));
    std::promise<void> ran;
    EXPECT_TRUE(pool.Submit([&] { ran.set_value(); }));
    ran.get_future().wait();
    pool.Stop();
}

}  // namespace
}  // namespace fairlead::app
