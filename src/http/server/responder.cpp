#include "http/server/responder.hpp"

#include "http/server/connection.hpp"

namespace fairlead::http {

Loop& Responder::loop() const { return connection_->loop(); }

void Responder::Send(Response response) {
    Loop& loop = connection_->loop();
    if (loop.IsCurrentThread()) return connection_->Respond(request_number_, response);
    SendFrom([response = std::move(response)]() mutable { return std::move(response); });
}

void Responder::Continue(std::move_only_function<void(Responder)> handle) {
    Loop& loop = connection_->loop();
    loop.Post([connection = std::move(connection_), number = request_number_, handle = std::move(handle)]() mutable {
        connection->Continue(number, handle);
    });
}

void Responder::SendFrom(std::move_only_function<Response()> make) {
    Loop& loop = connection_->loop();
    loop.Post([connection = std::move(connection_), number = request_number_, make = std::move(make)]() mutable {
        connection->RespondFrom(number, make);
    });
}

void Responder::ReadBody(std::size_t bytes_max, BodyHandler handle) {
    const std::shared_ptr<Connection> connection = std::move(connection_);
    connection->AwaitBody(request_number_, bytes_max, std::move(handle));
}

}  // namespace fairlead::http
