#pragma once

#include <string>

#include <boost/json.hpp>

#include "app/ports/answers.hpp"
#include "http/server/problem.hpp"
#include "http/server/request.hpp"
#include "http/server/responder.hpp"

namespace fairlead::http {

// Callbacks that answer a request with the result of a ledger query. The answer is encoded on the request's own thread.

template <class Answer, class Encode>
app::AnswerDone<Answer> AnswerObject(const Request& request, Responder responder, Encode encode) {
    return [responder = std::move(responder), request_id = std::string(request.request_id),
            encode = std::move(encode)](Result<Answer> answer) mutable {
        responder.SendFrom([answer = std::move(answer), request_id = std::move(request_id), encode]() -> Response {
            if (!answer) return Problem(answer.error(), request_id);
            return {.body = boost::json::serialize(encode(*answer))};
        });
    };
}

// Answers with a page of a list: `items` and `nextCursor`.
template <class PageType, class Encode, class ToCursor>
app::AnswerDone<PageType> AnswerPage(const Request& request, Responder responder, Encode encode, ToCursor to_cursor) {
    return AnswerObject<PageType>(request, std::move(responder),
                                  [encode = std::move(encode), to_cursor = std::move(to_cursor)](const PageType& page) {
                                      boost::json::array items;
                                      for (const auto& item : page.items) items.push_back(encode(item));
                                      boost::json::value next = nullptr;
                                      if (page.more_after) next = to_cursor(*page.more_after);
                                      return boost::json::object{{"items", std::move(items)},
                                                                 {"nextCursor", std::move(next)}};
                                  });
}

}  // namespace fairlead::http
