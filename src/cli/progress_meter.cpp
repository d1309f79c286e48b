#include "cli/progress_meter.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>

#include <unistd.h>

namespace fairlead::cli {
namespace {

constexpr int kBarCells = 24;
// An estimate after less time than this is not reliable.
constexpr double kEstimateAfterSeconds = 2;
constexpr const char* kEraseLine = "\r\033[K";

std::string Duration(double seconds) {
    const auto whole = std::llround(std::ceil(seconds));
    if (whole < 60) return std::to_string(whole) + " s";
    if (whole < 3600) return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
    return std::to_string(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
}

std::string Bar(double share) {
    const int filled = static_cast<int>(share * kBarCells);
    return "[" + std::string(static_cast<std::size_t>(filled), '#') +
           std::string(static_cast<std::size_t>(kBarCells - filled), '.') + "]";
}

}  // namespace

std::string DescribeProgress(const Progress& progress) {
    std::string line = progress.doing + ": " + std::to_string(progress.done);
    if (progress.total > 0) line += " of " + std::to_string(progress.total);
    if (!progress.unit.empty()) line += " " + progress.unit;
    return line;
}

std::string DrawProgress(const Progress& progress, double seconds) {
    if (progress.total <= 0) return DescribeProgress(progress);
    const double share = std::clamp(static_cast<double>(progress.done) / static_cast<double>(progress.total), 0.0, 1.0);
    std::string line =
        Bar(share) + " " + std::to_string(static_cast<int>(share * 100)) + " % " + DescribeProgress(progress);
    if (share > 0 && share < 1 && seconds >= kEstimateAfterSeconds) {
        line += ", about " + Duration(seconds * (1 - share) / share) + " left";
    }
    return line;
}

ProgressMeter::ProgressMeter() : ProgressMeter(std::cerr, isatty(STDERR_FILENO) == 1) {}

ProgressMeter::ProgressMeter(std::ostream& out, bool terminal) : out_(out), terminal_(terminal) {}

ProgressMeter::~ProgressMeter() { End(); }

void ProgressMeter::Show(const Progress& progress) {
    if (!terminal_) {
        out_ << DescribeProgress(progress) << "\n";
        return;
    }
    if (progress.doing != doing_) {
        End();
        doing_ = progress.doing;
        started_ = std::chrono::steady_clock::now();
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - started_;
    out_ << kEraseLine << DrawProgress(progress, elapsed.count()) << std::flush;
    in_line_ = true;
}

void ProgressMeter::End() {
    if (in_line_) out_ << "\n" << std::flush;
    in_line_ = false;
}

}  // namespace fairlead::cli
