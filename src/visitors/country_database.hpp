#pragma once

#include <memory>
#include <string>

#include "app/ports/visitors.hpp"
#include "base/result.hpp"

namespace fairlead::visitors {

// Opens a MaxMind database with the countries of networks: GeoLite2 or GeoIP2 Country or City, DB-IP, IPinfo. With an
// empty path every country is unknown. The Error says what is wrong with the file.
Result<std::unique_ptr<app::CountryFinder>> OpenCountryDatabase(const std::string& path);

}  // namespace fairlead::visitors
