#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "app/adapters/read_adapter.hpp"

namespace fairlead::app {
namespace {

constexpr std::uintmax_t kAdapterBytesMax = 256 << 10;
constexpr std::size_t kAdaptersMax = 100;

// Names are part of URLs.
bool IsAdapterName(std::string_view name) {
    return !name.empty() && name.size() <= 64 && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    });
}

Result<Adapter> LoadAdapterFile(const std::filesystem::path& path) {
    const std::string name = path.stem().string();
    if (!IsAdapterName(name)) {
        return Fail(ErrorCode::kInvalidValue,
                    path.string() + ": the name of an adapter has 1 to 64 small letters, digits and dashes");
    }
    std::error_code failed;
    if (std::filesystem::file_size(path, failed) > kAdapterBytesMax && !failed) {
        return Fail(ErrorCode::kInvalidValue, path.string() + ": an adapter has at most 256 KiB");
    }
    std::ifstream file(path, std::ios::binary);
    if (!file) return Fail(ErrorCode::kUnavailable, path.string() + ": the file cannot be read");
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    return ReadAdapter(name, path.string(), text);
}

}  // namespace

Result<Adapters> LoadAdapters(const std::string& folder) {
    Adapters adapters;
    for (const EmbeddedAdapter& one : EmbeddedAdapters()) {
        const std::string file = "adapters/" + std::string(one.name) + ".yaml";
        adapters.insert_or_assign(std::string(one.name), TRY(ReadAdapter(one.name, file, one.yaml)));
    }
    if (folder.empty()) return adapters;
    std::error_code failed;
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder, failed)) {
        if (entry.path().extension() == ".yaml") files.push_back(entry.path());
    }
    if (failed) return Fail(ErrorCode::kUnavailable, "the folder of adapters " + folder + " cannot be read");
    if (files.size() > kAdaptersMax) return Fail(ErrorCode::kInvalidValue, folder + ": at most 100 adapters");
    std::ranges::sort(files);
    for (const auto& file : files) {
        auto adapter = TRY(LoadAdapterFile(file));
        std::string name = adapter.name;
        adapters.insert_or_assign(std::move(name), std::move(adapter));
    }
    return adapters;
}

}  // namespace fairlead::app
