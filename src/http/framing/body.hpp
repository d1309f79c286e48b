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

#include "http/framing/body_limits.hpp"

namespace fairlead::http {

// A Beast body of bounded size. It drops a body that is over the limit, and any trailer.
struct BoundedBody {
    struct value_type {
        std::string data;
        std::size_t bytes_max = kBodyBytesMax;
        bool too_large = false;
        bool unwanted = false;  // The body is parsed only to find its end.
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
                KeepHeadFields();
            } else if (*length > body_.bytes_max) {
                body_.too_large = true;
            } else if (!body_.unwanted) {
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
        // The request refers to the fields of the head, so these are kept, and a copy takes the fields of the trailer.
        void KeepHeadFields() {
            boost::beast::http::fields copy = *fields_;
            head_fields_ = std::move(*fields_);
            *fields_ = std::move(copy);
        }

        void Append(const char* data, std::size_t size) {
            if (body_.unwanted) return;
            if (!body_.too_large && body_.data.size() + size <= body_.bytes_max) {
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
