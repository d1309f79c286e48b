#pragma once

#include <expected>
#include <string>
#include <utility>

#include "base/error.hpp"

namespace fairlead {

// A value, or the error that prevented it.
template <class T>
using Result = std::expected<T, Error>;

// Success, or the error that prevented it.
using Status = Result<void>;

inline std::unexpected<Error> Fail(ErrorCode code, std::string message, std::string pointer = {}) {
    return std::unexpected(Error{code, std::move(pointer), std::move(message)});
}

}  // namespace fairlead

#define FAIRLEAD_JOIN_NAMES(one, other) one##other
#define FAIRLEAD_TRY_INTO(result, ...)                                              \
    __extension__({                                                                 \
        auto&& result = (__VA_ARGS__);                                              \
        if (!result) [[unlikely]]                                                   \
            return std::unexpected(std::forward<decltype(result)>(result).error()); \
        *std::forward<decltype(result)>(result);                                    \
    })
#define FAIRLEAD_TRY_NUMBERED(number, ...) FAIRLEAD_TRY_INTO(FAIRLEAD_JOIN_NAMES(tried_, number), __VA_ARGS__)

// Evaluates to the value of a Result. If the Result is an Error, returns it from the enclosing function:
//     const auto rows = TRY(connection.Query(kRows, {}));
#define TRY(...) FAIRLEAD_TRY_NUMBERED(__COUNTER__, __VA_ARGS__)
