#include "cli/settings.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include <gtest/gtest.h>
#include <unistd.h>

namespace fairlead::cli {
namespace {

// A settings file that is removed after the test.
class SettingsTest : public testing::Test {
protected:
    ~SettingsTest() override { std::filesystem::remove(path_); }

    Result<Settings> FromFile(const std::string& toml) {
        std::ofstream(path_) << toml;
        return LoadSettings({.config_file = path_, .environment = {}, .flags = {}});
    }

    const std::string path_ = testing::TempDir() + "fairlead-settings-" + std::to_string(getpid()) + ".toml";
};

Result<Settings> FromEnvironment(std::map<std::string, std::string> variables) {
    return LoadSettings({.config_file = {}, .environment = std::move(variables), .flags = {}});
}

Result<Settings> FromFlags(std::map<std::string, std::string> flags) {
    return LoadSettings({.config_file = {}, .environment = {}, .flags = std::move(flags)});
}

std::string Message(const Result<Settings>& settings) { return settings ? "" : settings.error().message; }

TEST_F(SettingsTest, WithoutAnySourceTheDefaultsApply) {
    const auto settings = LoadSettings({});
    ASSERT_TRUE(settings.has_value());
    EXPECT_EQ(settings->listen, "127.0.0.1:8080");
    EXPECT_EQ(settings->metrics_listen, "");
    EXPECT_EQ(settings->public_url, "");
    EXPECT_EQ(settings->log_level, "info");
    EXPECT_EQ(settings->io_threads, 0);
    EXPECT_EQ(settings->max_connections, 10'000);
    EXPECT_EQ(settings->request_timeout_ms, 30'000);
    EXPECT_EQ(settings->idle_timeout_ms, 60'000);
    EXPECT_EQ(settings->drain_timeout_ms, 10'000);
    EXPECT_EQ(settings->trusted_proxies, std::vector<std::string>());
    EXPECT_EQ(settings->anonymous_requests_per_minute, 1000);
    EXPECT_EQ(settings->key_requests_per_minute, 60'000);
    EXPECT_EQ(settings->queue_events_max, 100'000);
    EXPECT_EQ(settings->postgres_connections, 4);
    EXPECT_EQ(settings->facts_memory_mb, 0);
    EXPECT_EQ(settings->facts_threads, 0);
    EXPECT_EQ(settings->report_timeout_ms, 30'000);
}

TEST_F(SettingsTest, FlagsBeatTheEnvironmentWhichBeatsTheFile) {
    std::ofstream(path_) << "listen = \"127.0.0.1:1\"\nlog_level = \"debug\"\nio_threads = 1\nmax_connections = 11\n";
    const auto settings =
        LoadSettings({.config_file = path_,
                      .environment = {{"FAIRLEAD_LISTEN", "127.0.0.1:2"}, {"FAIRLEAD_IO_THREADS", "2"}},
                      .flags = {{"listen", "127.0.0.1:3"}}});
    ASSERT_TRUE(settings.has_value()) << Message(settings);
    EXPECT_EQ(settings->listen, "127.0.0.1:3");
    EXPECT_EQ(settings->io_threads, 2);
    EXPECT_EQ(settings->max_connections, 11);
    EXPECT_EQ(settings->log_level, "debug");
}

TEST_F(SettingsTest, AListIsReplacedNotExtended) {
    std::ofstream(path_) << "trusted_proxies = [\"10.0.0.0/8\", \"fd00::/8\"]\n";
    const auto file = LoadSettings({.config_file = path_, .environment = {}, .flags = {}});
    EXPECT_EQ(file->trusted_proxies, (std::vector<std::string>{"10.0.0.0/8", "fd00::/8"}));
    const auto both = LoadSettings(
        {.config_file = path_, .environment = {{"FAIRLEAD_TRUSTED_PROXIES", "192.0.2.1, 192.0.2.2 ,"}}, .flags = {}});
    EXPECT_EQ(both->trusted_proxies, (std::vector<std::string>{"192.0.2.1", "192.0.2.2"}));
    const auto none = LoadSettings({.config_file = path_, .environment = {}, .flags = {{"trusted_proxies", ""}}});
    EXPECT_EQ(none->trusted_proxies, std::vector<std::string>());
}

TEST_F(SettingsTest, ASettingHasOneNameInThreeSpellings) {
    EXPECT_EQ(EnvironmentName("request_timeout_ms"), "FAIRLEAD_REQUEST_TIMEOUT_MS");
    EXPECT_EQ(FlagName("request_timeout_ms"), "--request-timeout-ms");
    EXPECT_EQ(EnvironmentName("data"), "FAIRLEAD_DATA");
    EXPECT_EQ(FlagName("data"), "--data");
}

TEST_F(SettingsTest, EverySettingIsDeclaredOnceWithAMeaning) {
    std::set<std::string_view> names;
    for (const auto& setting : AllSettings()) {
        EXPECT_FALSE(setting.meaning.empty()) << setting.name;
        EXPECT_EQ(setting.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"), std::string_view::npos)
            << setting.name;
        EXPECT_TRUE(names.insert(setting.name).second) << setting.name;
    }
    EXPECT_EQ(names, (std::set<std::string_view>{"data",
                                                 "mail_host",
                                                 "mail_port",
                                                 "mail_tls",
                                                 "mail_user",
                                                 "mail_password",
                                                 "mail_password_file",
                                                 "mail_from",
                                                 "mail_ca_file",
                                                 "listen",
                                                 "ledger",
                                                 "facts",
                                                 "facts_ca_file",
                                                 "facts_memory_mb",
                                                 "facts_threads",
                                                 "report_timeout_ms",
                                                 "metrics_listen",
                                                 "public_url",
                                                 "tracking_url",
                                                 "log_level",
                                                 "io_threads",
                                                 "max_connections",
                                                 "request_timeout_ms",
                                                 "idle_timeout_ms",
                                                 "drain_timeout_ms",
                                                 "trusted_proxies",
                                                 "anonymous_requests_per_minute",
                                                 "key_requests_per_minute",
                                                 "secret_file",
                                                 "queue_events_max",
                                                 "journal_clicks_max",
                                                 "postgres_connections",
                                                 "adapters",
                                                 "country_database",
                                                 "drop_clicks_after_days",
                                                 "images_max",
                                                 "images_mb_max",
                                                 "image_cache_mb",
                                                 "drop_images_after_days",
                                                 "archive_after_days",
                                                 "archive",
                                                 "session_idle_minutes",
                                                 "session_max_minutes",
                                                 "outbox_allow_networks",
                                                 "outbox_keep_days",
                                                 "feed_silent_minutes",
                                                 "report_file_kb_max",
                                                 "fraud_check_seconds",
                                                 "demo_days",
                                                 "max_connections_per_address",
                                                 "track_visits_per_minute",
                                                 "clock_step_seconds",
                                                 "clock_difference_seconds",
                                                 "clock_behind_seconds",
                                                 "clock_ahead_days"}));
}

TEST_F(SettingsTest, EveryNumberIsRefusedBeyondItsBounds) {
    for (const auto& setting : AllSettings()) {
        if (!std::holds_alternative<std::int64_t Settings::*>(setting.field)) continue;
        const std::string name(setting.name);
        const auto field = std::get<std::int64_t Settings::*>(setting.field);
        for (const std::int64_t bound : {setting.min, setting.max}) {
            EXPECT_EQ((*FromFlags({{name, std::to_string(bound)}})).*field, bound) << name;
            EXPECT_EQ((*FromFile(name + " = " + std::to_string(bound))).*field, bound) << name;
        }
        for (const std::int64_t beyond : {setting.min - 1, setting.max + 1}) {
            EXPECT_FALSE(FromFlags({{name, std::to_string(beyond)}}).has_value()) << name;
            EXPECT_FALSE(FromEnvironment({{EnvironmentName(name), std::to_string(beyond)}}).has_value()) << name;
            EXPECT_FALSE(FromFile(name + " = " + std::to_string(beyond)).has_value()) << name;
        }
        EXPECT_LE(setting.min, Settings().*field) << name;
        EXPECT_GE(setting.max, Settings().*field) << name;
    }
}

TEST_F(SettingsTest, ANumberMustBeWhole) {
    for (const std::string text :
         {"", " 5", "5 ", "five", "5.0", "5e3", "0x10", "+5", "99999999999999999999", "5,000"}) {
        EXPECT_FALSE(FromFlags({{"max_connections", text}}).has_value()) << text;
        EXPECT_FALSE(FromEnvironment({{"FAIRLEAD_MAX_CONNECTIONS", text}}).has_value()) << text;
    }
    for (const std::string toml : {"\"5\"", "5.0", "true", "[5]", "{a = 5}"}) {
        EXPECT_FALSE(FromFile("max_connections = " + toml).has_value()) << toml;
    }
}

TEST_F(SettingsTest, AFileThatIsNotTomlIsRefused) {
    for (const std::string text : {"[", "[\n", "[[\n", "max_connections = 5\n[\n", "=", "a = [", "\"", "\xff"}) {
        const std::string error = Message(FromFile(text));
        EXPECT_NE(error.find(path_), std::string::npos) << text << ": " << error;
    }
}

TEST_F(SettingsTest, AnErrorNamesTheUnknownSettingAndItsSource) {
    const std::string file = Message(FromFile("listne = \"127.0.0.1:1\"\n"));
    EXPECT_NE(file.find("listne"), std::string::npos) << file;
    EXPECT_NE(file.find(path_), std::string::npos) << file;
    EXPECT_FALSE(FromFile("[server]\nlisten = \"127.0.0.1:1\"\n").has_value());
    EXPECT_FALSE(FromFile("Listen = \"127.0.0.1:1\"\n").has_value());
}

TEST_F(SettingsTest, AnUnknownVariableIsNotedAndHasNoEffect) {
    const auto settings = FromEnvironment({{"FAIRLEAD_PORT", "tcp://10.0.0.1:80"},
                                           {"FAIRLEAD_listen", "127.0.0.1:1"},
                                           {"FAIRLEAD_IO_THREADS", "2"},
                                           {"FAIRLEAD_SERVICE_HOST", "10.0.0.1"}});
    ASSERT_TRUE(settings.has_value());
    EXPECT_EQ(settings->unknown_variables,
              (std::vector<std::string>{"FAIRLEAD_PORT", "FAIRLEAD_SERVICE_HOST", "FAIRLEAD_listen"}));
    EXPECT_EQ(settings->listen, Settings().listen);
    EXPECT_EQ(settings->io_threads, 2);
    EXPECT_TRUE(FromEnvironment({{"FAIRLEAD_IO_THREADS", "2"}})->unknown_variables.empty());
}

TEST_F(SettingsTest, AnErrorNamesTheSourceOfAWrongValue) {
    const std::string flag = Message(FromFlags({{"max_connections", "many"}}));
    EXPECT_NE(flag.find("--max-connections"), std::string::npos) << flag;
    const std::string variable = Message(FromEnvironment({{"FAIRLEAD_MAX_CONNECTIONS", "0"}}));
    EXPECT_NE(variable.find("FAIRLEAD_MAX_CONNECTIONS"), std::string::npos) << variable;
    const std::string file = Message(FromFile("\n\nlisten = \n"));
    EXPECT_NE(file.find(path_ + ":3"), std::string::npos) << file;
}

TEST_F(SettingsTest, AFileThatIsMissingOrNotTomlIsRefused) {
    EXPECT_FALSE(LoadSettings({.config_file = path_ + ".missing", .environment = {}, .flags = {}}).has_value());
    EXPECT_FALSE(FromFile("listen: 127.0.0.1:1").has_value());
    EXPECT_FALSE(FromFile("log_level = \"info\"\nlog_level = \"warn\"\n").has_value());
    EXPECT_TRUE(FromFile("").has_value());
    EXPECT_TRUE(FromFile("# nothing yet\n").has_value());
}

TEST_F(SettingsTest, AListMayOnlyHaveNetworks) {
    EXPECT_TRUE(FromFlags({{"trusted_proxies", "10.0.0.0/8,::1"}}).has_value());
    EXPECT_FALSE(FromFlags({{"trusted_proxies", "10.0.0.0/8,proxy"}}).has_value());
    EXPECT_FALSE(FromFile("trusted_proxies = \"10.0.0.0/8\"").has_value());
    EXPECT_FALSE(FromFile("trusted_proxies = [10]").has_value());
}

TEST_F(SettingsTest, ALogLevelIsOneOfFive) {
    for (const std::string level : {"trace", "debug", "info", "warn", "error"}) {
        EXPECT_TRUE(FromFlags({{"log_level", level}}).has_value()) << level;
    }
    for (const std::string level : {"", "INFO", "warning", "off"})
        EXPECT_FALSE(FromFlags({{"log_level", level}}).has_value()) << level;
}

TEST_F(SettingsTest, ALedgerIsAFileOrAPostgresServer) {
    for (const std::string url :
         {"", "sqlite:/var/lib/fairlead/ledger.db", "postgresql://db/fairlead", "postgres://db/fairlead"}) {
        EXPECT_TRUE(FromFlags({{"ledger", url}}).has_value()) << url;
    }
    for (const std::string url : {"/var/lib/ledger.db", "mysql://db", "SQLITE:x"}) {
        EXPECT_FALSE(FromFlags({{"ledger", url}}).has_value()) << url;
    }
}

TEST_F(SettingsTest, TheAnalyticsStoreIsAFileOrAClickHouseServer) {
    for (const std::string url : {"", "duckdb:/var/lib/fairlead/facts.duckdb", "clickhouse://f:x@db:8123/fairlead",
                                  "clickhouse+https://f:x@db/fairlead"}) {
        EXPECT_TRUE(FromFlags({{"facts", url}}).has_value()) << url;
    }
    for (const std::string url : {"/var/lib/facts.duckdb", "http://db:8123", "sqlite:x"}) {
        EXPECT_FALSE(FromFlags({{"facts", url}}).has_value()) << url;
    }
    EXPECT_EQ(FromFlags({{"data", "/srv/fairlead"}})->FactsUrl(), "duckdb:/srv/fairlead/facts.duckdb");
    EXPECT_EQ(FromFlags({{"data", "/srv"}, {"facts", "duckdb:/fast/f.duckdb"}})->FactsUrl(), "duckdb:/fast/f.duckdb");
    for (const std::string scheme : {"clickhouse", "clickhouse+https"}) {
        const auto tls = DescribeSettings(*FromFlags({{"facts", scheme + "://fairlead:s3cret@db/f"}}));
        EXPECT_EQ(tls.find("s3cret"), std::string::npos) << tls;
    }
    const std::string described =
        DescribeSettings(*FromFlags({{"facts", "clickhouse://fairlead:s3cret@db/f?cluster=all"}}));
    EXPECT_EQ(described.find("s3cret"), std::string::npos);
    EXPECT_NE(described.find("db/f?cluster=all"), std::string::npos) << described;
}

TEST_F(SettingsTest, TheLedgerAndTheSecretAreInTheDataFolderByDefault) {
    const auto settings = FromFlags({{"data", "/srv/fairlead"}});
    EXPECT_EQ(settings->LedgerUrl(), "sqlite:/srv/fairlead/ledger.db");
    EXPECT_EQ(settings->SecretFile(), "/srv/fairlead/secret.key");
    const auto elsewhere =
        FromFlags({{"data", "/srv/fairlead"}, {"ledger", "postgresql://db/f"}, {"secret_file", "/etc/f.key"}});
    EXPECT_EQ(elsewhere->LedgerUrl(), "postgresql://db/f");
    EXPECT_EQ(elsewhere->SecretFile(), "/etc/f.key");
}

TEST_F(SettingsTest, DescribeSettingsWritesAFileWithTheSameSettings) {
    const auto settings = FromFlags({{"data", "/srv/\"quoted\"\\path"},
                                     {"trusted_proxies", "10.0.0.0/8,fd00::/8"},
                                     {"io_threads", "3"},
                                     {"log_level", "warn"}});
    ASSERT_TRUE(settings.has_value());
    const auto again = FromFile(DescribeSettings(*settings));
    ASSERT_TRUE(again.has_value()) << Message(again);
    EXPECT_EQ(again->data, "/srv/\"quoted\"\\path");
    EXPECT_EQ(again->trusted_proxies, settings->trusted_proxies);
    EXPECT_EQ(again->io_threads, 3);
    EXPECT_EQ(again->log_level, "warn");
    EXPECT_EQ(DescribeSettings(*again), DescribeSettings(*settings));
}

TEST_F(SettingsTest, DescribeSettingsMasksPasswords) {
    const auto settings = FromFlags({{"ledger", "postgresql://fairlead:s3cr@t:x@db:5432/ledger"}});
    ASSERT_TRUE(settings.has_value());
    const std::string described = DescribeSettings(*settings);
    EXPECT_EQ(described.find("s3cr"), std::string::npos) << described;
    EXPECT_EQ(described.find("t:x"), std::string::npos) << described;
    EXPECT_NE(described.find("postgresql://fairlead:***@db:5432/ledger"), std::string::npos) << described;
    const auto trusted = FromFlags({{"ledger", "postgresql://fairlead@db:5432/ledger"}});
    EXPECT_NE(DescribeSettings(*trusted).find("\"postgresql://fairlead@db:5432/ledger\""), std::string::npos);
}

TEST_F(SettingsTest, DescribeSettingsMasksEverySecretParameter) {
    const std::string url = "postgresql://fairlead@db:5432/ledger?sslmode=require&sslpassword=s3cr@t&pass%77ord=0ther";
    const std::string described = DescribeSettings(*FromFlags({{"ledger", url + "&application_name=one"}}));
    EXPECT_NE(described.find("\"postgresql://fairlead@db:5432/"
                             "ledger?sslmode=require&sslpassword=***&pass%77ord=***&application_name=one\""),
              std::string::npos)
        << described;
    const std::string both = DescribeSettings(*FromFlags({{"ledger", "postgresql://u:pa?ss@db/l?password=x&host=h"}}));
    EXPECT_NE(both.find("postgresql://u:***@db/l?password=***&host=h"), std::string::npos) << both;
}

TEST_F(SettingsTest, APublicUrlHasOnlyCharactersOfUrls) {
    for (const std::string url :
         {"https://a.example", "https://a.example:8443", "http://[::1]:8080", "https://a.example/b"}) {
        EXPECT_TRUE(FromFlags({{"public_url", url}}).has_value()) << url;
    }
    for (const std::string end : {"\r\nSet-Cookie: a=b", "\n", "\t", " x", "\x7f", "\"", "\\", "\xc3\xa4"}) {
        EXPECT_FALSE(FromFlags({{"public_url", "https://a.example" + end}}).has_value()) << end;
    }
}

TEST_F(SettingsTest, AnAddressToListenOnIsAHostAndAPort) {
    for (const std::string address : {"0.0.0.0:80", "[::1]:8080", "localhost:0"}) {
        EXPECT_TRUE(FromFlags({{"listen", address}}).has_value()) << address;
        EXPECT_TRUE(FromFlags({{"metrics_listen", address}}).has_value()) << address;
    }
    for (const std::string address : {"8080", "localhost", "localhost:", "localhost:http", "localhost:65536"}) {
        EXPECT_FALSE(FromFlags({{"listen", address}}).has_value()) << address;
        EXPECT_FALSE(FromFlags({{"metrics_listen", address}}).has_value()) << address;
    }
    EXPECT_FALSE(FromFlags({{"listen", ""}}).has_value());
    EXPECT_TRUE(FromFlags({{"metrics_listen", ""}}).has_value());
}

TEST_F(SettingsTest, OnlyOurVariablesAreTakenFromTheEnvironment) {
    setenv("FAIRLEAD_LOG_LEVEL", "a=b", 1);
    setenv("OTHER_LOG_LEVEL", "x", 1);
    const auto variables = FairleadEnvironment();
    unsetenv("FAIRLEAD_LOG_LEVEL");
    unsetenv("OTHER_LOG_LEVEL");
    ASSERT_TRUE(variables.contains("FAIRLEAD_LOG_LEVEL"));
    EXPECT_EQ(variables.at("FAIRLEAD_LOG_LEVEL"), "a=b");
    EXPECT_FALSE(variables.contains("OTHER_LOG_LEVEL"));
}

TEST(Settings, RetentionDaysMayHaveFractions) {
    const auto defaults = FromFlags({{"data", "/d"}});
    EXPECT_EQ(defaults->drop_clicks_after_days, 0);
    EXPECT_EQ(defaults->archive_after_days, 0);
    EXPECT_EQ(defaults->drop_images_after_days, 90);
    EXPECT_EQ(defaults->ArchiveFolder(), "/d/archive");
    EXPECT_EQ(FromFlags({{"archive", "/a"}})->ArchiveFolder(), "/a");
    EXPECT_EQ(FromFlags({{"archive_after_days", "0.25"}})->archive_after_days, 0.25);
    for (const auto* wrong : {"-1", "-0.1", "36501", "nan", "inf", "1d", ""}) {
        EXPECT_FALSE(FromFlags({{"drop_clicks_after_days", wrong}}).has_value()) << wrong;
    }
}

TEST(Settings, APublicUrlIsAWebAddressWithoutASlashAtItsEnd) {
    for (const auto* url : {"", "https://track.example", "http://127.0.0.1:8080", "https://example.com/fairlead"}) {
        EXPECT_TRUE(FromFlags({{"public_url", url}}).has_value()) << url;
        EXPECT_TRUE(FromFlags({{"tracking_url", url}}).has_value()) << url;
    }
    for (const auto* url : {"track.example", "ftp://track.example", "https://track.example/"}) {
        EXPECT_FALSE(FromFlags({{"public_url", url}}).has_value()) << url;
        EXPECT_FALSE(FromFlags({{"tracking_url", url}}).has_value()) << url;
    }
}

}  // namespace
}  // namespace fairlead::cli
