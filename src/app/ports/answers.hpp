#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "base/result.hpp"

namespace fairlead::app {

// How a port answers. A method that takes a callback returns at once and calls it exactly once, on a thread of the
// port's, which the callback must not hold up.
template <class Answer>
using AnswerDone = std::move_only_function<void(Result<Answer>)>;
using StatusDone = std::move_only_function<void(Status)>;

// A part of a list. `more_after` is the cursor of the next page. A page may have fewer items than asked for, even none,
// while there are more.
template <class Item, class Cursor>
struct Page {
    std::vector<Item> items;
    std::optional<Cursor> more_after;
};

}  // namespace fairlead::app
