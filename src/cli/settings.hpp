#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.hpp"

namespace fairlead::cli {

// The settings of the service with their defaults. AllSettings has the descriptions and bounds.
struct Settings {
    std::string data;
    std::string listen = "127.0.0.1:8080";
    std::string ledger;
    std::string facts;
    std::string metrics_listen;
    std::string public_url;
    std::string tracking_url;
    std::string log_level = "info";
    std::int64_t io_threads = 0;
    std::int64_t max_connections = 10'000;
    std::int64_t max_connections_per_address = 1000;
    std::int64_t request_timeout_ms = 30'000;
    std::int64_t idle_timeout_ms = 60'000;
    std::int64_t drain_timeout_ms = 10'000;
    std::vector<std::string> trusted_proxies;
    std::int64_t anonymous_requests_per_minute = 1000;
    std::int64_t key_requests_per_minute = 60'000;
    std::int64_t track_visits_per_minute = 6000;
    std::string secret_file;
    std::int64_t queue_events_max = 100'000;
    std::int64_t journal_clicks_max = 1'000'000;
    std::int64_t postgres_connections = 4;
    std::string facts_ca_file;
    std::int64_t facts_memory_mb = 0;
    std::int64_t facts_threads = 0;
    std::int64_t report_timeout_ms = 30'000;
    std::int64_t session_idle_minutes = 12 * 60;
    std::int64_t session_max_minutes = 7 * 24 * 60;
    std::string country_database;
    std::string adapters;
    double drop_clicks_after_days = 0;
    double archive_after_days = 0;
    std::string archive;
    std::int64_t images_max = 1000;
    std::int64_t images_mb_max = 500;
    std::int64_t image_cache_mb = 64;
    double drop_images_after_days = 90;
    std::vector<std::string> outbox_allow_networks;
    double outbox_keep_days = 90;
    double feed_silent_minutes = 360;
    std::int64_t report_file_kb_max = 3072;
    double fraud_check_seconds = 60;
    std::string mail_host;
    std::int64_t mail_port = 0;
    std::string mail_tls = "starttls";
    std::string mail_user;
    std::string mail_password;  // Also if mail_password_file names a file with it.
    std::string mail_password_file;
    std::string mail_from;
    std::string mail_ca_file;
    std::int64_t demo_days = 0;
    std::int64_t clock_step_seconds = 60;
    std::int64_t clock_difference_seconds = 60;
    std::int64_t clock_behind_seconds = 120;
    std::int64_t clock_ahead_days = 31;

    // Only a flag, because it is about one start: the clock is trusted even if it is far ahead of the last write.
    bool accept_clock = false;
    bool accept_loss = false;  // From the command line only: it must not stay in force.

    // Variables of the environment that start with FAIRLEAD_ and are no settings. They have no effect.
    std::vector<std::string> unknown_variables;

    // `ledger`, or the URL of the file in the data folder if it is empty. The same applies to the functions below.
    std::string LedgerUrl() const;
    std::string FactsUrl() const;
    std::string SecretFile() const;
    std::string ArchiveFolder() const;
};

// One setting. `name` is the name in the file. The environment variable is FAIRLEAD_NAME, the flag --name with dashes.
struct SettingDeclaration {
    std::string_view name;
    std::string_view meaning;
    std::variant<std::string Settings::*, std::int64_t Settings::*, double Settings::*,
                 std::vector<std::string> Settings::*>
        field;
    std::int64_t min = 0;  // Bounds of a number.
    std::int64_t max = 0;
    bool is_secret = false;  // Never shown, and no flag: every user of the machine can see the flags of a process.
};

std::span<const SettingDeclaration> AllSettings();

std::string EnvironmentName(std::string_view setting);
std::string FlagName(std::string_view setting);

// The sources of values. Flags override the environment, the environment overrides the file.
struct SettingSources {
    std::optional<std::string> config_file;
    std::map<std::string, std::string> environment;  // All variables that start with FAIRLEAD_.
    std::map<std::string, std::string> flags;        // By setting name.
};

// Fails for an unknown setting or a value out of bounds. The error names the source. An unknown variable is only noted:
// Kubernetes gives every pod variables with the names of services, such as FAIRLEAD_PORT.
Result<Settings> LoadSettings(const SettingSources& sources);

// The variables of this process that start with FAIRLEAD_.
std::map<std::string, std::string> FairleadEnvironment();

// One line per setting, in the format of the settings file. Passwords are masked.
std::string DescribeSettings(const Settings& settings);

}  // namespace fairlead::cli
