#pragma once

#include <expected>
#include <future>
#include <memory>
#include <utility>

#include "base/result.hpp"

namespace fairlead::app {

// The argument of a callback: a Result, unless the answer has its own kind of error.
template <class Answer>
struct Awaited {
    using Type = Result<Answer>;
};
template <class Value, class Failure>
struct Awaited<std::expected<Value, Failure>> {
    using Type = std::expected<Value, Failure>;
};

// Waits for an answer that arrives by callback: Await<StatementPage>(…), Await<Status>(…), Await<ObjectResult>(…). Do
// not call it on a thread that other requests wait for.
template <class Answer, class Ask>
typename Awaited<Answer>::Type Await(Ask ask) {
    using Type = typename Awaited<Answer>::Type;
    // Shared, because the waiting thread may continue while the other thread is still inside set_value.
    const auto promise = std::make_shared<std::promise<Type>>();
    auto answer = promise->get_future();
    ask([promise](Type result) { promise->set_value(std::move(result)); });
    return answer.get();
}

}  // namespace fairlead::app
