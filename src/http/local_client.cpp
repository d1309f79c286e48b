#include "http/local_client.hpp"

#include <array>

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>

namespace fairlead::http {

Result<LocalAnswer> PostLocal(const std::string& socket_path, const std::string& target,
                              const boost::json::value& body) {
    namespace beast_http = boost::beast::http;
    try {
        boost::asio::io_context context;
        boost::asio::local::stream_protocol::socket socket(context);
        socket.connect(boost::asio::local::stream_protocol::endpoint(socket_path));
        // Written by hand: Beast's serializer takes seconds to compile.
        const std::string content = boost::json::serialize(body);
        const std::string head = "POST " + target + " HTTP/1.1\r\nHost: local\r\nContent-Type: application/json\r\n" +
                                 "Content-Length: " + std::to_string(content.size()) + "\r\n\r\n";
        boost::asio::write(socket, std::array{boost::asio::buffer(head), boost::asio::buffer(content)});
        boost::beast::flat_buffer buffer;
        beast_http::response<beast_http::string_body> response;
        beast_http::read(socket, buffer, response);
        return LocalAnswer{response.result_int() > 0 ? static_cast<int>(response.result_int()) : 0,
                           boost::json::parse(response.body())};
    } catch (const boost::system::system_error& error) {
        return Fail(ErrorCode::kUnavailable,
                    "no service answers at " + socket_path + " (" + error.code().message() + "). Is it running?");
    }
}

}  // namespace fairlead::http
