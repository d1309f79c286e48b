#include "http/admission/body_memory.hpp"

namespace fairlead::http {

Crowding BodyMemory::Change(const IpAddress& client, std::size_t before, std::size_t after) {
    const IpAddress subject = LimitSubject(client);
    const std::lock_guard lock(mutex_);
    const auto known = by_address_.find(subject);
    const std::size_t address_after = (known == by_address_.end() ? 0 : known->second) - before + after;
    const std::size_t total_after = total_ - before + after;
    if (after > before && address_after > address_max_) return Crowding::kAddress;
    if (after > before && total_after > total_max_) return Crowding::kTotal;
    total_ = total_after;
    if (address_after > 0) {
        by_address_[subject] = address_after;
    } else if (known != by_address_.end()) {
        by_address_.erase(known);
    }
    return Crowding::kNone;
}

std::size_t BodyMemory::addresses() const {
    const std::lock_guard lock(mutex_);
    return by_address_.size();
}

}  // namespace fairlead::http
