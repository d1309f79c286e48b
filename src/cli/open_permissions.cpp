#include "cli/open_permissions.hpp"

#include <filesystem>
#include <system_error>

namespace fairlead::cli {
namespace {

namespace fs = std::filesystem;

bool AllowsAnyOf(const std::string& path, fs::perms unwanted) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    return !error && fs::exists(status) && (status.permissions() & unwanted) != fs::perms::none;
}

}  // namespace

std::vector<std::string> FindOpenPermissions(const Settings& settings) {
    std::vector<std::string> warnings;
    const std::string secret = settings.SecretFile();
    if (AllowsAnyOf(secret, fs::perms::group_all | fs::perms::others_all)) {
        warnings.push_back("other users can read or change the secret file " + secret + ". Run: chmod 600 " + secret);
    }
    const std::string& password = settings.mail_password_file;
    if (!password.empty() && AllowsAnyOf(password, fs::perms::others_all)) {
        warnings.push_back("other users can read the password of the mail server in " + password +
                           ". Run: chmod o= " + password);
    }
    if (AllowsAnyOf(settings.data, fs::perms::others_all)) {
        warnings.push_back("other users can read the data folder " + settings.data + ". Run: chmod 700 " +
                           settings.data);
    }
    return warnings;
}

}  // namespace fairlead::cli
