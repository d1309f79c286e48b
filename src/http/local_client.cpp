#include "http/local_client.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

namespace fairlead::http {

Result<LocalAnswer> PostLocal(const std::string& socket_path, const std::string& target,
                              const boost::json::value& body) {
    namespace beast_http = boost::beast::http;
    try {
        boost::asio::io_context context;
        boost::asio::local::stream_protocol::socket socket(context);
        socket.connect(boost::asio::local::stream_protocol::endpoint(socket_path));
        beast_http::request<beast_http::string_body> request(beast_http::verb::post, target, 11);
        request.set(beast_http::field::host, "local");
        request.set(beast_http::field::content_type, "application/json");
        request.body() = boost::json::serialize(body);
        request.prepare_payload();
        beast_http::write(socket, request);
        boost::beast::flat_buffer buffer;
        beast_http::response<beast_http::string_body> response;
        beast_http::read(socket, buffer, response);
        return LocalAnswer{response.result_int() > 0 ? static_cast<int>(response.result_int()) : 0,
                           boost::json::parse(response.body())};
    } catch (const boost::system::system_error& error) {
        return Fail(ErrorCode::kUnavailable, "cannot reach the running server at " + socket_path + ": " + error.what());
    }
}

}  // namespace fairlead::http
