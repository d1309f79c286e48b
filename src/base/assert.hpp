#pragma once

#include <source_location>

namespace fairlead {

[[noreturn]] void AbortOnBug(const char* what, const std::source_location& where = std::source_location::current());

}  // namespace fairlead

// Checks what only a bug can break. It stays on in every build: a wrong number is worse than a stopped service. A
// string literal after the condition says in words what must hold.
#define FAIRLEAD_ASSERT(condition, ...) \
    ((condition) ? void() : ::fairlead::AbortOnBug(#condition __VA_OPT__(": " __VA_ARGS__)))
