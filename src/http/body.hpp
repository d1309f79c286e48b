#pragma once

#include <cstdint>
#include <string>

#include <boost/beast/core/buffers_range.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/optional.hpp>

#include "http/request.hpp"

namespace fairlead::http {

inline constexpr std::size_t kBodyBytesMax = 1 << 20;
// What is read in all, so that a client that is still sending sees the answer.
inline constexpr std::size_t kBodyBytesReadMax = 8 << 20;

// A Beast body that keeps up to the limit and drops what goes beyond it.
struct BoundedBody {
    struct value_type {
        std::string data;
        bool too_large = false;
    };

    class reader {
    public:
        template <bool IsRequest, class Fields>
        reader(boost::beast::http::header<IsRequest, Fields>&, value_type& body) : body_(body) {}

        void init(const boost::optional<std::uint64_t>& length, boost::beast::error_code& error) {
            error = {};
            if (!length) return;
            if (*length > kBodyBytesMax) {
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

        void finish(boost::beast::error_code& error) { error = {}; }

    private:
        void Append(const char* data, std::size_t size) {
            if (!body_.too_large && body_.data.size() + size <= kBodyBytesMax) {
                body_.data.append(data, size);
                return;
            }
            body_.too_large = true;
            body_.data.clear();
        }

        value_type& body_;
    };
};

}  // namespace fairlead::http
