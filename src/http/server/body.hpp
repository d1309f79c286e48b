#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include <boost/beast/core/buffers_range.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/optional.hpp>

#include "http/server/request.hpp"

namespace fairlead::http {

inline constexpr std::size_t kBodyBytesMax = 1 << 20;
// The most that is read of a body. Reading on after the limit lets a client that is still sending see the answer.
inline constexpr std::size_t kBodyBytesReadMax = 8 << 20;

// A Beast body of bounded size. It drops a body that is over the limit, and any trailer.
struct BoundedBody {
    struct value_type {
        std::string data;
        bool too_large = false;
    };

    class reader {
    public:
        // Beast also instantiates this constructor with another type of fields, only to check the type.
        template <bool IsRequest, class Fields>
        reader(boost::beast::http::header<IsRequest, Fields>& head, value_type& body) : body_(body) {
            if constexpr (std::is_same_v<Fields, boost::beast::http::fields>) fields_ = &head;
        }

        void init(const boost::optional<std::uint64_t>& length, boost::beast::error_code& error) {
            error = {};
            if (!length) {
                head_fields_ = *fields_;
            } else if (*length > kBodyBytesMax) {
                body_.too_large = true;
            } else {
                body_.data.reserve(static_cast<std::size_t>(*length) + kBodyPadding);
            }
        }

        template <class Buffers>
        std::size_t put(const Buffers& buffers, boost::beast::error_code& error) {
            error = {};
            std::size_t taken = 0;
            for (const auto buffer : boost::beast::buffers_range_ref(buffers)) {
                Append(static_cast<const char*>(buffer.data()), buffer.size());
                taken += buffer.size();
            }
            return taken;
        }

        void finish(boost::beast::error_code& error) {
            error = {};
            // Beast adds the fields of a trailer to the fields of the head. They must not count, because proxies do not
            // check trailers.
            if (head_fields_) *fields_ = std::move(*head_fields_);
        }

    private:
        void Append(const char* data, std::size_t size) {
            if (!body_.too_large && body_.data.size() + size <= kBodyBytesMax) {
                body_.data.append(data, size);
                return;
            }
            body_.too_large = true;
            body_.data.clear();
        }

        boost::beast::http::fields* fields_ = nullptr;
        // The fields of a chunked request before its trailer.
        std::optional<boost::beast::http::fields> head_fields_;
        value_type& body_;
    };
};

}  // namespace fairlead::http
