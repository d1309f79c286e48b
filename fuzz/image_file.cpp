// A file of any content is refused or has a size within the limits.
#include "domain/catalogue/image_file.hpp"

#include <algorithm>
#include <memory>
#include <string_view>

#include "base/assert.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace fairlead;
    // An exact copy on the heap, so that reading beyond it is detected.
    const std::unique_ptr<char[]> exact(new char[size]);
    std::copy_n(data, size, exact.get());
    const auto shape = catalogue::ReadImageShape({exact.get(), size});
    if (!shape) return 0;
    FAIRLEAD_ASSERT(shape->width > 0 && shape->width <= catalogue::kImagePixelsMax);
    FAIRLEAD_ASSERT(shape->height > 0 && shape->height <= catalogue::kImagePixelsMax);
    return 0;
}
