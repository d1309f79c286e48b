#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "http/server/response.hpp"

namespace fairlead::http {

class Connection;
class Loop;

struct Request;
class Responder;

// Handles a request whose body has arrived.
using BodyHandler = std::move_only_function<void(const Request&, Responder)>;

// Answers one request, once, from any thread. An answer after the request's deadline is dropped.
class Responder {
public:
    Responder(std::shared_ptr<Connection> connection, std::uint64_t request_number)
        : connection_(std::move(connection)), request_number_(request_number) {}

    // The loop that owns the connection.
    Loop& loop() const;

    void Send(Response response);

    // Calls `make` on the connection's thread, so that a thread that completes work of many connections does not also
    // encode their answers.
    void SendFrom(std::move_only_function<Response()> make);

    // Continues the request on its loop's thread, where the data of the request is still valid. Does nothing if the
    // request has already ended. May be called from any thread.
    void Continue(std::move_only_function<void(Responder)> handle);

    // Reads the body and calls `handle` with the complete request, at once if the body is already there. A longer body
    // than `bytes_max` is dropped. Only on the loop's thread, once per request. A body that nobody asks for takes no
    // memory.
    void ReadBody(std::size_t bytes_max, BodyHandler handle);

private:
    std::shared_ptr<Connection> connection_;
    std::uint64_t request_number_;
};

}  // namespace fairlead::http
