#include "app/events/refused_requests.hpp"

#include <algorithm>

namespace fairlead::app {
namespace {

void CutText(std::string& text) {
    if (text.size() <= RefusedRequests::kTextLengthMax) return;
    std::size_t end = RefusedRequests::kTextLengthMax;
    // Does not cut inside a UTF-8 character.
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
    text.resize(end);
    text += "…";
}

void CutRefusal(RefusedRequest& refused) {
    if (refused.errors.size() > RefusedRequests::kErrorsPerRequestMax) {
        refused.errors.resize(RefusedRequests::kErrorsPerRequestMax);
    }
    for (Error& error : refused.errors) {
        CutText(error.pointer);
        CutText(error.message);
    }
    if (refused.idempotency_key) CutText(*refused.idempotency_key);
}

std::size_t BytesOf(const RefusedRequest& refused) {
    std::size_t bytes = sizeof(RefusedRequest) + refused.request_id.size() + refused.errors.size() * sizeof(Error);
    if (refused.idempotency_key) bytes += refused.idempotency_key->size();
    for (const Error& error : refused.errors) bytes += error.pointer.size() + error.message.size();
    return bytes;
}

bool IsRepeated(const RefusedRequest& one, const RefusedRequest& next) {
    return one.status == next.status && one.dry_run == next.dry_run && one.position == next.position &&
           one.idempotency_key == next.idempotency_key && one.errors == next.errors;
}

}  // namespace

void RefusedRequests::Note(OperatorId owner, RefusedRequest refused) {
    CutRefusal(refused);
    const std::scoped_lock lock(mutex_);
    KeyLog& log = logs_[refused.key];
    log.owner = owner;
    refused.number = ++last_number_;
    refused.first_at = refused.at;
    if (!log.refusals.empty() && IsRepeated(log.refusals.back(), refused)) {
        refused.first_at = log.refusals.back().first_at;
        refused.count = log.refusals.back().count + 1;
        bytes_ -= BytesOf(log.refusals.back());
        log.refusals.pop_back();
    }
    bytes_ += BytesOf(refused);
    log.refusals.push_back(std::move(refused));
    if (log.refusals.size() > kPerKeyMax) DropFirst(log);
    while (bytes_ > bytes_max_ && !logs_.empty()) DropOldest();
}

void RefusedRequests::DropFirst(KeyLog& log) {
    bytes_ -= BytesOf(log.refusals.front());
    log.refusals.pop_front();
}

void RefusedRequests::DropOldest() {
    const auto oldest =
        std::ranges::min_element(logs_, {}, [](const auto& entry) { return entry.second.refusals.front().number; });
    DropFirst(oldest->second);
    if (oldest->second.refusals.empty()) logs_.erase(oldest);
}

std::vector<RefusedRequest> RefusedRequests::Read(const Query& query) const {
    const std::scoped_lock lock(mutex_);
    std::vector<const RefusedRequest*> found;
    for (const auto& [key, log] : logs_) {
        if (log.owner != query.owner || (query.key && key != *query.key)) continue;
        for (const RefusedRequest& refused : log.refusals) {
            if (!query.before || refused.number < *query.before) found.push_back(&refused);
        }
    }
    const std::size_t count = std::min(query.limit, found.size());
    std::ranges::partial_sort(found, found.begin() + static_cast<std::ptrdiff_t>(count), std::ranges::greater{},
                              [](const RefusedRequest* refused) { return refused->number; });
    std::vector<RefusedRequest> page;
    page.reserve(count);
    for (std::size_t i = 0; i < count; ++i) page.push_back(*found[i]);
    return page;
}

}  // namespace fairlead::app
