// Stands between a program and the C library when it is preloaded: as if somebody set the system's
// clock again and again, each look at it jumps by up to a year, in either direction. The monotonic
// clock stays as it is.

#include <atomic>
#include <cstdint>
#include <ctime>

#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

namespace {

constexpr std::int64_t year = 365 * 24 * 60 * 60; // seconds

std::int64_t jump() {
    static std::atomic<std::uint64_t> looks = 0;
    const std::uint64_t hash = (++looks) * 0x9e37'79b9'7f4a'7c15;
    return static_cast<std::int64_t>((hash >> 32) % (2 * year)) - year;
}

timespec now() {
    timespec time{};
    syscall(SYS_clock_gettime, CLOCK_REALTIME, &time);
    time.tv_sec += jump();
    return time;
}

} // namespace

extern "C" {

int clock_gettime(clockid_t clock, timespec* time) noexcept {
    if (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)
        return static_cast<int>(syscall(SYS_clock_gettime, clock, time));
    *time = now();
    return 0;
}

int gettimeofday(timeval* time, void* /*zone*/) noexcept {
    const timespec found = now();
    *time = {found.tv_sec, found.tv_nsec / 1000};
    return 0;
}

std::time_t time(std::time_t* result) noexcept {
    const std::time_t seconds = now().tv_sec;
    if (result != nullptr) *result = seconds;
    return seconds;
}
}
