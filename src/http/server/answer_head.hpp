#pragma once

#include <string>
#include <string_view>

#include "http/server/response.hpp"

namespace fairlead::http {

// The parts of an answer's head that depend on the connection.
struct AnswerFraming {
    std::string_view date;
    std::string_view request_id;
    // The pieces of a stream are sent as chunks. Otherwise its size or the end of the connection ends it.
    bool chunked = false;
    bool close = false;  // The connection is closed after this answer.
};

// The content of an answer that is not a stream.
std::string_view BodyOf(const Response& response);

// Appends the status line and the headers, including the empty line at their end.
void AppendAnswerHead(std::string& out, const Response& response, const AnswerFraming& framing);

}  // namespace fairlead::http
