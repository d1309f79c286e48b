#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "app/ports/catalogue_store.hpp"

namespace fairlead::app {

// The contents of uploaded images that were requested last, up to a number of bytes. Contents never change, so nothing
// becomes stale. Safe from any thread.
class ImageCache {
public:
    using Content = std::shared_ptr<const std::string>;
    // Null if there is no such image.
    using ContentDone = AnswerDone<Content>;

    // The store must outlive the cache. With 0 bytes, nothing is kept.
    ImageCache(CatalogueStore& store, std::size_t bytes_max) : store_(store), bytes_max_(bytes_max) {}

    // Calls `done` at once if the image is in memory. Otherwise reads it from the ledger; requests for the same image
    // that come in the meantime wait for the same read. They are bounded by the number of connections.
    void Find(OperatorId owner, ImageId id, ContentDone done);

    std::size_t bytes() const;

private:
    struct Kept {
        ImageId id;
        Content content;
    };

    Content FindKept(ImageId id);
    // A content that is no longer kept, but that a request still uses.
    Content FindHeld(ImageId id) const;
    void Keep(ImageId id, const Content& content);
    void Finish(ImageId id, Result<std::optional<std::string>> read);

    CatalogueStore& store_;
    const std::size_t bytes_max_;
    mutable std::mutex mutex_;
    std::list<Kept> kept_;  // The most recently used one first.
    std::unordered_map<ImageId, std::list<Kept>::iterator> places_;
    // Contents that were given out. However many clients read an image slowly, it is in memory once.
    std::unordered_map<ImageId, std::weak_ptr<const std::string>> held_;
    std::unordered_map<ImageId, std::vector<ContentDone>> waiting_;  // The requests that wait for a read.
    std::size_t bytes_ = 0;
};

}  // namespace fairlead::app
