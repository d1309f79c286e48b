#include "cli/command_line.hpp"

#include <algorithm>
#include <iostream>

#include <CLI/CLI.hpp>

#include "app/resources/describe_resources.hpp"
#include "base/crypto/secrets.hpp"
#include "base/text/text.hpp"
#include "cli/backup_commands.hpp"
#include "cli/list_commands.hpp"
#include "cli/mail_command.hpp"
#include "cli/open_permissions.hpp"
#include "cli/print.hpp"
#include "cli/read_password.hpp"
#include "cli/rebuild_command.hpp"
#include "cli/repair_commands.hpp"
#include "cli/self/self_commands.hpp"
#include "cli/simulate_command.hpp"
#include "cli/verify_command.hpp"
#include "domain/access/password.hpp"

namespace fairlead::cli {
namespace {

namespace json = boost::json;

constexpr int kEmailAttemptsMax = 100;

// The values from the command line, before they are checked.
struct Given {
    std::string config_file;
    std::map<std::string, std::string> flags;  // Settings, by name.
    std::string operator_name;
    std::string operator_id;
    std::string admin_email;
    std::string key_name;
    std::string user_email;
    std::string user_role = "viewer";
    std::string user_affiliate;
    PasswordSource user_password;
    std::string accrual_id;
    std::string allowed_ips;
    std::optional<std::string> scopes;  // Of a new key. An empty list is refused.
    std::int64_t requests_per_minute = 0;
    bool json = false;
    bool accept_loss = false;
    bool scrub = false;
    std::vector<std::string> expected_heads;
    bool accept_clock = false;
};

// The value that --demo gives to --demo-days.
constexpr const char* kDemoDays = "365";

// The settings that commands on the ledger accept. `serve` and `config check` accept all settings.
constexpr std::array<std::string_view, 5> kLedgerSettings{"data", "ledger", "facts", "archive", "secret_file"};

void AddSettingFlags(CLI::App& command, Given& given, bool all) {
    command.add_option("--config", given.config_file, "settings file (TOML)")->check(CLI::ExistingFile);
    for (const auto& setting : AllSettings()) {
        if (!all && std::ranges::find(kLedgerSettings, setting.name) == kLedgerSettings.end()) continue;
        if (setting.is_secret) continue;
        command.add_option_function<std::string>(
            FlagName(setting.name),
            [&given, name = std::string(setting.name)](const std::string& value) { given.flags[name] = value; },
            std::string(setting.meaning));
    }
}

// Adds a command that works on the ledger and can print its result as JSON.
CLI::App* AddLedgerCommand(CLI::App& parent, Given& given, const std::string& name, const std::string& meaning,
                           bool all_settings = false) {
    auto* command = parent.add_subcommand(name, meaning);
    AddSettingFlags(*command, given, all_settings);
    command->add_flag("--json", given.json, "print JSON");
    return command;
}

// Also warns about variables that have no effect.
Result<Settings> LoadFromEverywhere(const Given& given) {
    auto settings = LoadSettings({given.config_file.empty() ? std::nullopt : std::optional(given.config_file),
                                  FairleadEnvironment(), given.flags});
    if (!settings) return settings;
    for (const std::string& variable : settings->unknown_variables) {
        std::cerr << "fairlead: warning: the environment variable " << variable
                  << " is not a setting and has no effect\n";
    }
    return settings;
}

Result<Settings> Load(const Given& given) {
    auto settings = LoadFromEverywhere(given);
    if (settings) settings->accept_loss = given.accept_loss;
    if (settings && settings->data.empty()) {
        return Fail(ErrorCode::kInvalidValue,
                    "--data is required: the folder for the data of the service on this machine");
    }
    if (settings) settings->accept_clock = given.accept_clock;
    return settings;
}

// Loads the settings and passes them to `run`, or prints what is wrong with them.
template <class Run>
int WithSettings(const Given& given, const Run& run) {
    const auto settings = Load(given);
    if (settings) return run(*settings);
    PrintErrors({settings.error()});
    return kWrongUsage;
}

bool IsTakenEmail(const app::ObjectResult& result) {
    return !result && result.error().front().code == ErrorCode::kConflict;
}

// Without --admin-email the address is derived from the operator's name. A number makes it unique.
app::ObjectResult CreateWithAdmin(const Given& given, const Settings& settings, const Commands& commands,
                                  bool make_data, const std::string& password) {
    app::NewOperator wanted{given.operator_name, given.admin_email, HashPassword(password)};
    if (!given.admin_email.empty()) return commands.create_operator(settings, wanted, make_data);
    app::ObjectResult result = std::unexpected(app::Errors());
    for (int attempt = 1; attempt <= kEmailAttemptsMax; ++attempt) {
        const std::string suffix = attempt == 1 ? "" : " " + std::to_string(attempt);
        wanted.admin_email = app::DefaultAdminEmail(given.operator_name + suffix);
        result = commands.create_operator(settings, wanted, make_data);
        if (!IsTakenEmail(result)) break;
    }
    return result;
}

int CreateOperatorCommand(const Given& given, const Commands& commands, bool make_data) {
    return WithSettings(given, [&](const Settings& settings) {
        const std::string password = access::NewPassword(given.admin_email);
        auto result = CreateWithAdmin(given, settings, commands, make_data, password);
        if (!result) {
            PrintErrors(result.error(), make_data ? kOptionsOfInit : kOptionsOfOperator);
            return kFailed;
        }
        (*result)["adminPassword"] = password;
        Print(*result, given.json);
        if (!given.json) {
            std::cout << "Store the API key and the password now. They cannot be shown again.\n";
            if (make_data && settings.ledger.empty())
                std::cout << "Start the service: fairlead serve --data " << settings.data << "\n";
        }
        return kDone;
    });
}

int CreateKeyCommand(const Given& given, const Commands& commands) {
    return WithSettings(given, [&](const Settings& settings) {
        json::object key{{"name", given.key_name}};
        if (given.requests_per_minute != 0) key["requestsPerMinute"] = given.requests_per_minute;
        json::array allowed;
        for (const auto part : SplitTrimmed(given.allowed_ips, ',')) allowed.emplace_back(part);
        if (!allowed.empty()) key["allowedIps"] = std::move(allowed);
        if (given.scopes) {
            json::array scopes;
            for (const auto part : SplitTrimmed(*given.scopes, ',')) scopes.emplace_back(part);
            key["scopes"] = std::move(scopes);
        }
        const auto result = commands.create_key(settings, given.operator_id, key);
        if (!result) {
            PrintErrors(result.error(), kOptionsOfKey);
            return kFailed;
        }
        Print(*result, given.json);
        return kDone;
    });
}

// The password from the source that the user named, or a random one. Fails if it breaks the rule for passwords.
Result<std::string> PasswordOfNewUser(const Given& given, const std::optional<std::string>& read) {
    if (!read) return access::NewPassword(given.user_email);
    if (auto why = access::WhyPasswordIsRefused(*read, given.user_email)) {
        return Fail(ErrorCode::kInvalidValue, "the password " + *why);
    }
    return *read;
}

int CreateUserCommand(const Given& given, const Commands& commands) {
    return WithSettings(given, [&](const Settings& settings) {
        const auto read = ReadPassword(given.user_password);
        const auto password = read ? PasswordOfNewUser(given, *read) : std::unexpected(read.error());
        if (!password) {
            PrintErrors({password.error()});
            return kWrongUsage;
        }
        json::object user{{"email", given.user_email}, {"role", given.user_role}};
        if (!given.user_affiliate.empty()) user["affiliateId"] = given.user_affiliate;
        auto result = commands.create_user(settings, given.operator_id, user, HashPassword(*password));
        if (!result) {
            PrintErrors(result.error(), kOptionsOfUser);
            return kFailed;
        }
        // Only a random password is printed.
        if (!*read) (*result)["password"] = *password;
        Print(*result, given.json);
        return kDone;
    });
}

int ExplainCommand(const Given& given, const Commands& commands) {
    return WithSettings(given, [&](const Settings& settings) {
        const auto result = commands.explain(settings, given.operator_id, given.accrual_id);
        if (!result) {
            PrintErrors(result.error());
            return kFailed;
        }
        if (given.json) {
            std::cout << json::serialize(*result) << "\n";
            return kDone;
        }
        for (const auto& sentence : result->at("sentences").as_array()) {
            std::cout << std::string_view(sentence.as_string()) << "\n";
        }
        return kDone;
    });
}

int VerifyCommand(const Given& given, const Commands& commands) {
    return WithSettings(given, [&](const Settings& settings) {
        return VerifyExpecting(settings, commands, {given.expected_heads, given.scrub, given.json});
    });
}

int BackupCommand(const Given& given, const Commands& commands, const BackupCommands& backups) {
    return WithSettings(given, [&](const Settings& settings) {
        return backups.Run(settings, commands, given.json,
                           [&] { return Verify(settings, commands, {}, /*as_json=*/false, std::cerr); });
    });
}

int RotateSecretCommand(const Given& given, const Commands& commands) {
    return WithSettings(given, [&](const Settings& settings) {
        if (const Status rotated = commands.rotate_secret(settings); !rotated) {
            PrintErrors({rotated.error()});
            return kFailed;
        }
        Print({{"secretFile", settings.SecretFile()}}, given.json);
        if (!given.json) {
            std::cout
                << "The secret was replaced. Copy the file to the other nodes. Backups from before need the old one.\n";
        }
        return kDone;
    });
}

int StatusCommand(const Given& given, const Commands& commands) {
    return WithSettings(given, [&](const Settings& settings) {
        if (const Status ready = commands.ready(settings); !ready) {
            PrintErrors({ready.error()});
            return kFailed;
        }
        Print({{"status", "ready"}}, given.json);
        return kDone;
    });
}

int CheckConfigCommand(const Given& given) {
    const auto settings = LoadFromEverywhere(given);
    if (!settings) {
        PrintErrors({settings.error()});
        return kWrongUsage;
    }
    std::cout << DescribeSettings(*settings);
    for (const std::string& warning : FindOpenPermissions(*settings)) std::cerr << "warning: " << warning << "\n";
    return kDone;
}

CLI::App* AddServe(CLI::App& app, Given& given) {
    auto* serve = app.add_subcommand("serve", "run the service: API, console, portal and tracking links");
    AddSettingFlags(*serve, given, true);
    serve->add_flag_callback(
        "--demo", [&given] { given.flags.try_emplace("demo_days", kDemoDays); },
        "fill the data folder with a year of sample data, print log-ins, and keep adding data");
    serve->add_flag("--accept-loss", given.accept_loss,
                    "serve although the ledger lacks commits that it had before; give this once, after you have looked "
                    "into the loss");
    serve->add_flag("--accept-clock", given.accept_clock,
                    "trust the clock at this start, even if the last write to the ledger is long ago");
    return serve;
}

CLI::App* AddInit(CLI::App& app, Given& given) {
    auto* init = AddLedgerCommand(
        app, given, "init", "create a data folder or database with an operator, a brand, an admin and an API key");
    init->add_option("--operator", given.operator_name, "name of the operator")->required();
    init->add_option("--admin-email", given.admin_email, "e-mail address of the first admin");
    return init;
}

CLI::App* AddOperatorCreate(CLI::App& app, Given& given) {
    auto* operators = app.add_subcommand("operator", "operators")->require_subcommand(1);
    auto* create =
        AddLedgerCommand(*operators, given, "create", "create another operator with a brand, an admin and an API key");
    create->add_option("--name", given.operator_name, "name of the operator")->required();
    create->add_option("--admin-email", given.admin_email, "e-mail address of the first admin");
    return create;
}

CLI::App* AddKeyCreate(CLI::App& app, Given& given) {
    auto* keys = app.add_subcommand("key", "API keys")->require_subcommand(1);
    auto* create = AddLedgerCommand(*keys, given, "create", "create an API key for an operator");
    create->add_option("--operator", given.operator_id, "id of the operator")->required();
    create->add_option("--name", given.key_name, "name of the key, such as the program that uses it")->required();
    create->add_option("--allowed-ips", given.allowed_ips,
                       "networks from which the key can be used, separated by commas; default: all");
    // A function, because an empty value must not count as a missing one, which means full.
    create->add_option_function<std::string>(
        "--scopes", [&given](const std::string& value) { given.scopes = value; },
        "what the key may do, separated by commas: events, tracking, reports, money, admin, full; "
        "default: full");
    create->add_option("--requests-per-minute", given.requests_per_minute, "rate limit for event requests");
    return create;
}

CLI::App* AddUserCreate(CLI::App& app, Given& given) {
    auto* users = app.add_subcommand("user", "users who log in")->require_subcommand(1);
    auto* create =
        AddLedgerCommand(*users, given, "create", "create a user, with a random password that is printed once");
    create->add_option("--operator", given.operator_id, "id of the operator")->required();
    create->add_option("--email", given.user_email, "e-mail address to log in with")->required();
    create->add_option("--role", given.user_role, "admin, manager, finance, viewer (default) or affiliate");
    create->add_option("--affiliate", given.user_affiliate, "id of the affiliate; required for the role affiliate");
    AddPasswordFlags(*create, given.user_password);
    return create;
}

CLI::App* AddExplain(CLI::App& app, Given& given) {
    auto* explain =
        AddLedgerCommand(app, given, "explain", "explain an accrual step by step, from the click to the amount");
    explain->add_option("id", given.accrual_id, "id of the accrual")->required();
    explain->add_option("--operator", given.operator_id, "id of the operator; default: search all operators");
    return explain;
}

CLI::App* AddVerify(CLI::App& app, Given& given) {
    auto* verify = AddLedgerCommand(
        app, given, "verify", "recompute attributions, accruals and statements from the record and report differences");
    verify->add_flag("--scrub", given.scrub,
                     "also read every page of the ledger and every block of facts, and name what is damaged");
    verify->add_option("--expect", given.expected_heads,
                       "a head that was noted down earlier, OPERATORID:NUMBER:HASH: fail if the history up to it was "
                       "rewritten; can be repeated");
    return verify;
}

CLI::App* AddSecretRotate(CLI::App& app, Given& given) {
    auto* secret = app.add_subcommand("secret", "the secret file")->require_subcommand(1);
    return AddLedgerCommand(*secret, given, "rotate",
                            "replace the secret file and wrap the ledger's keys with the new secret");
}

// Returns the exit status if there is nothing to run: after --help or --version, or if the usage is wrong.
std::optional<int> ParseArguments(CLI::App& app, int argc, char** argv, const Commands& commands) {
    app.set_version_flag(
        "--version", [&commands] { return DescribeVersion(commands.engines()); },
        "print the version, the commit and the versions of the databases, and exit");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const std::string_view named = argc > 1 ? argv[1] : "-";
        const auto commands_named = app.get_subcommands([&](const CLI::App* one) { return one->get_name() == named; });
        if (!named.starts_with('-') && commands_named.empty()) {
            std::cerr << "fairlead: unknown command " << named << ". Run fairlead --help for a list of commands.\n";
            return kWrongUsage;
        }
        return app.exit(error) == 0 ? kDone : kWrongUsage;
    }
    return std::nullopt;
}

}  // namespace

int RunCommandLine(int argc, char** argv, const Commands& commands) {
    CLI::App app("Fairlead: affiliate management that can prove every number it shows", "fairlead");
    app.require_subcommand(1);
    Given given;
    auto* serve = AddServe(app, given);
    auto* status =
        AddLedgerCommand(app, given, "status", "say whether the service of a data folder is ready; if not, fail");
    auto* init = AddInit(app, given);
    auto* operator_create = AddOperatorCreate(app, given);
    auto* key_create = AddKeyCreate(app, given);
    auto* user_create = AddUserCreate(app, given);

    auto* explain = AddExplain(app, given);
    auto* verify = AddVerify(app, given);
    auto* rebuild = AddLedgerCommand(app, given, "rebuild", "rebuild the analytics store from the ledger");

    auto* secret_rotate = AddSecretRotate(app, given);
    const AddCommand add = [&](CLI::App& parent, const std::string& name, const std::string& meaning) {
        return AddLedgerCommand(parent, given, name, meaning);
    };
    BackupCommands backups(app, add);
    RepairCommands repairs(app, add);
    ListCommands lists(app, add);
    SimulateCommand simulate(app, add);
    MailCommand mail(app, [&](CLI::App& parent, const std::string& name, const std::string& meaning) {
        return AddLedgerCommand(parent, given, name, meaning, /*all_settings=*/true);
    });

    auto* config = app.add_subcommand("config", "settings")->require_subcommand(1);
    auto* config_check = config->add_subcommand("check", "print the settings in force, or the first error in them");
    AddSettingFlags(*config_check, given, true);

    SelfCommands self(app);

    // Only for the build of api/openapi.yaml, so the help does not list it.
    auto* describe_api = app.add_subcommand("describe-api", "print the declared resources as JSON")->group("");

    if (const auto wrong = ParseArguments(app, argc, argv, commands)) return *wrong;
    if (serve->parsed()) return WithSettings(given, commands.serve);
    if (status->parsed()) return StatusCommand(given, commands);
    if (init->parsed()) return CreateOperatorCommand(given, commands, /*make_data=*/true);
    if (operator_create->parsed()) return CreateOperatorCommand(given, commands, /*make_data=*/false);
    if (key_create->parsed()) return CreateKeyCommand(given, commands);
    if (user_create->parsed()) return CreateUserCommand(given, commands);
    if (explain->parsed()) return ExplainCommand(given, commands);
    if (verify->parsed()) return VerifyCommand(given, commands);
    if (backups.parsed()) return BackupCommand(given, commands, backups);
    if (rebuild->parsed()) {
        return WithSettings(given, [&](const Settings& settings) { return Rebuild(settings, commands, given.json); });
    }
    const auto run = [&](const auto& command) {
        return WithSettings(given,
                            [&](const Settings& settings) { return command.Run(settings, commands, given.json); });
    };
    if (repairs.parsed()) return run(repairs);
    if (simulate.parsed()) return run(simulate);
    if (lists.parsed()) return run(lists);
    if (self.parsed()) {
        self.Run(app);
        return kDone;
    }
    if (secret_rotate->parsed()) return RotateSecretCommand(given, commands);
    if (mail.parsed()) return mail.Run(LoadFromEverywhere(given), commands, given.json);
    if (config_check->parsed()) return CheckConfigCommand(given);
    if (describe_api->parsed()) {
        std::cout << json::serialize(app::DescribeResources()) << "\n";
        return kDone;
    }
    return kWrongUsage;
}

}  // namespace fairlead::cli
