#include "facts/clickhouse/native_block.hpp"

#include <bit>

#include "base/assert.hpp"
#include "base/text/byte_codec.hpp"

namespace fairlead::facts {

// Appends the values of a row to the columns.
class NativeBlock::RowWriter {
public:
    explicit RowWriter(std::vector<std::string>& columns) : columns_(columns) {}

    template <class Integer>
    RowWriter& Number(Integer value) {
        static_assert(std::endian::native == std::endian::little, "the Native format is little-endian");
        columns_[next_++].append(reinterpret_cast<const char*>(&value), sizeof(value));
        return *this;
    }

    template <class Tag>
    RowWriter& Identifier(const Id<Tag>& id) {
        AppendId(columns_[next_++], id);
        return *this;
    }

    RowWriter& Text(std::string_view text) {
        AppendText(columns_[next_++], text);
        return *this;
    }

    void End() const { FAIRLEAD_ASSERT(next_ == columns_.size()); }

private:
    std::vector<std::string>& columns_;
    std::size_t next_ = 0;
};

NativeBlock::NativeBlock() : values_(FactTable::Columns().size()) {
    for (const auto& column : FactTable::Columns()) {
        auto& title = titles_.emplace_back();
        AppendText(title, column.name);
        AppendText(title, column.type);
    }
}

void NativeBlock::Add(const reporting::FactRow& row) {
    RowWriter writer(values_);
    writer.Number(row.kind.code).Identifier(row.owner).Number(row.minute).Number(row.weight).Number(row.amount.units());
    writer.Number(row.visitor)
        .Identifier(row.brand)
        .Identifier(row.affiliate)
        .Identifier(row.campaign)
        .Identifier(row.creative)
        .Identifier(row.link);
    writer.Identifier(row.source)
        .Identifier(row.deal)
        .Identifier(row.player)
        .Text(row.country)
        .Text(row.geo_target)
        .Text(row.device);
    writer.Text(row.os).Text(row.browser).Text(row.currency).Text(row.period);
    for (const auto sub : row.subs) writer.Text(sub);
    writer.Text(row.product).Text(row.game).End();
    ++row_count_;
}

const std::vector<std::string_view>& NativeBlock::Parts() {
    head_.clear();
    AppendVarint(head_, values_.size());
    AppendVarint(head_, row_count_);
    parts_ = {head_};
    for (std::size_t i = 0; i < values_.size(); ++i) {
        parts_.emplace_back(titles_[i]);
        parts_.emplace_back(values_[i]);
    }
    return parts_;
}

}  // namespace fairlead::facts
