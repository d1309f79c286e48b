#pragma once

#include <future>

#include "app/ports/record_queries.hpp"

namespace fairlead::app {

// Waits for an answer that comes by callback. Not for threads that others wait for.
template <class Answer, class Ask>
Result<Answer> Await(Ask ask) {
    std::promise<Result<Answer>> promise;
    auto answer = promise.get_future();
    ask([&promise](Result<Answer> result) { promise.set_value(std::move(result)); });
    return answer.get();
}

}  // namespace fairlead::app
