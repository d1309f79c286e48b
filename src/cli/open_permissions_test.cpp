#include "cli/open_permissions.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

namespace fairlead::cli {
namespace {

namespace fs = std::filesystem;

class OpenPermissions : public testing::Test {
protected:
    OpenPermissions() {
        std::string name = (fs::temp_directory_path() / "fairlead-permissions-XXXXXX").string();
        folder_ = mkdtemp(name.data());
        settings_.data = folder_;
        std::ofstream(secret()) << "secret";
        Set(0700, 0600);
    }
    ~OpenPermissions() override {
        Set(0700, 0600);
        fs::remove_all(folder_);
    }

    std::string secret() const { return folder_ + "/secret.key"; }
    void Set(unsigned folder, unsigned file) {
        fs::permissions(folder_, fs::perms(folder));
        fs::permissions(secret(), fs::perms(file));
    }

    std::string folder_;
    Settings settings_;
};

TEST_F(OpenPermissions, AreNotReportedForFilesOfThisUserOnly) { EXPECT_TRUE(FindOpenPermissions(settings_).empty()); }

TEST_F(OpenPermissions, OfTheSecretAreReported) {
    for (const unsigned mode : {0640U, 0604U, 0620U}) {
        Set(0700, mode);
        const auto warnings = FindOpenPermissions(settings_);
        ASSERT_EQ(warnings.size(), 1U) << mode;
        EXPECT_TRUE(warnings.front().contains(secret()));
    }
}

TEST_F(OpenPermissions, OfTheFolderAreReportedUnlessOnlyAGroupHasThem) {
    Set(0755, 0600);
    ASSERT_EQ(FindOpenPermissions(settings_).size(), 1U);
    Set(0750, 0600);
    EXPECT_TRUE(FindOpenPermissions(settings_).empty());
}

TEST_F(OpenPermissions, OfAMissingFolderAreNotReported) {
    settings_.data = folder_ + "/missing";
    EXPECT_TRUE(FindOpenPermissions(settings_).empty());
}

}  // namespace
}  // namespace fairlead::cli
