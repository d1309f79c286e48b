#include "app/resources/image_resource.hpp"

#include "app/declarations/declared_resource.hpp"
#include "app/tracking/tracking_urls.hpp"

namespace fairlead::app {

namespace json = boost::json;
using catalogue::Creative;
using catalogue::Image;

namespace {

using DecidedImage = std::expected<ManageCatalogue::CatalogueDecision, Errors>;

constexpr std::int64_t kBytesPerMb = 1 << 20;

json::value TimeOrNull(const std::optional<Timestamp>& time) {
    return time ? json::value(time->ToIso8601()) : json::value(nullptr);
}

Members<Image> MembersOfImage() {
    return {
        IdMember<Image>("id"),
        ReadOnlyMember<Image>(
            "url", FormatSchema("uri"),
            [](const Image& image, const View& view) { return json::value(ImageUrl(view.api_url, image.id)); },
            MemberUse::kDerived),
        ReadOnlyMember<Image>("contentType", SchemaOf("string"),
                              [](const Image& image, const View&) {
                                  return json::value(
                                      catalogue::kImageTypes[static_cast<std::size_t>(image.shape.format)]);
                              }),
        ReadOnlyMember<Image>("width", SchemaOf("integer"),
                              [](const Image& image, const View&) { return json::value(image.shape.width); }),
        ReadOnlyMember<Image>("height", SchemaOf("integer"),
                              [](const Image& image, const View&) { return json::value(image.shape.height); }),
        ReadOnlyMember<Image>("bytes", SchemaOf("integer"),
                              [](const Image& image, const View&) { return json::value(image.byte_count); }),
        ReadOnlyMember<Image>("hash", SchemaOf("string"),
                              [](const Image& image, const View&) { return json::value(ToHex(image.hash)); }),
        ReadOnlyMember<Image>(
            "unusedSince", OrNull(FormatSchema("date-time")),
            [](const Image& image, const View&) { return TimeOrNull(image.unused_since); }, MemberUse::kDerived),
        ReadOnlyMember<Image>(
            "createdAt", FormatSchema("date-time"),
            [](const Image& image, const View&) { return json::value(image.created_at.ToIso8601()); }),
    };
}

Declaration<Image> DeclareImage() {
    return {.words = {.path = "/images",
                      .noun = "image",
                      .one = "an image",
                      .many = "images",
                      .area = access::Area::kTracking},
            .members = MembersOfImage(),
            .table = &OperatorTables::images};
}

const DeclaredResource<Image>& DeclaredImages() {
    static const DeclaredResource<Image> kResource(DeclareImage());
    return kResource;
}

bool IsUsed(const OperatorEntry& own, ImageId image, std::optional<CreativeId> except = std::nullopt) {
    for (const Creative& creative : own.records.creatives) {
        if (creative.image == image && creative.id != except) return true;
    }
    return false;
}

bool IsUnusedSince(const OperatorEntry& own, const Image& image, Timestamp before) {
    return image.unused_since && *image.unused_since < before && !IsUsed(own, image.id);
}

const Image* FindSameContent(const OperatorEntry& own, const Bytes32& hash) {
    for (const Image& image : own.records.images) {
        if (image.hash == hash) return &image;
    }
    return nullptr;
}

Errors CheckImageLimits(const OperatorEntry& own, const ImageLimits& limits, std::int64_t added) {
    std::int64_t bytes = added;
    for (const Image& image : own.records.images) bytes += image.byte_count;
    if (static_cast<std::int64_t>(own.records.images.size()) >= limits.count_max) {
        return Wrong(ErrorCode::kConflict, "an operator may have " + std::to_string(limits.count_max) +
                                               " images (images_max). Delete images that no creative uses");
    }
    if (bytes > limits.bytes_max) {
        return Wrong(ErrorCode::kConflict, "the images of an operator may have " +
                                               std::to_string(limits.bytes_max / kBytesPerMb) +
                                               " MB (images_mb_max). Delete images that no creative uses");
    }
    return {};
}

ManageCatalogue::CatalogueDecision StartDecision(const OperatorEntry& own) {
    return {.change = {.owner = own.records.self.id, .based_on_version = own.records.version}, .answer = {}};
}

void AddDeletion(const OperatorEntry& own, const Image& image, const std::string& actor, CatalogueChange& change) {
    change.upserts.emplace_back(catalogue::DeletedImage{image.id});
    change.audit.push_back({.actor = actor,
                            .action = "image.delete",
                            .subject = "image/" + image.id.ToString(),
                            .before = json::serialize(EncodeForAudit(DeclaredImages().members(), image, own)),
                            .after = ""});
}

}  // namespace

const CatalogueResource& ImageResource() { return DeclaredImages(); }

ManageCatalogue::Decide UploadImage(UploadedImage uploaded, ImageLimits limits, ChangeRequest request,
                                    std::shared_ptr<bool> is_new) {
    return [uploaded = std::move(uploaded), limits, request = std::move(request), is_new = std::move(is_new),
            id = ImageId::New()](const DecisionContext& context) -> DecidedImage {
        const OperatorEntry& own = context.own;
        auto decision = StartDecision(own);
        const View view{own, request.api_url, request.token_key, request.tracking_url};
        const Image* same = FindSameContent(own, uploaded.hash);
        *is_new = same == nullptr;
        if (same != nullptr) {
            Image image = *same;
            // It was sent to be used, so the time until it is dropped starts again.
            if (image.unused_since) {
                image.unused_since = Now();
                decision.change.upserts.emplace_back(image);
            }
            decision.answer = Encode(DeclaredImages().members(), image, view);
            return decision;
        }
        const auto byte_count = static_cast<std::int64_t>(uploaded.content->size());
        Errors errors = CheckImageLimits(own, limits, byte_count);
        if (!errors.empty()) return std::unexpected(std::move(errors));
        const Timestamp now = Now();
        const Image image{.id = id,
                          .hash = uploaded.hash,
                          .shape = uploaded.shape,
                          .byte_count = byte_count,
                          .unused_since = now,
                          .created_at = now,
                          .content = uploaded.content};
        DeclaredImages().Add(own, nullptr, image, request, decision.change);
        decision.answer = Encode(DeclaredImages().members(), image, view);
        return decision;
    };
}

ManageCatalogue::Decide DeleteImage(Uuid id, ChangeRequest request) {
    return [id, request = std::move(request)](const DecisionContext& context) -> DecidedImage {
        const OperatorEntry& own = context.own;
        const Image* image = own.FindImage(ImageId{id});
        if (image == nullptr) return std::unexpected(Wrong(ErrorCode::kNotFound, "there is no such resource"));
        if (IsUsed(own, image->id)) {
            return std::unexpected(
                Wrong(ErrorCode::kConflict, "a creative uses this image. Give the creative another one first"));
        }
        auto decision = StartDecision(own);
        AddDeletion(own, *image, request.actor, decision.change);
        return decision;
    };
}

ManageCatalogue::Decide DropUnusedImages(Timestamp before) {
    return [before](const DecisionContext& context) -> DecidedImage {
        auto decision = StartDecision(context.own);
        for (const Image& image : context.own.records.images) {
            if (IsUnusedSince(context.own, image, before)) {
                AddDeletion(context.own, image, "service", decision.change);
            }
        }
        return decision;
    };
}

bool HasUnusedImages(const OperatorEntry& own, Timestamp before) {
    for (const Image& image : own.records.images) {
        if (IsUnusedSince(own, image, before)) return true;
    }
    return false;
}

void NoteImageUse(const OperatorEntry& own, const Creative* before, const Creative& after, CatalogueChange& change) {
    const auto old_image = before == nullptr ? std::nullopt : before->image;
    if (old_image == after.image) return;
    const auto add = [&](ImageId id, std::optional<Timestamp> unused_since) {
        const Image* stored = own.FindImage(id);
        if (stored == nullptr || stored->unused_since == unused_since) return;
        Image image = *stored;
        image.unused_since = unused_since;
        change.upserts.emplace_back(std::move(image));
    };
    if (old_image && !IsUsed(own, *old_image, after.id)) add(*old_image, Now());
    if (after.image) add(*after.image, std::nullopt);
}

}  // namespace fairlead::app
