#pragma once

#include <source_location>

namespace fairlead {

[[noreturn]] void AbortOnBug(const char* what, const std::source_location& where = std::source_location::current());

}  // namespace fairlead

// Checks a condition that only a bug can break. It stays on in every build, because a wrong number is worse than a
// stopped service. An optional string literal after the condition explains it.
#define FAIRLEAD_ASSERT(condition, ...) \
    ((condition) ? void() : ::fairlead::AbortOnBug(#condition __VA_OPT__(": " __VA_ARGS__)))
