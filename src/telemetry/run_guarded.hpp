#pragma once

#include <exception>
#include <string_view>

#include "telemetry/log.hpp"

namespace fairlead::telemetry {

// Runs one piece of work of a thread. If it throws, the exception is logged and false is returned: a failure of one
// piece must not end the process, which serves all operators.
template <class Work>
bool RunGuarded(std::string_view name, Work&& work) {
    try {
        work();
        return true;
    } catch (const std::exception& error) {
        LogError("a piece of work failed with an exception",
                 {{"work", name}, {"reason", std::string_view(error.what())}});
    } catch (...) {
        LogError("a piece of work failed with an exception", {{"work", name}});
    }
    return false;
}

}  // namespace fairlead::telemetry
