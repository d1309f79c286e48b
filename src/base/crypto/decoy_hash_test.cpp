#include "base/crypto/decoy_hash.hpp"

#include <gtest/gtest.h>

#include "base/crypto/secrets.hpp"

namespace fairlead {
namespace {

// The text before the salt: the algorithm, its version, the memory, the passes and the threads.
std::string CostOf(const std::string& hash) { return hash.substr(0, hash.rfind('$', hash.rfind('$') - 1)); }

TEST(DecoyHash, IsAsExpensiveAsAHashOfAPassword) {
    const std::string real = HashPassword("a password");
    EXPECT_EQ(CostOf(DecoyHash()), CostOf(real));
    EXPECT_EQ(DecoyHash().size(), real.size());
}

TEST(DecoyHash, IsTheHashOfNoPassword) {
    EXPECT_FALSE(IsPasswordOf("", DecoyHash()));
    EXPECT_FALSE(IsPasswordOf("a password", DecoyHash()));
}

TEST(DecoyHash, IsAnotherOneEveryTime) { EXPECT_NE(DecoyHash(), DecoyHash()); }

}  // namespace
}  // namespace fairlead
