#include "ledger/verify/image_check.hpp"

#include <set>

#include "ledger/catalogue/record_rows.hpp"

namespace fairlead::ledger {

Status CheckImages(Connection& connection, const app::OperatorRecords& records,
                   const std::function<void(const std::string&)>& differs) {
    std::set<ImageId> known;
    // One after the other: together they can be larger than the memory.
    for (const catalogue::Image& image : records.images) {
        known.insert(image.id);
        const auto content = TRY(ReadImageContent(connection, records.self.id, image.id));
        if (!content) {
            differs("the content of image " + image.id.ToString() + " is missing");
        } else if (Digest256(*content) != image.hash) {
            differs("the content of image " + image.id.ToString() + " is not what was uploaded");
        }
    }
    for (const catalogue::Creative& creative : records.creatives) {
        if (!creative.image || known.contains(*creative.image)) continue;
        differs("the image of creative " + creative.name + " (" + creative.id.ToString() + ") is missing");
    }
    return {};
}

}  // namespace fairlead::ledger
