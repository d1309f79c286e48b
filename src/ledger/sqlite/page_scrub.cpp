#include "ledger/sqlite/page_scrub.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <deque>
#include <map>
#include <thread>
#include <unordered_map>
#include <unordered_set>

#include <fcntl.h>

#include "ledger/sqlite/kept_file.hpp"
#include "ledger/sqlite/page_checksum.hpp"
#include "ledger/sqlite/tree_page.hpp"

namespace fairlead::ledger {
namespace {

// The most places that a report names if the checksum leaves several possible.
constexpr std::size_t kPlacesNamedMax = 8;
constexpr Sql kTrees(
    "SELECT name, tbl_name, type, rootpage, coalesce(sql, '') LIKE '%WITHOUT ROWID%' AS is_clustered FROM sqlite_schema"
    " WHERE rootpage > 0");
constexpr Sql kTableColumns("SELECT name, pk FROM pragma_table_info($1) ORDER BY cid");
constexpr Sql kIndexColumns(
    "SELECT coalesce(name, 'an expression') AS name FROM pragma_index_xinfo($1) ORDER BY seqno");

constexpr std::size_t kFoundPagesMax = 1000;
constexpr std::uint32_t kPagesAtOnce = 256;
constexpr std::uint64_t kFileHeadSize = 100;
constexpr std::size_t kReservedBytesPlace = 20;
constexpr int kReadAttempts = 5;
constexpr std::chrono::milliseconds kReadAgainAfter{50};

// A table or an index.
struct Tree {
    std::string name;
    std::string table;
    bool is_table = false;
    bool is_clustered = false;  // Its rows are in the order of its key, without row ids.
    std::uint32_t root = 0;
};

// A page that does not match its checksum.
struct DamagedPage {
    std::uint32_t number = 0;
    std::string unreadable;  // The reason, if the page cannot be read at all.
    std::string bytes;
};

class Pages {
public:
    Pages(const std::string& path, const FileHead& head)
        : file_(KeptFile(path, O_RDONLY)), page_bytes_(head.page_bytes) {}

    std::uint32_t count() const { return static_cast<std::uint32_t>(file_->size() / page_bytes_); }
    std::optional<std::string> Read(std::uint32_t number, std::uint32_t pages = 1) const {
        return file_->Read((std::uint64_t{number} - 1) * page_bytes_, std::uint64_t{pages} * page_bytes_);
    }
    // Makes the next read come from the disk and not from memory, because the disk is checked.
    void ForgetCached(std::uint32_t number, std::uint32_t pages) const {
        file_->ForgetCached((std::uint64_t{number} - 1) * page_bytes_, std::uint64_t{pages} * page_bytes_);
    }
    std::size_t page_bytes() const { return page_bytes_; }

private:
    std::shared_ptr<const DiskFile> file_;
    std::uint32_t page_bytes_;
};

// The page is read again, because the service may have been writing it.
std::optional<DamagedPage> CheckAgain(const Pages& pages, std::uint32_t number) {
    DamagedPage page{.number = number, .unreadable = {}, .bytes = {}};
    for (int attempt = 0; attempt < kReadAttempts; ++attempt) {
        if (attempt > 0) std::this_thread::sleep_for(kReadAgainAfter);
        auto bytes = pages.Read(number);
        // The file may have become shorter.
        if (!bytes && number > pages.count()) return std::nullopt;
        page.unreadable = bytes ? "" : std::strerror(errno);
        page.bytes = std::move(bytes).value_or(std::string());
        if (!page.bytes.empty() && IsPageIntact(page.bytes)) return std::nullopt;
    }
    return page;
}

void CheckPages(const Pages& pages, std::uint32_t first, std::uint32_t count, std::vector<DamagedPage>& damaged) {
    pages.ForgetCached(first, count);
    const auto bytes = pages.Read(first, count);
    for (std::uint32_t i = 0; i < count && damaged.size() < kFoundPagesMax; ++i) {
        const auto page =
            bytes ? std::string_view(*bytes).substr(i * pages.page_bytes(), pages.page_bytes()) : std::string_view();
        if (!page.empty() && IsPageIntact(page)) continue;
        if (auto found = CheckAgain(pages, first + i)) damaged.push_back(std::move(*found));
    }
}

// Sleeps so that no more pages per second are read than requested.
class Pacer {
public:
    explicit Pacer(std::int64_t pages_per_second) : pages_per_second_(pages_per_second) {}
    void Wait(std::int64_t pages) {
        if (pages_per_second_ == 0) return;
        std::this_thread::sleep_for(std::chrono::microseconds(pages * 1'000'000 / pages_per_second_));
    }

private:
    std::int64_t pages_per_second_;
};

std::vector<DamagedPage> FindDamagedPages(const PageScrub& scrub, const Pages& pages, const std::stop_token& stop) {
    std::vector<DamagedPage> damaged;
    Pacer pacer(scrub.calls.pages_per_second);
    for (std::uint32_t first = 1; first <= pages.count() && !stop.stop_requested(); first += kPagesAtOnce) {
        const std::uint32_t count = std::min(kPagesAtOnce, pages.count() - first + 1);
        CheckPages(pages, first, count, damaged);
        if (scrub.calls.on_read) scrub.calls.on_read(count);
        pacer.Wait(count);
    }
    return damaged;
}

Result<std::vector<Tree>> ReadTrees(Connection& ledger) {
    const auto rows = TRY(ledger.Query(kTrees, {}));
    std::vector<Tree> trees{{"sqlite_schema", "sqlite_schema", true, false, 1}};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        trees.push_back({rows.String(i, kTrees["name"]), rows.String(i, kTrees["tbl_name"]),
                         rows.Text(i, kTrees["type"]) == "table", rows.Integer(i, kTrees["is_clustered"]) != 0,
                         static_cast<std::uint32_t>(rows.Integer(i, kTrees["rootpage"]))});
    }
    return trees;
}

// Which tree each of the wanted pages belongs to.
class PageOwners {
public:
    PageOwners(const Pages& pages, const std::vector<DamagedPage>& damaged) : pages_(pages) {
        for (const DamagedPage& page : damaged) wanted_.insert(page.number);
    }

    void Walk(const Tree& tree) {
        std::deque<std::uint32_t> waiting{tree.root};
        while (!waiting.empty() && found_.size() < wanted_.size()) {
            const std::uint32_t number = waiting.front();
            waiting.pop_front();
            if (!Visit(number, tree)) continue;
            const auto bytes = pages_.Read(number);
            if (!bytes) continue;
            const TreePage page(*bytes, number);
            std::ranges::copy(page.Children(), std::back_inserter(waiting));
            for (const std::uint32_t first : page.Overflows()) FollowOverflow(first, tree);
        }
    }

    const Tree* Find(std::uint32_t number) const {
        const auto found = found_.find(number);
        return found == found_.end() ? nullptr : found->second;
    }
    bool IsOverflow(std::uint32_t number) const { return overflows_.contains(number); }

private:
    // False if the page was seen before, which happens in a damaged file, or if there is no page with this number.
    bool Visit(std::uint32_t number, const Tree& tree) {
        if (number == 0 || number > pages_.count() || !visited_.insert(number).second) return false;
        if (wanted_.contains(number)) found_.emplace(number, &tree);
        return true;
    }
    void FollowOverflow(std::uint32_t number, const Tree& tree) {
        while (Visit(number, tree)) {
            if (wanted_.contains(number)) overflows_.insert(number);
            const auto bytes = pages_.Read(number);
            if (!bytes) return;
            number = 0;
            for (std::size_t i = 0; i < 4; ++i) number = number << 8 | static_cast<std::uint8_t>((*bytes)[i]);
        }
    }

    const Pages& pages_;
    std::unordered_set<std::uint32_t> wanted_;
    std::unordered_set<std::uint32_t> visited_;
    std::unordered_map<std::uint32_t, const Tree*> found_;
    std::unordered_set<std::uint32_t> overflows_;
};

// The columns of a tree in the order of storage, and which of them are the key.
struct TreeColumns {
    std::vector<std::string> names;
    std::vector<std::size_t> key;
};

Result<TreeColumns> ReadTreeColumns(Connection& ledger, const Tree& tree) {
    TreeColumns columns;
    const auto rows = TRY(ledger.Query(tree.is_table ? kTableColumns : kIndexColumns, {Value::Of(tree.name)}));
    std::map<std::int64_t, std::string> key;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::int64_t place = tree.is_table ? rows.Integer(i, kTableColumns["pk"]) : 0;
        if (place > 0) key.emplace(place, rows.String(i));
        if (place > 0 && !tree.is_clustered) columns.key.push_back(columns.names.size());
        if (place == 0 || !tree.is_clustered) columns.names.push_back(rows.String(i));
        if (!tree.is_table) columns.key.push_back(i);
    }
    if (!tree.is_clustered) return columns;
    std::vector<std::string> names;
    for (const auto& [place, name] : key) {
        columns.key.push_back(names.size());
        names.push_back(name);
    }
    std::ranges::move(columns.names, std::back_inserter(names));
    columns.names = std::move(names);
    return columns;
}

std::string KeyText(const TreeColumns& columns, const std::vector<std::string>& values) {
    std::string text;
    for (const std::size_t column : columns.key) {
        if (column >= values.size() || column >= columns.names.size()) continue;
        text += (text.empty() ? "" : ", ") + columns.names[column] + " " + values[column];
    }
    return text;
}

// Where the one flipped bit of a page is.
std::string DescribeFlip(const DamagedPage& page, const TreeColumns& columns, std::size_t bit) {
    std::string fixed = page.bytes;
    fixed[bit / 8] = static_cast<char>(fixed[bit / 8] ^ (1 << (bit % 8)));
    const auto place = TreePage(fixed, page.number).PlaceOf(bit / 8);
    if (!place) return "one bit is flipped in a part of the page that holds no value";
    const std::string column = place->column < columns.names.size() ? columns.names[place->column] : "unknown";
    return "column " + column + " of the row with " + KeyText(columns, place->values) +
           " is damaged: one bit is flipped, and the value was " + place->values[place->column];
}

// The checksum may leave several places possible.
std::string DescribeFlips(const DamagedPage& page, const TreeColumns& columns, std::span<const std::size_t> bits) {
    std::string text = DescribeFlip(page, columns, bits.front());
    const std::size_t named = std::min(bits.size(), kPlacesNamedMax);
    for (std::size_t i = 1; i < named; ++i) text += "; or " + DescribeFlip(page, columns, bits[i]);
    if (bits.size() > named) text += "; or one of " + std::to_string(bits.size() - named) + " other places";
    return text;
}

std::string DescribeDamage(const DamagedPage& page, const PageOwners& owners, Connection& ledger) {
    const Tree* tree = owners.Find(page.number);
    std::string text = tree == nullptr  ? "no table"
                       : tree->is_table ? "table " + tree->name
                                        : "index " + tree->name + " of table " + tree->table;
    text += ", page " + std::to_string(page.number) + ": ";
    if (!page.unreadable.empty()) return text + "it cannot be read: " + page.unreadable;
    const auto bits = FindFlippedBits(page.bytes);
    if (bits.empty()) return text + "several bits are damaged";
    if (bits.front() / 8 >= page.bytes.size() - kPageChecksumBytes) return text + "one bit of its checksum is flipped";
    if (tree == nullptr) return text + "one bit is flipped in a page that is not used";
    if (owners.IsOverflow(page.number)) return text + "one bit of a long value is flipped";
    const auto columns = ReadTreeColumns(ledger, *tree);
    return columns ? text + DescribeFlips(page, *columns, bits) : text + "one bit is flipped";
}

// Nothing if the head is damaged. A flipped bit there may hide that the pages have checksums.
std::optional<FileHead> ReadHead(const std::string& path) {
    const auto file = KeptFile(path, O_RDONLY);
    const auto bytes = file->is_open() ? file->Read(0, kFileHeadSize) : std::nullopt;
    const auto head = bytes ? ReadFileHead(*bytes) : std::nullopt;
    if (!head || head->has_checksums()) return head;
    auto first = file->Read(0, head->page_bytes);
    if (!first || head->reserved_bytes != 0) return std::nullopt;
    (*first)[kReservedBytesPlace] = static_cast<char>(kPageChecksumBytes);
    return IsPageIntact(*first) ? std::nullopt : head;
}

}  // namespace

Status ScrubPages(const PageScrub& scrub, Connection& ledger, const std::stop_token& stop) {
    const auto head = ReadHead(scrub.path);
    if (!head) {
        scrub.calls.found("the head of the ledger's file is damaged or cannot be read");
        return {};
    }
    if (!head->has_checksums()) return {};
    const Pages pages(scrub.path, *head);
    const auto damaged = FindDamagedPages(scrub, pages, stop);
    if (damaged.empty()) return {};
    PageOwners owners(pages, damaged);
    const auto trees = ReadTrees(ledger);
    if (trees) std::ranges::for_each(*trees, [&](const Tree& tree) { owners.Walk(tree); });
    for (const DamagedPage& page : damaged) {
        if (stop.stop_requested()) break;
        scrub.calls.found(DescribeDamage(page, owners, ledger));
    }
    return {};
}

}  // namespace fairlead::ledger
