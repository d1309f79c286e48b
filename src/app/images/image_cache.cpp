#include "app/images/image_cache.hpp"

#include <utility>

namespace fairlead::app {

void ImageCache::Find(OperatorId owner, ImageId id, ContentDone done) {
    std::unique_lock lock(mutex_);
    Content content = FindKept(id);
    if (!content) content = FindHeld(id);
    if (content) {
        lock.unlock();
        return done(std::move(content));
    }
    auto& waiting = waiting_[id];
    const bool is_first = waiting.empty();
    waiting.push_back(std::move(done));
    lock.unlock();
    if (!is_first) return;
    store_.ReadImage(owner, id, [this, id](Result<std::optional<std::string>> read) { Finish(id, std::move(read)); });
}

std::size_t ImageCache::bytes() const {
    const std::lock_guard lock(mutex_);
    return bytes_;
}

ImageCache::Content ImageCache::FindKept(ImageId id) {
    const auto found = places_.find(id);
    if (found == places_.end()) return nullptr;
    kept_.splice(kept_.begin(), kept_, found->second);
    return found->second->content;
}

ImageCache::Content ImageCache::FindHeld(ImageId id) const {
    const auto found = held_.find(id);
    return found == held_.end() ? nullptr : found->second.lock();
}

void ImageCache::Keep(ImageId id, const Content& content) {
    if (content->size() > bytes_max_ || places_.contains(id)) return;
    kept_.push_front({id, content});
    places_[id] = kept_.begin();
    bytes_ += content->size();
    while (bytes_ > bytes_max_) {
        bytes_ -= kept_.back().content->size();
        places_.erase(kept_.back().id);
        kept_.pop_back();
    }
}

void ImageCache::Finish(ImageId id, Result<std::optional<std::string>> read) {
    Content content;
    if (read && *read) content = std::make_shared<const std::string>(*std::move(*read));
    std::vector<ContentDone> waiting;
    {
        const std::lock_guard lock(mutex_);
        std::erase_if(held_, [](const auto& one) { return one.second.expired(); });
        if (content) {
            Keep(id, content);
            held_[id] = content;
        }
        waiting = std::move(waiting_[id]);
        waiting_.erase(id);
    }
    for (ContentDone& done : waiting) done(read ? Result<Content>(content) : std::unexpected(read.error()));
}

}  // namespace fairlead::app
