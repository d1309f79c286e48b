#include "http/handlers/catalogue/images.hpp"

#include "app/images/image_cache.hpp"
#include "app/tracking/tracking_urls.hpp"
#include "http/codec/records/list_page.hpp"
#include "http/framing/entity_tag.hpp"
#include "http/server/problem.hpp"
#include "http/server/public_url.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;
using app::Caller;
using catalogue::Image;

void ListImages(const ImageDependencies& dependencies, const Caller& caller, const Request& request,
                Responder responder) {
    const auto query = ReadListQuery(request);
    if (!query) return responder.Send(Problem(query.error(), request.request_id));
    auto page = app::ImageResource().List(ViewFor(dependencies.resources, caller, request), *query);
    if (!page) return responder.Send(Problem(page.error(), request.request_id));
    responder.Send({.body = WriteListPage(std::move(*page))});
}

void ReadOneImage(const ImageDependencies& dependencies, const Caller& caller, const Request& request,
                  Responder responder) {
    const auto object = app::ImageResource().Read(ViewFor(dependencies.resources, caller, request), IdInPath(request));
    if (!object) return responder.Send(NoSuchResource(request));
    responder.Send({.body = json::serialize(*object)});
}

// The body is the file. Its name and the Content-Type that the client gives it are not used.
void Upload(const ImageDependencies& dependencies, const Caller& caller, const Request& request, Responder responder) {
    if (request.body_fault != BodyFault::kNone) return responder.Send(BodyRefused(request));
    const auto shape = catalogue::ReadImageShape(request.body);
    if (!shape) return responder.Send(Problem(shape.error(), request.request_id));
    const app::UploadedImage uploaded{
        .content = std::make_shared<const std::string>(request.body), .shape = *shape, .hash = Digest256(request.body)};
    auto change = ChangeRequestOf(dependencies.resources, caller, request, json::object());
    const app::View view = ViewFor(dependencies.resources, caller, request);
    // A repeated request has the status of the first one.
    const auto is_new = std::make_shared<bool>(true);
    auto decide = app::UploadImage(uploaded, dependencies.limits, std::move(change), is_new);
    auto done = [responder = std::move(responder), request_id = std::string(request.request_id),
                 is_new](app::ObjectResult result) mutable {
        if (!result) return responder.Send(Problem(result.error(), request_id));
        responder.Send({.status = *is_new ? 201 : 200, .body = json::serialize(*result)});
    };
    auto& manage_catalogue = dependencies.resources.manage_catalogue;
    if (!caller.request_key) {
        return manage_catalogue.Change(caller.operator_id(), std::move(decide), std::move(done));
    }
    auto repeat = [api_url = view.api_url](const app::OperatorEntry& own,
                                           std::string_view subject) -> app::ObjectResult {
        const auto id = Uuid::Parse(subject.substr(subject.find('/') + 1));
        auto object = id ? app::ImageResource().Read({own, api_url}, *id) : std::nullopt;
        if (object) return *std::move(object);
        return std::unexpected(app::Wrong(ErrorCode::kRepeatedRequest, "the image of this Idempotency-Key is deleted"));
    };
    manage_catalogue.ChangeOnce(caller.operator_id(), *caller.request_key, std::move(decide), std::move(repeat),
                                std::move(done));
}

void Remove(const ImageDependencies& dependencies, const Caller& caller, const Request& request, Responder responder) {
    auto decide =
        app::DeleteImage(IdInPath(request), ChangeRequestOf(dependencies.resources, caller, request, json::object()));
    auto done = [responder = std::move(responder),
                 request_id = std::string(request.request_id)](app::ObjectResult result) mutable {
        if (!result) return responder.Send(Problem(result.error(), request_id));
        responder.Send({.status = 204});
    };
    dependencies.resources.manage_catalogue.Change(caller.operator_id(), std::move(decide), std::move(done));
}

// The content of an image in pieces. All visitors share the content, and a slow one holds only a piece of its own.
class ImagePieces final : public BodyStream {
public:
    explicit ImagePieces(app::ImageCache::Content content) : content_(std::move(content)) {}

    bool Next(std::string& out) override {
        constexpr std::size_t kImagePieceBytes = 64 << 10;
        const std::string_view piece = std::string_view(*content_).substr(position_, kImagePieceBytes);
        out += piece;
        position_ += piece.size();
        return position_ < content_->size();
    }

private:
    app::ImageCache::Content content_;
    std::size_t position_ = 0;
};

// A browser that opens the URL itself gets a document without any rights, and never another type than the image's.
Response ImageAnswer(const Image& image) {
    Response answer{.content_type = catalogue::kImageTypes[static_cast<std::size_t>(image.shape.format)],
                    .cache_control = kCacheForever};
    answer.AddHeader("ETag", '"' + ToHex(image.hash) + '"');
    answer.AddHeader("Content-Security-Policy", "default-src 'none'; sandbox");
    // Affiliates show the image on their own sites.
    answer.AddHeader("Cross-Origin-Resource-Policy", "cross-origin");
    return answer;
}

void Serve(const ImageDependencies& dependencies, const Request& request, Responder responder) {
    const auto snapshot = dependencies.catalogue.Current();
    const auto id = ImageId::Parse(request.path_parameters.front());
    const auto found = id ? snapshot->FindImage(*id) : app::CatalogueSnapshot::Found<Image>();
    if (!found) {
        return responder.Send(Problem({ErrorCode::kNotFound, "", "there is no such image"}, request.request_id));
    }
    Response answer = ImageAnswer(*found.record);
    if (ContainsTag(request.Header("If-None-Match"), '"' + ToHex(found.record->hash) + '"')) {
        answer.status = 304;
        answer.content_type = {};
        return responder.Send(std::move(answer));
    }
    dependencies.cache.Find(
        found.entry->records.self.id, *id,
        [responder = std::move(responder), answer = std::move(answer),
         request_id = std::string(request.request_id)](Result<app::ImageCache::Content> content) mutable {
            if (!content) return responder.Send(Problem(content.error(), request_id));
            if (!*content) {
                return responder.Send(Problem({ErrorCode::kNotFound, "", "there is no such image"}, request_id));
            }
            answer.stream_size = (*content)->size();
            answer.stream = std::make_shared<ImagePieces>(*std::move(content));
            responder.Send(std::move(answer));
        });
}

}  // namespace

void AddImageRoutes(Router& router, const CallerSources& callers, const ImageDependencies& dependencies) {
    const std::string base(kBasePath);
    const std::string all = base + "/images";
    const access::Area area = app::ImageResource().words().area.value;
    const auto add = [&](std::string_view method, const std::string& path, access::Need need, auto handle) {
        router.Add(method, path,
                   RequireCaller(callers, area, need, std::bind_front(handle, dependencies),
                                 method == "POST" ? catalogue::kImageBytesMax : kBodyBytesMax));
    };
    add("GET", all, access::Need::kRead, ListImages);
    add("POST", all, access::Need::kWrite, Upload);
    add("GET", all + "/{id}", access::Need::kRead, ReadOneImage);
    add("DELETE", all + "/{id}", access::Need::kWrite, Remove);
    router.Add("GET", base + std::string(app::kImagePath) + "{imageId}", std::bind_front(Serve, dependencies));
}

}  // namespace fairlead::http
