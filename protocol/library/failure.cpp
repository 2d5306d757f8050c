#include "protocol/library/failure.h"

#include "engine/base/text.h"

#include <algorithm>
#include <array>
#include <new>

namespace emilia::library {
namespace {

/// An array rather than a string, because there may be no memory for one.
thread_local std::array<char, 512> message_of_thread{};

constexpr std::string_view out_of_memory = "out of memory; a smaller hash table may help";

void remember(std::string_view message) noexcept {
    const std::size_t length = std::min(message.size(), message_of_thread.size() - 1);
    std::copy_n(message.begin(), length, message_of_thread.begin());
    message_of_thread[length] = '\0';
}

} // namespace

emilia_status fail(emilia_status status, std::string_view message) noexcept {
    try {
        remember(printable(message));
        return status;
    } catch (const std::bad_alloc&) {
        remember(out_of_memory);
        return EMILIA_OUT_OF_MEMORY;
    }
}

emilia_status fail_as_thrown() noexcept {
    try {
        throw;
    } catch (const Failure& failure) {
        return fail(failure.status(), failure.what());
    } catch (const std::bad_alloc&) {
        return fail(EMILIA_OUT_OF_MEMORY, out_of_memory);
    } catch (const std::exception& error) {
        return fail(EMILIA_FAILED, error.what());
    } catch (...) {
        return fail(EMILIA_FAILED, "an error of an unknown kind");
    }
}

void require(const void* argument, const char* name) {
    if (argument == nullptr) {
        throw Failure(EMILIA_BAD_ARGUMENT, std::string(name) + " must not be null");
    }
}

} // namespace emilia::library

const char* emilia_message() {
    return emilia::library::message_of_thread.data();
}
