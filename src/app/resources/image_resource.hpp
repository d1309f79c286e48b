#pragma once

#include <memory>
#include <string>

#include "app/declarations/catalogue_resource.hpp"

namespace fairlead::app {

// Uploaded images. An image is created from its bytes and can be deleted, but never changed.
const CatalogueResource& ImageResource();

// The most that one operator may store.
struct ImageLimits {
    std::int64_t count_max = 0;
    std::int64_t bytes_max = 0;
};

// An image that was sent, with what was read from it.
struct UploadedImage {
    std::shared_ptr<const std::string> content;
    catalogue::ImageShape shape;
    Bytes32 hash{};
};

// Stores an image, or answers with the one that has the same content. `is_new` is set before the change is done.
ManageCatalogue::Decide UploadImage(UploadedImage uploaded, ImageLimits limits, ChangeRequest request,
                                    std::shared_ptr<bool> is_new);
// kConflict if a creative uses it.
ManageCatalogue::Decide DeleteImage(Uuid id, ChangeRequest request);
// Drops the images that no creative has used since `before`. Nothing changes if there are none.
ManageCatalogue::Decide DropUnusedImages(Timestamp before);
bool HasUnusedImages(const OperatorEntry& own, Timestamp before);

// Called for a change of a creative. Adds to `change` that the creative's new image is used, and that its previous
// image is unused from now on if no other creative uses it.
void NoteImageUse(const OperatorEntry& own, const catalogue::Creative* before, const catalogue::Creative& after,
                  CatalogueChange& change);

}  // namespace fairlead::app
