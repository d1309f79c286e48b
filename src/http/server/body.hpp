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
// What is read in all, so that a client that is still sending sees the answer.
inline constexpr std::size_t kBodyBytesReadMax = 8 << 20;

// A Beast body that keeps up to the limit and drops what goes beyond it, and any trailer.
struct BoundedBody {
    struct value_type {
        std::string data;
        bool too_large = false;
    };

    class reader {
    public:
        // Beast checks the type with another kind of header before it uses it with this one.
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
            // Beast adds the fields of a trailer to those of the head. They come too late to prove anything: a proxy on
            // the way has not looked at them.
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
        // Of a chunked request, as they were before its trailer.
        std::optional<boost::beast::http::fields> head_fields_;
        value_type& body_;
    };
};

}  // namespace fairlead::http
