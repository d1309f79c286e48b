#pragma once

#include <expected>
#include <string>
#include <utility>

#include "base/error.hpp"

namespace fairlead {

// A value, or the expected reason why there is none.
template <class T>
using Result = std::expected<T, Error>;

// Done, or why not.
using Status = Result<void>;

inline std::unexpected<Error> Fail(ErrorCode code, std::string message, std::string pointer = {}) {
    return std::unexpected(Error{code, std::move(pointer), std::move(message)});
}

}  // namespace fairlead
