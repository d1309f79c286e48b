// The headers that nearly every source of app/ and the layers above includes. They are precompiled once.
#pragma once

#include "standard.pch.hpp"

#include <condition_variable>
#include <deque>
#include <set>
#include <thread>
#include <unordered_set>

#include <boost/json.hpp>
#include <fmt/format.h>
