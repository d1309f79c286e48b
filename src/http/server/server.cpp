#include "http/server/server.hpp"

#include <algorithm>

namespace fairlead::http {

Server::Server(const ServerOptions& options) : options_(options) {
    const std::size_t count = std::min(options.io_threads, kLoopsMax);
    for (std::size_t i = 0; i < count; ++i) loops_.push_back(std::make_unique<LoopState>(i));
}

Server::~Server() { Stop(); }

Status Server::AddListener(LoopState& state, Descriptor socket, const ConnectionSettings& settings) {
    auto listener = std::make_unique<Listener>(std::move(socket), state.loop, settings);
    if (!listener->Start()) return Fail(ErrorCode::kUnavailable, "cannot watch a listening socket");
    state.listeners.push_back(std::move(listener));
    return {};
}

Result<std::string> Server::ListenTcp(const std::string& address, Spread spread, const ConnectionSettings& settings) {
    const bool is_public = spread == Spread::kAllLoops;
    const std::size_t count = is_public ? loops_.size() : 1;
    std::string where = address;
    for (std::size_t i = 0; i < count; ++i) {
        auto opened = TRY(ListenOnTcp(where, i == 0 ? PortUse::kFirst : PortUse::kShared));
        where = std::move(opened.address);  // The first loop picks the port if it is 0.
        TRY(AddListener(*loops_[i], std::move(opened.socket), settings));
    }
    return where;
}

Status Server::ListenLocal(const std::string& path, const ConnectionSettings& settings) {
    auto socket = TRY(ListenOnLocal(path));
    local_path_ = path;
    return AddListener(*loops_.front(), std::move(socket), settings);
}

void Server::Start() {
    running_ = true;
    for (auto& state : loops_) {
        state->thread = std::thread([&state] { state->loop.Run(); });
    }
}

void Server::Stop() {
    if (!running_) return;
    running_ = false;
    for (auto& state : loops_) {
        state->loop.Post([this, &state] {
            for (const auto& listener : state->listeners) listener->Stop();
            state->loop.Drain(options_.drain_timeout_ms);
        });
    }
    for (auto& state : loops_) state->thread.join();
    if (!local_path_.empty()) unlink(local_path_.c_str());
}

}  // namespace fairlead::http
