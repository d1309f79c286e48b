#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "http/server/response.hpp"

namespace fairlead::http {

class Connection;
class Loop;

// The right to answer one request, once, from any thread. An answer that comes after the request's deadline goes
// nowhere.
class Responder {
public:
    Responder(std::shared_ptr<Connection> connection, std::uint64_t request_number)
        : connection_(std::move(connection)), request_number_(request_number) {}

    // The loop that the request is on.
    Loop& loop() const;

    void Send(Response response);

    // Makes the answer on the connection's own thread: what one thread completes for many connections must not be held
    // up by the work of answering them.
    void SendFrom(std::move_only_function<Response()> make);

    // Goes on with the request on its loop's thread, where what the request points to is still there, unless it has
    // been given up meanwhile. From any thread.
    void Continue(std::move_only_function<void(Responder)> handle);

private:
    std::shared_ptr<Connection> connection_;
    std::uint64_t request_number_;
};

}  // namespace fairlead::http
