#include <algorithm>

#include "ledger/catalogue/record_rows.hpp"
#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

using catalogue::Image;
using catalogue::kImageFormatNames;

constexpr SqlText kImageColumns("hash, format, width, height, byte_count, unused_since");
constexpr ComposedSql kUpsertImage(UpsertInto("images", "operator_id, image_id", kImageColumns, "created_at"));
constexpr ComposedSql kSelectImages("SELECT image_id, " + kImageColumns +
                                    ", created_at FROM images WHERE operator_id = $1 ORDER BY image_id");
constexpr Sql kInsertImageContent("INSERT INTO image_contents (operator_id, image_id, content) VALUES ($1, $2, $3)");
constexpr Sql kSelectImageContent("SELECT content FROM image_contents WHERE operator_id = $1 AND image_id = $2");
constexpr Sql kDeleteImage("DELETE FROM images WHERE operator_id = $1 AND image_id = $2");
constexpr Sql kDeleteImageContent("DELETE FROM image_contents WHERE operator_id = $1 AND image_id = $2");

Image ReadImageRow(const ResultRows& rows, std::size_t row) {
    Image image{.id = rows.Identifier<ImageId>(row, kSelectImages["image_id"]),
                .shape = {.format = FromName<catalogue::ImageFormat>(kImageFormatNames,
                                                                     rows.Text(row, kSelectImages["format"])),
                          .width = static_cast<int>(rows.Integer(row, kSelectImages["width"])),
                          .height = static_cast<int>(rows.Integer(row, kSelectImages["height"]))},
                .byte_count = rows.Integer(row, kSelectImages["byte_count"]),
                .unused_since = std::nullopt,
                .created_at = rows.Time(row, kSelectImages["created_at"])};
    if (!rows.IsNull(row, kSelectImages["unused_since"])) {
        image.unused_since = rows.Time(row, kSelectImages["unused_since"]);
    }
    const std::string_view hash = rows.Text(row, kSelectImages["hash"]);
    CheckReadable(hash.size() == image.hash.size(), "the hash of an image");
    std::ranges::copy(hash, image.hash.begin());
    return image;
}

}  // namespace

Status Upsert(Connection& connection, OperatorId owner, const Image& image) {
    TRY(connection.Run(kUpsertImage,
                       {Value::Of(owner), Value::Of(image.id), Value::Of(std::span(image.hash)),
                        NameValue(kImageFormatNames, image.shape.format), Value::Of(std::int64_t{image.shape.width}),
                        Value::Of(std::int64_t{image.shape.height}), Value::Of(image.byte_count),
                        TimeOrNull(image.unused_since), Value::Of(image.created_at)}));
    if (!image.content) return {};
    return connection.Run(kInsertImageContent, {Value::Of(owner), Value::Of(image.id), BytesOrNull(*image.content)});
}

Status Upsert(Connection& connection, OperatorId owner, const catalogue::DeletedImage& image) {
    TRY(connection.Run(kDeleteImageContent, {Value::Of(owner), Value::Of(image.id)}));
    return connection.Run(kDeleteImage, {Value::Of(owner), Value::Of(image.id)});
}

Status ReadAll(Connection& connection, OperatorId owner, std::vector<Image>& images) {
    return ReadEvery(connection, kSelectImages, owner, ReadImageRow, images);
}

Result<std::optional<std::string>> ReadImageContent(Connection& connection, OperatorId owner, ImageId image) {
    const auto rows = TRY(connection.Query(kSelectImageContent, {Value::Of(owner), Value::Of(image)}));
    return rows.empty() ? std::nullopt : std::optional(rows.String(0));
}

}  // namespace fairlead::ledger
