#include "cli/settings.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>

#include <fmt/format.h>

namespace fairlead::cli {

// The parser asserts that a line is not just "[". A wrong file must not abort the process.
constexpr void ExpectOfToml(bool holds) {
    if (!holds) throw std::logic_error("the text is not TOML");
}

}  // namespace fairlead::cli

#define TOML_ASSERT(expr) fairlead::cli::ExpectOfToml(static_cast<bool>(expr))
#include <toml++/toml.h>
#include <unistd.h>

#include "base/net/host_port.hpp"
#include "base/net/ip_address.hpp"
#include "base/text/json_text.hpp"
#include "base/text/text.hpp"
#include "cli/mail_settings.hpp"

namespace fairlead::cli {
namespace {

constexpr std::int64_t kSessionMinutesMax = 366 * 24 * 60;
constexpr std::int64_t kHourMs = 3'600'000;
constexpr std::int64_t kDaysMax = 36'500;
constexpr std::int64_t kDemoDaysMax = 730;
constexpr std::int64_t kFeedSilentMinutesMax = 60 * 24 * 30;
constexpr std::int64_t kFraudCheckSecondsMax = 86'400;
constexpr std::int64_t kClockSecondsMax = 86'400;
constexpr std::string_view kEnvironmentPrefix = "FAIRLEAD_";
constexpr std::array<std::string_view, 5> kLogLevels{"trace", "debug", "info", "warn", "error"};

const std::vector<SettingDeclaration> kSettings{
    {"data", "folder for the data of the service on this machine", &Settings::data},
    {"listen", "HOST:PORT to listen on; port 0 selects a free port", &Settings::listen},
    {"ledger", "URL of the ledger: sqlite:PATH or postgresql://…; default: a SQLite file in the data folder",
     &Settings::ledger},
    {"facts",
     "URL of the analytics store: duckdb:PATH, clickhouse://USER:PASSWORD@HOST:PORT/DATABASE, or clickhouse+https://… "
     "for TLS, with ?cluster=NAME for a cluster; default: a DuckDB file in the data folder",
     &Settings::facts},
    {"metrics_listen", "HOST:PORT for Prometheus metrics; empty: no metrics", &Settings::metrics_listen},
    {"public_url", "URL of this service in links and reports, https://HOST; default: the host of each request",
     &Settings::public_url},
    {"tracking_url", "URL of the host for short tracking URLs, https://HOST; default: the same host as public_url",
     &Settings::tracking_url},
    {"log_level", "lowest level that is logged: trace, debug, info, warn or error", &Settings::log_level},
    {"io_threads", "threads that serve requests; 0: one per core", &Settings::io_threads, 0, 256},
    {"max_connections", "maximum number of open connections; further connections get 503", &Settings::max_connections,
     1, 1'000'000},
    {"max_connections_per_address",
     "maximum number of open connections of one client address (IPv6: of its first 64 bits), and of its running "
     "requests "
     "behind a trusted proxy; further ones get 429",
     &Settings::max_connections_per_address, 1, 1'000'000},
    {"request_timeout_ms", "maximum time from the first byte of a request to its response, in milliseconds",
     &Settings::request_timeout_ms, 100, kHourMs},
    {"idle_timeout_ms", "maximum time that a connection stays open between requests, in milliseconds",
     &Settings::idle_timeout_ms, 100, kHourMs},
    {"drain_timeout_ms", "maximum time to finish running requests after SIGTERM, in milliseconds",
     &Settings::drain_timeout_ms, 0, kHourMs},
    {"trusted_proxies", "networks of proxies whose X-Forwarded-For and X-Forwarded-Proto are used, separated by commas",
     &Settings::trusted_proxies},
    {"anonymous_requests_per_minute", "rate limit per address for event requests without a valid API key",
     &Settings::anonymous_requests_per_minute, 1, 1'000'000'000},
    {"key_requests_per_minute",
     "rate limit per API key for all requests that do not send events, on each node; further requests get 429",
     &Settings::key_requests_per_minute, 1, 1'000'000'000},
    {"track_visits_per_minute",
     "maximum number of clicks of one address per minute that are stored (IPv6: of its first 64 bits); visitors beyond "
     "it "
     "are redirected and counted, but their clicks are not stored; 0: no limit",
     &Settings::track_visits_per_minute, 0, 1'000'000'000},
    {"session_idle_minutes", "minutes without a request after which a session ends", &Settings::session_idle_minutes, 1,
     kSessionMinutesMax},
    {"session_max_minutes", "minutes after the log-in after which a session ends", &Settings::session_max_minutes, 1,
     kSessionMinutesMax},
    {"secret_file",
     "file with the secret that encrypts the ledger's keys (64 hexadecimal digits); default: secret.key in the data "
     "folder",
     &Settings::secret_file},
    {"queue_events_max",
     "maximum number of events that wait for a commit; further requests get 503; each operator may always have a tenth "
     "of "
     "it, even if others have filled it",
     &Settings::queue_events_max, 100, 10'000'000},
    {"journal_clicks_max",
     "maximum number of clicks and impressions that wait for the ledger in the journal in the data folder, which also "
     "takes at most 10 % of the free disk; further visitors wait for the ledger; 0: no journal",
     &Settings::journal_clicks_max, 0, 1'000'000'000},
    {"postgres_connections", "number of connections that write to PostgreSQL", &Settings::postgres_connections, 1, 64},
    {"facts_ca_file",
     "file (PEM) with the CA certificates that ClickHouse's certificate is checked with, for clickhouse+https://…; "
     "default: the system's",
     &Settings::facts_ca_file},
    {"facts_memory_mb",
     "memory limit of DuckDB in MB, at least 64; 0: 1024 or a quarter of the machine's memory, whichever is less",
     &Settings::facts_memory_mb, 0, 1 << 24},
    {"facts_threads", "threads of DuckDB; 0: one per core", &Settings::facts_threads, 0, 256},
    {"report_timeout_ms", "maximum time of one query in the analytics store, in milliseconds",
     &Settings::report_timeout_ms, 100, kHourMs},
    {"country_database",
     "MaxMind database (.mmdb) that maps the addresses of clicks to countries; empty: countries are unknown",
     &Settings::country_database},
    {"adapters",
     "folder with adapters (*.yaml), which translate events of other systems for POST /adapters/NAME/events; they are "
     "added to the built-in ones",
     &Settings::adapters},
    {"drop_clicks_after_days",
     "days (fractions allowed) after which clicks without an attribution are deleted; reports still count them; clicks "
     "within a brand's attribution window are always kept; 0: never",
     &Settings::drop_clicks_after_days, 0, kDaysMax},
    {"archive_after_days",
     "days (fractions allowed) after which blocks of facts are moved to compressed archive files; 0: never",
     &Settings::archive_after_days, 0, kDaysMax},
    {"archive",
     "folder of the archive files; default: archive in the data folder; nodes that share a PostgreSQL ledger must "
     "share this folder",
     &Settings::archive},
    {"images_max", "maximum number of uploaded images of one operator; further uploads get 409", &Settings::images_max,
     0, 1'000'000},
    {"images_mb_max", "maximum size of all uploaded images of one operator in MB; further uploads get 409",
     &Settings::images_mb_max, 0, 1 << 20},
    {"image_cache_mb", "memory in MB for the uploaded images that were asked for last; others are read from the ledger",
     &Settings::image_cache_mb, 0, 1 << 20},
    {"drop_images_after_days",
     "days (fractions allowed) after which an uploaded image that no creative uses is deleted; 0: never",
     &Settings::drop_images_after_days, 0, kDaysMax},
    {"outbox_allow_networks",
     "private networks that postbacks may be sent to, separated by commas; default: none, so that nobody can reach the "
     "operator's own network through this service",
     &Settings::outbox_allow_networks},
    {"outbox_keep_days",
     "messages that were delivered or have failed are dropped after this many days, and only counted; 0: never",
     &Settings::outbox_keep_days, 0, kDaysMax},
    {"feed_silent_minutes",
     "a brand that has sent events and then none for this long is reported to webhooks with the type feed.silent, to "
     "admins by mail and on the console's home; types that are rare by nature, such as chargebacks, do not count; "
     "0: never",
     &Settings::feed_silent_minutes, 0, kFeedSilentMinutesMax},
    {"report_file_kb_max",
     "maximum size of a scheduled report as CSV, in KB; a larger report is not attached or posted, but linked to",
     &Settings::report_file_kb_max, 1, 16'384},
    {"fraud_check_seconds",
     "minimum time between two runs of an active fraud rule, in seconds; 0: fraud rules never run",
     &Settings::fraud_check_seconds, 0, kFraudCheckSecondsMax},
    {"mail_host", "mail server (SMTP) that sends the mails of this service; empty: no mails, links are copied by hand",
     &Settings::mail_host},
    {"mail_port", "port of the mail server; 0: 587 for starttls, 465 for tls, 25 for none", &Settings::mail_port, 0,
     65'535},
    {"mail_tls", "encryption of mails: starttls, tls, or none, which is only for a server on this machine",
     &Settings::mail_tls},
    {"mail_user", "user at the mail server; empty: no authentication", &Settings::mail_user},
    {"mail_password", "password at the mail server; in the settings file or the environment, never a flag",
     &Settings::mail_password, 0, 0, true},
    {"mail_password_file", "file that contains only the password at the mail server", &Settings::mail_password_file},
    {"mail_from", "address that mails are sent from", &Settings::mail_from},
    {"mail_ca_file",
     "file (PEM) with the CA certificates that the mail server's certificate is checked with; default: the system's",
     &Settings::mail_ca_file},
    {"demo_days", "days of sample data for a demo, which then keeps growing; needs its own data folder; 0: no demo",
     &Settings::demo_days, 0, kDemoDaysMax},
    {"clock_step_seconds",
     "if the clock is set forward or back by more seconds than this, nothing is recorded until it is right again or "
     "the "
     "change is confirmed",
     &Settings::clock_step_seconds, 1, kClockSecondsMax},
    {"clock_difference_seconds",
     "maximum difference from the clock of the PostgreSQL server, in seconds; beyond it this node records nothing",
     &Settings::clock_difference_seconds, 1, kClockSecondsMax},
    {"clock_behind_seconds",
     "if the clock is behind the last commit by more seconds than this, nothing is recorded; at least twice "
     "clock_difference_seconds if several nodes share a ledger",
     &Settings::clock_behind_seconds, 1, kClockSecondsMax},
    {"clock_ahead_days",
     "if at a start the last write to the ledger is more days ago than this, nothing is recorded until the clock is "
     "confirmed",
     &Settings::clock_ahead_days, 1, kDaysMax},
};

const SettingDeclaration* FindSetting(std::string_view name) {
    const auto found = std::ranges::find(kSettings, name, &SettingDeclaration::name);
    return found == kSettings.end() ? nullptr : &*found;
}

constexpr std::string_view kWebHostRule =
    "must be https://HOST or http://HOST, without a slash at the end, spaces, control characters, quotes or "
    "backslashes";

// Printable ASCII that URLs contain without encoding.
bool IsUrlCharacter(char character) {
    constexpr std::string_view kNever = "\"'<>\\^`{|}";
    return character > ' ' && character < '\x7f' && kNever.find(character) == std::string_view::npos;
}

// The URL becomes part of headers and links.
bool IsWebHost(std::string_view url) {
    return url.empty() || ((url.starts_with("https://") || url.starts_with("http://")) && !url.ends_with('/') &&
                           std::ranges::all_of(url, IsUrlCharacter));
}

std::unexpected<Error> WrongValue(std::string_view where, std::string_view name, std::string_view problem) {
    return Fail(ErrorCode::kInvalidValue, std::string(where) + ": " + std::string(name) + " " + std::string(problem));
}

template <class Number>
Status AssignNumber(Settings& settings, const SettingDeclaration& setting, Number number, std::string_view where) {
    // Written so that NaN is also out of bounds.
    if (!(number >= static_cast<Number>(setting.min) && number <= static_cast<Number>(setting.max))) {
        return WrongValue(where, setting.name,
                          "must be from " + std::to_string(setting.min) + " to " + std::to_string(setting.max));
    }
    settings.*std::get<Number Settings::*>(setting.field) = number;
    return {};
}

template <class Number>
Status AssignNumberText(Settings& settings, const SettingDeclaration& setting, const std::string& text,
                        std::string_view where, std::string_view problem) {
    Number number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return WrongValue(where, setting.name, problem);
    return AssignNumber(settings, setting, number, where);
}

// For the environment and flags, where every value is text.
Status AssignText(Settings& settings, const SettingDeclaration& setting, const std::string& text,
                  std::string_view where) {
    if (const auto* field = std::get_if<std::string Settings::*>(&setting.field)) {
        settings.** field = text;
        return {};
    }
    if (const auto* field = std::get_if<std::vector<std::string> Settings::*>(&setting.field)) {
        const auto parts = SplitTrimmed(text, ',');
        (settings.**field).assign(parts.begin(), parts.end());
        return {};
    }
    if (std::holds_alternative<double Settings::*>(setting.field)) {
        return AssignNumberText<double>(settings, setting, text, where, "must be a number");
    }
    return AssignNumberText<std::int64_t>(settings, setting, text, where, "must be a whole number");
}

Status AssignNode(Settings& settings, const SettingDeclaration& setting, const toml::node& node,
                  std::string_view where) {
    if (const auto* field = std::get_if<std::vector<std::string> Settings::*>(&setting.field)) {
        const auto* list = node.as_array();
        if (list == nullptr) return WrongValue(where, setting.name, "must be a list of strings");
        (settings.**field).clear();
        for (const auto& item : *list) {
            const auto text = item.value_exact<std::string>();
            if (!text) return WrongValue(where, setting.name, "must be a list of strings");
            (settings.**field).push_back(*text);
        }
        return {};
    }
    if (std::holds_alternative<std::int64_t Settings::*>(setting.field)) {
        const auto number = node.value_exact<std::int64_t>();
        if (!number) return WrongValue(where, setting.name, "must be a whole number");
        return AssignNumber(settings, setting, *number, where);
    }
    if (std::holds_alternative<double Settings::*>(setting.field)) {
        const auto number = node.is_number() ? node.value<double>() : std::nullopt;
        if (!number) return WrongValue(where, setting.name, "must be a number");
        return AssignNumber(settings, setting, *number, where);
    }
    const auto text = node.value_exact<std::string>();
    if (!text) return WrongValue(where, setting.name, "must be a string");
    return AssignText(settings, setting, *text, where);
}

Status ReadFile(Settings& settings, const std::string& path) {
    try {
        const toml::table table = toml::parse_file(path);
        for (const auto& [key, node] : table) {
            const auto* setting = FindSetting(key.str());
            if (setting == nullptr) return WrongValue(path, key.str(), "is not a setting");
            TRY(AssignNode(settings, *setting, node, path));
        }
    } catch (const toml::parse_error& error) {
        const auto line = error.source().begin.line;
        return Fail(ErrorCode::kInvalidValue,
                    path + ":" + std::to_string(line) + ": " + std::string(error.description()));
    } catch (const std::logic_error&) {
        return Fail(ErrorCode::kInvalidValue,
                    path + " is not valid TOML. Settings have the form name = value, without [tables].");
    }
    return {};
}

Status Check(const Settings& settings) {
    for (const auto& [name, networks] : {std::pair("trusted_proxies", &settings.trusted_proxies),
                                         std::pair("outbox_allow_networks", &settings.outbox_allow_networks)}) {
        for (const std::string& network : *networks) {
            if (!IpNetwork::Parse(network))
                return WrongValue("settings", name, "has \"" + network + "\", which is not a network");
        }
    }
    if (std::ranges::find(kLogLevels, settings.log_level) == kLogLevels.end()) {
        return WrongValue("settings", "log_level", "must be trace, debug, info, warn or error");
    }
    if (const auto listen = HostPort::Parse(settings.listen); !listen) {
        return WrongValue("settings", "listen:", listen.error().message);
    }
    if (const auto listen = HostPort::Parse(settings.metrics_listen); !listen && !settings.metrics_listen.empty()) {
        return WrongValue("settings", "metrics_listen:", listen.error().message);
    }
    if (!IsWebHost(settings.public_url)) return WrongValue("settings", "public_url", kWebHostRule);
    if (!IsWebHost(settings.tracking_url)) return WrongValue("settings", "tracking_url", kWebHostRule);
    const bool known_ledger = settings.ledger.empty() || settings.ledger.starts_with("sqlite:") ||
                              settings.ledger.starts_with("postgresql://") ||
                              settings.ledger.starts_with("postgres://");
    if (!known_ledger) return WrongValue("settings", "ledger", "must be sqlite:PATH or postgresql://…");
    const bool known_facts = settings.facts.empty() || settings.facts.starts_with("duckdb:") ||
                             settings.facts.starts_with("clickhouse://") ||
                             settings.facts.starts_with("clickhouse+https://");
    if (!known_facts) {
        return WrongValue("settings", "facts", "must be duckdb:PATH, clickhouse://… or clickhouse+https://…");
    }
    return CheckMailSettings(settings);
}

constexpr std::string_view kMask = "***";
// The parameters of a database's URL that may be shown. All others are masked, because names can be written in several
// ways and a new release of the database may have another secret among them.
constexpr std::array<std::string_view, 15> kShownParameters{
    "host",   "port",   "dbname",  "user",   "sslmode",         "sslrootcert",          "sslcert",
    "sslcrl", "sslkey", "options", "secure", "connect_timeout", "target_session_attrs", "application_name",
    "cluster"};

std::string WithoutSecretParameters(std::string_view parameters) {
    std::string shown;
    while (!parameters.empty()) {
        const std::string_view one = parameters.substr(0, parameters.find('&', 1));
        parameters.remove_prefix(one.size());
        const auto equals = one.find('=');
        const bool secret = equals != std::string_view::npos && equals > 0 &&
                            std::ranges::find(kShownParameters, one.substr(1, equals - 1)) == kShownParameters.end();
        shown += secret ? std::string(one.substr(0, equals + 1)).append(kMask) : std::string(one);
    }
    return shown;
}

// Masks the secrets in the user part and in the parameters of a URL, so that the URL can be shown.
std::string WithoutPassword(std::string text) {
    const auto scheme = text.find("://");
    if (scheme == std::string::npos) return text;
    const auto slash = text.find('/', scheme + 3);
    const auto question = std::min(text.find('?', slash == std::string::npos ? scheme : slash), text.size());
    std::string parameters = WithoutSecretParameters(std::string_view(text).substr(question));
    text.resize(question);
    const auto at = text.rfind('@');
    const auto colon = text.find(':', scheme + 3);
    if (at != std::string::npos && colon < at) text.replace(colon + 1, at - colon - 1, kMask);
    return text + parameters;
}

}  // namespace

std::string Settings::LedgerUrl() const { return ledger.empty() ? "sqlite:" + data + "/ledger.db" : ledger; }

std::string Settings::FactsUrl() const { return facts.empty() ? "duckdb:" + data + "/facts.duckdb" : facts; }

std::string Settings::SecretFile() const { return secret_file.empty() ? data + "/secret.key" : secret_file; }

std::string Settings::ArchiveFolder() const { return archive.empty() ? data + "/archive" : archive; }

std::span<const SettingDeclaration> AllSettings() { return kSettings; }

std::string EnvironmentName(std::string_view setting) {
    return std::string(kEnvironmentPrefix) + ToUpperAscii(setting);
}

std::string FlagName(std::string_view setting) {
    std::string flag = "--" + std::string(setting);
    std::ranges::replace(flag, '_', '-');
    return flag;
}

Result<Settings> LoadSettings(const SettingSources& sources) {
    Settings settings;
    if (sources.config_file) {
        TRY(ReadFile(settings, *sources.config_file));
    }
    for (const auto& [variable, text] : sources.environment) {
        const auto setting =
            std::ranges::find(kSettings, variable, [](const auto& s) { return EnvironmentName(s.name); });
        if (setting == kSettings.end()) {
            settings.unknown_variables.push_back(variable);
            continue;
        }
        TRY(AssignText(settings, *setting, text, variable));
    }
    for (const auto& [name, text] : sources.flags) {
        TRY(AssignText(settings, *FindSetting(name), text, FlagName(name)));
    }
    TRY(ReadMailPassword(settings));
    TRY(Check(settings));
    return settings;
}

std::map<std::string, std::string> FairleadEnvironment() {
    std::map<std::string, std::string> variables;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view text(*entry);
        const auto equals = text.find('=');
        if (!text.starts_with(kEnvironmentPrefix) || equals == std::string_view::npos) continue;
        variables.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
    return variables;
}

std::string DescribeSettings(const Settings& settings) {
    std::string out;
    for (const auto& setting : kSettings) {
        out.append(setting.name).append(" = ");
        if (setting.is_secret) {
            const bool given = !(settings.*std::get<std::string Settings::*>(setting.field)).empty();
            AppendJsonString(out, given ? kMask : std::string_view());
        } else if (const auto* text = std::get_if<std::string Settings::*>(&setting.field)) {
            AppendJsonString(out, WithoutPassword(settings.**text));
        } else if (const auto* number = std::get_if<std::int64_t Settings::*>(&setting.field)) {
            out.append(std::to_string(settings.**number));
        } else if (const auto* fraction = std::get_if<double Settings::*>(&setting.field)) {
            out.append(fmt::format("{}", settings.**fraction));
        } else {
            out += '[';
            for (const auto& item : settings.*std::get<std::vector<std::string> Settings::*>(setting.field)) {
                if (!out.ends_with('[')) out += ", ";
                AppendJsonString(out, item);
            }
            out += ']';
        }
        out += '\n';
    }
    return out;
}

}  // namespace fairlead::cli
