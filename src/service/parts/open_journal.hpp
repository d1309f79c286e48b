#pragma once

#include <memory>

#include "cli/settings.hpp"
#include "journal/click_journal.hpp"

namespace fairlead::service {

// The journal of this node's clicks. Null if it is switched off, or if another process owns the data folder.
Result<std::unique_ptr<journal::ClickJournal>> OpenJournal(const cli::Settings& settings, bool owns_folder,
                                                           app::Intake& intake, telemetry::Metrics& metrics);

}  // namespace fairlead::service
