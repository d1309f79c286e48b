#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "base/result.hpp"

namespace fairlead::app {

// How a port answers. A method with a callback returns at once and calls the callback exactly once, on a thread of the
// port. The callback must not block.
template <class Answer>
using AnswerDone = std::move_only_function<void(Result<Answer>)>;
using StatusDone = std::move_only_function<void(Status)>;

// One page of a list. `more_after` is the cursor of the next page. A page that is not the last one may have fewer items
// than requested, even none.
template <class Item, class Cursor>
struct Page {
    std::vector<Item> items;
    std::optional<Cursor> more_after;
};

}  // namespace fairlead::app
