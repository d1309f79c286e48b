// The headers that nearly every test includes. They are precompiled once for all test programs.
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "../cmake/application.pch.hpp"
