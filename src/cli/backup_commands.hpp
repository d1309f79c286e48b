#pragma once

#include <functional>

#include "cli/command_line.hpp"
#include "cli/print.hpp"

namespace fairlead::cli {

// `fairlead backup` and `fairlead restore`. The parser refers to this object.
class BackupCommands {
public:
    BackupCommands(CLI::App& app, const AddCommand& add);
    BackupCommands(const BackupCommands&) = delete;
    BackupCommands& operator=(const BackupCommands&) = delete;

    bool parsed() const;
    // `verify` verifies a restored ledger. Both return the exit status.
    int Run(const Settings& settings, const Commands& commands, bool as_json, const std::function<int()>& verify) const;

private:
    void AddFollowOptions();
    int Follow(const Settings& settings, const Commands& commands) const;
    int Backup(const Settings& settings, const Commands& commands, bool as_json) const;
    int Restore(const Settings& settings, const Commands& commands, bool as_json,
                const std::function<int()>& verify) const;

    CLI::App* backup_;
    CLI::App* restore_;
    app::BackupOptions backup_options_;
    bool follow_ = false;
    app::FollowOptions follow_options_;
    app::RestoreOptions restore_options_;
    std::string at_;
    bool no_verify_ = false;
};

}  // namespace fairlead::cli
