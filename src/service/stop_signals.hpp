#pragma once

#include <csignal>

namespace fairlead::service {

// Blocks the signals that stop the service in every thread, so that one thread can wait for them.
sigset_t BlockStopSignals();

}  // namespace fairlead::service
