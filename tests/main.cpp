#include <gtest/gtest.h>

#include "base/crypto/secrets.hpp"

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    fairlead::InitializeCryptography();
    return RUN_ALL_TESTS();
}
