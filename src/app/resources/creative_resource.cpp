#include "app/declarations/declared_resource.hpp"
#include "app/declarations/references.hpp"
#include "app/resources/image_resource.hpp"
#include "app/tracking/tracking_urls.hpp"

namespace fairlead::app {

namespace json = boost::json;
using catalogue::Creative;
using catalogue::Link;

namespace {

constexpr std::int64_t kPixelsMax = catalogue::kImagePixelsMax;

// Whether the URL is the one at which this service serves the image. A client that sends back what it has read sends
// this URL.
bool IsUrlOf(std::string_view url, const std::optional<ImageId>& image) {
    return image && url.ends_with(ImageUrl({}, *image));
}

// A creative has an uploaded image or a linked one. The one that a body names replaces the other; CheckImageOf refuses
// a body that names both.
void ChooseImage(const OperatorEntry& own, const Creative* before, const json::object& given, Creative& after) {
    const auto* url = given.if_contains("imageUrl");
    const auto* image = given.if_contains("imageId");
    const bool names_image = image != nullptr && !image->is_null() && (url == nullptr || url->is_null());
    if (IsUrlOf(after.image_url, after.image) || names_image) {
        after.image_url.clear();
    } else if (url != nullptr && image == nullptr) {
        after.image.reset();
    }
    const bool chosen_now = after.image && (before == nullptr || before->image != after.image);
    const auto* chosen = chosen_now ? own.FindImage(*after.image) : nullptr;
    if (chosen == nullptr || given.contains("width") || given.contains("height")) return;
    after.width = chosen->shape.width;
    after.height = chosen->shape.height;
}

json::object CompleteCreative(const DecisionContext& context, const ChangeRequest& request, Creative& creative) {
    ChooseImage(context.own, nullptr, request.body.get_object(), creative);
    return {};
}

void ReviseCreative(const DecisionContext& context, const Creative& before, const json::object& given,
                    Creative& after) {
    ChooseImage(context.own, &before, given, after);
}

Errors CheckImageOf(const Creative& creative) {
    if (!creative.image || creative.image_url.empty()) return {};
    return Wrong(ErrorCode::kInvalidValue, "a creative has an uploaded image or a linked one. Leave one of them out",
                 "/imageUrl");
}

// A creative cannot move to a campaign that does not fit the links that use it.
Errors CheckCreative(const DecisionContext& context, const Creative* before, const Creative& after) {
    if (Errors errors = CheckImageOf(after); !errors.empty()) return errors;
    if (before == nullptr || before->campaign == after.campaign) return {};
    const BrandId brand = context.own.FindCampaign(after.campaign)->brand;
    for (const Link& link : context.own.records.links) {
        const bool other_campaign = link.campaign && *link.campaign != after.campaign;
        if (link.creative == after.id && (link.brand != brand || other_campaign)) {
            return Wrong(ErrorCode::kInvalidValue,
                         "links of the current campaign use this creative; remove it from them first", "/campaignId");
        }
    }
    return {};
}

// The audit log shows the id of an uploaded image. Its URL depends on the host.
json::value WriteImageUrl(const Creative& creative, const View& view) {
    if (creative.image && view.api_url.empty()) return nullptr;
    return TextOrNull(ImageUrlOf(view.api_url, creative));
}

Member<Creative> ImageUrlMember() {
    Member<Creative> member = OptionalUrlMember("imageUrl", &Creative::image_url);
    member.write = WriteImageUrl;
    return std::move(member).Says(
        "The URL of the image. Give it for an image on another host. For an uploaded image, it is where this service "
        "serves it");
}

Declaration<Creative> DeclareCreative() {
    return {.words = {.path = "/creatives",
                      .noun = "creative",
                      .one = "a creative",
                      .many = "creatives",
                      .area = access::Area::kTracking},
            .members =
                {
                    IdMember<Creative>("id"),
                    ReferenceMember("campaignId", "campaign", &Creative::campaign, &OperatorEntry::FindCampaign),
                    TextMember("name", MemberUse::kRequired, &Creative::name),
                    NameMember("type", &Creative::type, catalogue::kCreativeTypeNames),
                    ImageUrlMember(),
                    OptionalReferenceMember("imageId", "image", &Creative::image, &OperatorEntry::FindImage)
                        .Says("An uploaded image (`POST /images`). It replaces a linked one, and a new `imageUrl` "
                              "replaces it"),
                    OptionalIntegerMember("width", &Creative::width, 1, kPixelsMax)
                        .Says("In pixels. With a new uploaded image, its own width if neither size is given"),
                    OptionalIntegerMember("height", &Creative::height, 1, kPixelsMax)
                        .Says("In pixels. With a new uploaded image, its own height if neither size is given"),
                    StatusMember(&Creative::active),
                },
            .table = &OperatorTables::creatives,
            .complete = CompleteCreative,
            .revise = ReviseCreative,
            .check = CheckCreative,
            .extend = [](const DecisionContext& context, const Creative* before, const Creative& after,
                         const ChangeRequest&,
                         CatalogueChange& change) { NoteImageUse(context.own, before, after, change); }};
}

}  // namespace

const CatalogueResource& CreativeResource() {
    static const DeclaredResource<Creative> kResource(DeclareCreative());
    return kResource;
}

}  // namespace fairlead::app
