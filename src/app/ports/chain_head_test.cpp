#include "app/ports/chain_head.hpp"

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

TEST(ChainHead, IsReadAsItWasPrinted) {
    const ChainHead head{OperatorId::New(), 42, Digest256("x"), {}};
    const auto read = ChainHead::Parse(head.ToText());
    ASSERT_TRUE(read);
    EXPECT_EQ(read->owner, head.owner);
    EXPECT_EQ(read->number, 42);
    EXPECT_EQ(read->hash, head.hash);
}

TEST(ChainHead, AnythingElseIsRefused) {
    const std::string owner = OperatorId::New().ToString();
    const std::string hash(64, 'a');
    EXPECT_TRUE(ChainHead::Parse(owner + ":1:" + hash));
    for (const std::string& text :
         {std::string(), owner, owner + ":1", owner + ":1:" + hash.substr(1), owner + ":0:" + hash,
          owner + ":-1:" + hash, owner + ":x:" + hash, owner + ":1 :" + hash, "x:1:" + hash, owner + ":1:" + hash + ":",
          owner + "::" + hash, owner + ":99999999999999999999:" + hash, owner + ":1:" + std::string(64, 'g')}) {
        EXPECT_FALSE(ChainHead::Parse(text)) << text;
    }
}

}  // namespace
}  // namespace fairlead::app
