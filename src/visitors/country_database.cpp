#include "visitors/country_database.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include <maxminddb.h>
#include <netinet/in.h>

#include "base/text/text.hpp"

namespace fairlead::visitors {
namespace {

// Where databases store the country, the best place first.
constexpr std::array<std::array<const char*, 3>, 4> kPaths{{{"country", "iso_code", nullptr},
                                                            {"country_code", nullptr, nullptr},
                                                            {"country", nullptr, nullptr},
                                                            {"registered_country", "iso_code", nullptr}}};

class UnknownCountries : public app::CountryFinder {
public:
    std::string Find(const IpAddress& /*address*/) const override { return {}; }
};

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::string CodeOf(MMDB_entry_s& entry) {
    for (const auto& path : kPaths) {
        MMDB_entry_data_s data{};
        if (MMDB_aget_value(&entry, &data, path.data()) != MMDB_SUCCESS || !data.has_data) continue;
        if (data.type != MMDB_DATA_TYPE_UTF8_STRING || data.data_size != 2) continue;
        const std::string_view code(data.utf8_string, data.data_size);
        if (std::ranges::all_of(code, IsLetter)) return ToUpperAscii(code);
    }
    return {};
}

class CountryDatabase : public app::CountryFinder {
public:
    CountryDatabase() = default;
    CountryDatabase(const CountryDatabase&) = delete;
    CountryDatabase& operator=(const CountryDatabase&) = delete;
    ~CountryDatabase() override {
        if (is_open_) MMDB_close(&database_);
    }

    Status Open(const std::string& path) {
        const int status = MMDB_open(path.c_str(), MMDB_MODE_MMAP, &database_);
        is_open_ = status == MMDB_SUCCESS;
        if (is_open_) return {};
        const char* reason = status == MMDB_FILE_OPEN_ERROR ? "the file cannot be read" : MMDB_strerror(status);
        return Fail(ErrorCode::kInvalidValue, "country_database: " + path + ": " + reason);
    }

    std::string Find(const IpAddress& address) const override {
        // A database with only IPv4 does not accept IPv6 addresses. A database with both accepts either.
        return address.IsV4() ? FindV4(address) : FindV6(address);
    }

private:
    std::string FindV4(const IpAddress& address) const {
        sockaddr_in socket_address{};
        socket_address.sin_family = AF_INET;
        std::memcpy(&socket_address.sin_addr, address.bytes.data() + 12, 4);
        return Look(reinterpret_cast<const sockaddr*>(&socket_address));
    }

    std::string FindV6(const IpAddress& address) const {
        sockaddr_in6 socket_address{};
        socket_address.sin6_family = AF_INET6;
        std::memcpy(&socket_address.sin6_addr, address.bytes.data(), 16);
        return Look(reinterpret_cast<const sockaddr*>(&socket_address));
    }

    std::string Look(const sockaddr* address) const {
        int status = MMDB_SUCCESS;
        auto found = MMDB_lookup_sockaddr(&database_, address, &status);
        return status == MMDB_SUCCESS && found.found_entry ? CodeOf(found.entry) : std::string();
    }

    MMDB_s database_{};
    bool is_open_ = false;
};

}  // namespace

Result<std::unique_ptr<app::CountryFinder>> OpenCountryDatabase(const std::string& path) {
    if (path.empty()) return std::make_unique<UnknownCountries>();
    auto database = std::make_unique<CountryDatabase>();
    TRY(database->Open(path));
    return database;
}

}  // namespace fairlead::visitors
