#pragma once

#include <cstddef>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace fairlead {

// The most errors that a response lists. A body of 1 MiB can have 100,000 of them, which is more than a person reads.
inline constexpr std::size_t kErrorsMax = 100;

// The errors of one request, at most kErrorsMax. Further errors are dropped, and HasMore() returns true. A loop over
// input should stop then: searching for errors that are not reported wastes time.
class Errors {
public:
    Errors() = default;
    Errors(std::initializer_list<Error> errors);

    void push_back(Error error);

    bool HasMore() const { return has_more_; }
    bool empty() const { return errors_.empty(); }
    std::size_t size() const { return errors_.size(); }
    const Error& front() const { return errors_.front(); }
    const Error& operator[](std::size_t index) const { return errors_[index]; }
    auto begin() { return errors_.begin(); }
    auto end() { return errors_.end(); }
    auto begin() const { return errors_.begin(); }
    auto end() const { return errors_.end(); }

    bool operator==(const Errors&) const = default;

    // Adds the errors of the value at `pointer` to `all`.
    friend void AppendAt(std::string_view pointer, Errors errors, Errors& all);

private:
    std::vector<Error> errors_;
    bool has_more_ = false;
};

}  // namespace fairlead
