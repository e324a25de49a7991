/* A C program without a C library: system calls, words, and how it fails. */
#include <stddef.h>
#include <sys/syscall.h>

enum { NO_FILE = 2, INTERRUPTED = 4, NO_EXECUTABLE = 8, NO_CHILD = 10, EXISTS = 17 };
enum { ERRORS = 2 };

/* `_start` calls run(stack), which does not return: the count of words, they, 0, the environment. */
#if defined(__x86_64__)
__asm__(".globl _start\n_start: mov %rsp, %rdi\n and $-16, %rsp\n call run\n hlt\n");
static long call(long n, long a, long b, long c, long d, long e) {
    register long r10 __asm__("r10") = d, r8 __asm__("r8") = e;
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8)
                     : "rcx", "r11", "memory");
    return result;
}
#elif defined(__aarch64__)
__asm__(".globl _start\n_start: mov x0, sp\n bl run\n brk 0\n");
static long call(long n, long a, long b, long c, long d, long e) {
    register long x8 __asm__("x8") = n, x0 __asm__("x0") = a, x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c, x3 __asm__("x3") = d, x4 __asm__("x4") = e;
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4) : "memory");
    return x0;
}
#else
#error "no system calls are known for this processor"
#endif

#define CALL(name, a, b, c, d, e) \
    call(SYS_##name, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e))

void *memset(void *to, int byte, size_t count) {
    for (size_t i = 0; i < count; i++) ((char *)to)[i] = (char)byte;
    return to;
}

void *memcpy(void *to, const void *from, size_t count) {
    for (size_t i = 0; i < count; i++) ((char *)to)[i] = ((const char *)from)[i];
    return to;
}

static size_t length(const char *word) {
    size_t count = 0;
    while (word[count]) count++;
    return count;
}

static int same(const char *one, const char *two) {
    while (*one && *one == *two) one++, two++;
    return *one == *two;
}

__attribute__((noreturn)) static void leave(int status) {
    for (;;) CALL(exit_group, status, 0, 0, 0, 0);
}

static const char *decimal(long number) {
    static char digits[24];
    char *at = digits + sizeof digits - 1;
    unsigned long rest = number < 0 ? -(unsigned long)number : (unsigned long)number;
    do *--at = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0) *--at = '-';
    return at;
}

static void say(int fd, const char *words) { CALL(write, fd, words, length(words), 0, 0); }

__attribute__((noreturn)) static void fail(const char *what, const char *which, long error) {
    say(ERRORS, "launcher: ");
    say(ERRORS, what);
    say(ERRORS, " ");
    say(ERRORS, which);
    say(ERRORS, ": error ");
    say(ERRORS, decimal(-error));
    say(ERRORS, "\n");
    leave(1);
}

static long sure(long result, const char *what, const char *which) {
    if (result < 0) fail(what, which, result);
    return result;
}

/* Appends to a text of ``room`` bytes that begins at ``text``; returns its new end. */
static char *append(char *end, const char *text, size_t room, const char *word) {
    size_t count = length(word);
    if ((size_t)(end - text) + count >= room) fail("too long", word, 0);
    memcpy(end, word, count + 1);
    return end + count;
}
