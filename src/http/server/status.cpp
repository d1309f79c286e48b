#include "http/server/status.hpp"

namespace fairlead::http {

int StatusOf(ErrorCode code) {
    switch (KindOf(code)) {
        case ErrorKind::kInvalid: return 400;
        case ErrorKind::kUnauthorized: return 401;
        case ErrorKind::kForbidden: return 403;
        case ErrorKind::kNotFound: return 404;
        case ErrorKind::kConflict: return 409;
        case ErrorKind::kRateLimited: return 429;
        case ErrorKind::kUnavailable: return 503;
        case ErrorKind::kInternal: return 500;
    }
    return 500;
}

std::string_view ReasonPhrase(int status) {
    switch (status) {
        case 200: return "OK";
        case 201: return "Created";
        case 202: return "Accepted";
        case 204: return "No Content";
        case 302: return "Found";
        case 304: return "Not Modified";
        case 400: return "Bad Request";
        case 401: return "Unauthorized";
        case 403: return "Forbidden";
        case 404: return "Not Found";
        case 405: return "Method Not Allowed";
        case 408: return "Request Timeout";
        case 409: return "Conflict";
        case 413: return "Content Too Large";
        case 414: return "URI Too Long";
        case 415: return "Unsupported Media Type";
        case 429: return "Too Many Requests";
        case 431: return "Request Header Fields Too Large";
        case 500: return "Internal Server Error";
        case 503: return "Service Unavailable";
        default: return "Unknown";
    }
}

std::string_view RefusalReason(int status) {
    switch (status) {
        case 401: return "unauthorized";
        case 408: return "request_timeout";
        case 413: return "body_too_large";
        case 414: return "target_too_long";
        case 415: return "unsupported_encoding";
        case 429: return "rate_limited";
        case 431: return "head_too_large";
        default: return {};
    }
}

}  // namespace fairlead::http
