#pragma once

#include <csignal>

#include <pthread.h>

namespace fairlead::service {

// Blocks the signals that stop the service in every thread, so that one thread can wait for them.
inline sigset_t BlockStopSignals() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
    return signals;
}

}  // namespace fairlead::service
