/* Starts a program in a sandbox.  It takes the options of bubblewrap that `layout` uses, and
 * needs a fraction of its time: it loads no C library, which takes longer than all of this, reads
 * no table of mounts, and loads the filter once.  It needs Linux 5.12.
 *
 *   launcher OPTION... --args FD -- PROGRAM...
 *
 * More options come from ARGS, each word ended by a NUL.  Options of its own are --limit
 * RESOURCE:SOFT:HARD, a limit of the program, --mark, which says whose sandbox it is, and
 * --proc-of-pids PATH, which is --proc without the statistics of the machine.  The
 * descriptors have the numbers below, whatever an option says.  The program gets STDIN, STDOUT and
 * STDERR as 0, 1 and 2, and no others.  A byte on READY says that the sandbox stands; one on GO
 * starts the program.
 *
 * There are three processes: the first waits outside and ends with the program's status, the
 * second is the first inside and reaps orphans, the third becomes the program.  Any failure ends
 * all of them, with a line on standard error.
 */
#include <linux/capability.h>
#include <linux/fcntl.h>
#include <linux/filter.h>
#include <linux/mount.h>
#include <linux/prctl.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <linux/stat.h>
#include <stdint.h>

#include "bare.h"

enum { STDIN = 3, STDOUT, STDERR, READY, GO, ARGS, RULES };
enum { MOST_OPERATIONS = 8192, MOST_PAIRS = 64, MOST_VARIABLES = 8192, MOST_BYTES = 4 << 20, MOST_RULES = 4096 };
enum { SIGNAL_KILL = 9, SIGNAL_CHILD = 17, UNMOUNT_LATER = 2 };

enum kind { BIND, RO_BIND, DEV_BIND, TMPFS, PROC, SYMLINK, REMOUNT_RO };

struct operation {
    enum kind kind;
    const char *from, *to, *size;
    int tree;
};

struct limit {
    unsigned long resource;
    uint64_t values[2];
};

static struct operation operations[MOST_OPERATIONS];
static struct limit limits[16];
static struct sock_filter rules[MOST_RULES];
static char *environment[MOST_VARIABLES], pairs[MOST_PAIRS][256], arguments[MOST_BYTES];
static unsigned operation_count, limit_count, environment_count, pair_count, rule_count;
static unsigned long namespaces;
static const char *uid = "0", *gid = "0", *hostname, *directory = "/", *size;
static int dies, filtered, new_session, report[2];
static long outside_uid, outside_gid;

static uint64_t number(const char **at) {
    uint64_t value = 0;
    const char *word = *at;
    if (*word < '0' || *word > '9') fail("no number", word, 0);
    while (*word >= '0' && *word <= '9') value = value * 10 + (uint64_t)(*word++ - '0');
    *at = *word == ':' ? word + 1 : word;
    return value;
}

/* ---- what is wanted ---- */

static void want(enum kind kind, const char *from, const char *to) {
    if (operation_count == MOST_OPERATIONS) fail("too many operations", to, 0);
    operations[operation_count++] = (struct operation){kind, from, to, size, -1};
    size = 0;
}

static void want_limit(const char *word) {
    if (limit_count == sizeof limits / sizeof *limits) fail("too many limits", word, 0);
    struct limit *limit = &limits[limit_count++];
    limit->resource = number(&word);
    limit->values[0] = number(&word);
    limit->values[1] = number(&word);
}

static void want_variable(const char *key, const char *value) {
    if (pair_count == MOST_PAIRS || environment_count == MOST_VARIABLES - 1)
        fail("too many variables", key, 0);
    char *pair = pairs[pair_count++], *end = pair;
    end = append(end, pair, sizeof *pairs, key);
    end = append(end, pair, sizeof *pairs, "=");
    append(end, pair, sizeof *pairs, value);
    environment[environment_count++] = pair;
}

static const struct {
    const char *name;
    unsigned long flag;
} kinds_of_namespace[] = {
    {"--unshare-user", CLONE_NEWUSER}, {"--unshare-pid", CLONE_NEWPID},
    {"--unshare-net", CLONE_NEWNET},   {"--unshare-ipc", CLONE_NEWIPC},
    {"--unshare-uts", CLONE_NEWUTS},   {"--unshare-cgroup", CLONE_NEWCGROUP},
};

/* How many words the option at ``at`` takes, itself included. */
static int option(char **at, char **end) {
    const char *name = at[0];
    for (size_t i = 0; i < sizeof kinds_of_namespace / sizeof *kinds_of_namespace; i++)
        if (same(name, kinds_of_namespace[i].name)) {
            namespaces |= kinds_of_namespace[i].flag;
            return 1;
        }
    if (same(name, "--die-with-parent")) return dies = 1;
    if (same(name, "--new-session")) return new_session = 1;
    if (same(name, "--clearenv")) return environment_count = 0, 1;
    if (end - at < 2) fail("no such option or no value", name, 0);
    char *one = at[1];
    if (same(name, "--uid")) return uid = one, 2;
    if (same(name, "--gid")) return gid = one, 2;
    if (same(name, "--hostname")) return hostname = one, 2;
    if (same(name, "--chdir")) return directory = one, 2;
    if (same(name, "--size")) return size = one, 2;
    if (same(name, "--limit")) return want_limit(one), 2;
    if (same(name, "--seccomp")) return filtered = 1, 2;
    if (same(name, "--cap-drop") || same(name, "--mark")) return 2;
    if (same(name, "--tmpfs")) return want(TMPFS, 0, one), 2;
    if (same(name, "--proc")) return want(PROC, 0, one), 2;
    if (same(name, "--proc-of-pids")) return want(PROC, "subset=pid", one), 2;
    if (same(name, "--remount-ro")) return want(REMOUNT_RO, 0, one), 2;
    if (end - at < 3) fail("no such option or no value", name, 0);
    if (same(name, "--setenv")) return want_variable(one, at[2]), 3;
    if (same(name, "--symlink")) return want(SYMLINK, one, at[2]), 3;
    if (same(name, "--bind")) return want(BIND, one, at[2]), 3;
    if (same(name, "--ro-bind")) return want(RO_BIND, one, at[2]), 3;
    if (same(name, "--dev-bind")) return want(DEV_BIND, one, at[2]), 3;
    fail("no such option", name, 0);
}

static void read_options(char **words, char **end) {
    while (words < end) words += option(words, end);
}

/* The rest of the options, each ended by a NUL; nothing at all if nobody is there any more. */
static void read_arguments(void) {
    static char *words[3 * MOST_OPERATIONS];
    size_t have = 0, count = 0;
    for (long got; (got = CALL(read, ARGS, arguments + have, MOST_BYTES - have, 0, 0));) {
        if (got == -INTERRUPTED) continue;
        have += (size_t)sure(got, "read", "the options");
        if (have == MOST_BYTES) fail("too many", "options", 0);
    }
    for (size_t at = 0; at < have; at += length(arguments + at) + 1) {
        if (count == sizeof words / sizeof *words) fail("too many", "options", 0);
        words[count++] = arguments + at;
    }
    read_options(words, words + count);
}

static void read_rules(void) {
    char *at = (char *)rules;
    long got, have = 0;
    while ((got = CALL(read, RULES, at + have, (long)sizeof rules - have, 0, 0)) > 0) have += got;
    sure(got, "read", "the filter");
    if (!have || have == sizeof rules || have % (long)sizeof *rules) fail("bad", "filter", 0);
    rule_count = (unsigned)((size_t)have / sizeof *rules);
}

/* ---- the sandbox, from inside ---- */

static void put(const char *file, const char *words) {
    long fd = sure(CALL(openat, AT_FDCWD, file, O_WRONLY, 0, 0), "open", file);
    sure(CALL(write, fd, words, length(words), 0, 0), "write", file);
    CALL(close, fd, 0, 0, 0, 0);
}

static void map(const char *file, const char *inside, long outside) {
    char line[64], *end = append(line, line, sizeof line, inside);
    end = append(end, line, sizeof line, " ");
    end = append(end, line, sizeof line, decimal(outside));
    append(end, line, sizeof line, " 1");
    put(file, line);
}

/* Makes the folders above ``path``, which is relative. */
static void make_parents(const char *path) {
    char folder[4096];
    for (size_t i = 0; path[i]; i++) {
        if (i + 1 == sizeof folder) fail("too long", path, 0);
        folder[i] = 0;
        if (path[i] == '/' && i) CALL(mkdirat, AT_FDCWD, folder, 0755, 0, 0);
        folder[i] = path[i];
    }
}

static void make_folder(const char *path) {
    make_parents(path);
    long made = CALL(mkdirat, AT_FDCWD, path, 0755, 0, 0);
    if (made != -EXISTS) sure(made, "mkdir", path);
}

static const char *relative(const char *path) {
    while (*path == '/') path++;
    return *path ? path : ".";
}

static void mount(const char *from, const char *to, const char *kind, unsigned long flags,
                  const char *options) {
    sure(CALL(mount, from, to, kind, flags, options), "mount", to);
}

static void open_source(struct operation *wanted) {
    const int flags = OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE;
    struct mount_attr attributes = {.attr_set = MOUNT_ATTR_NOSUID, .propagation = MS_PRIVATE};
    if (wanted->kind != DEV_BIND) attributes.attr_set |= MOUNT_ATTR_NODEV;
    if (wanted->kind == RO_BIND) attributes.attr_set |= MOUNT_ATTR_RDONLY;
    wanted->tree = (int)sure(CALL(open_tree, AT_FDCWD, wanted->from, flags, 0, 0), "open",
                             wanted->from);
    sure(CALL(mount_setattr, wanted->tree, "", AT_EMPTY_PATH | AT_RECURSIVE, &attributes,
              sizeof attributes),
         "protect", wanted->from);
}

static void bind(const struct operation *wanted, const char *to) {
    struct statx found;
    sure(CALL(statx, wanted->tree, "", AT_EMPTY_PATH, STATX_TYPE, &found), "look at", wanted->from);
    if ((found.stx_mode & 0170000) == 0040000) {
        make_folder(to);
    } else {
        make_parents(to);
        CALL(close, sure(CALL(openat, AT_FDCWD, to, O_CREAT | O_WRONLY, 0444, 0), "create", to), 0,
             0, 0, 0);
    }
    sure(CALL(move_mount, wanted->tree, "", AT_FDCWD, to, MOVE_MOUNT_F_EMPTY_PATH), "bind", to);
    CALL(close, wanted->tree, 0, 0, 0, 0);
}

static void perform(const struct operation *wanted) {
    const unsigned long flags = MS_NOSUID | MS_NODEV;
    const char *to = relative(wanted->to);
    char options[64], *end = append(options, options, sizeof options, "mode=0755");
    switch (wanted->kind) {
    case TMPFS:
        make_folder(to);
        if (wanted->size) {
            end = append(end, options, sizeof options, ",size=");
            append(end, options, sizeof options, wanted->size);
        }
        mount("tmpfs", to, "tmpfs", flags, options);
        break;
    case PROC:
        make_folder(to);
        mount("proc", to, "proc", flags | MS_NOEXEC, wanted->from);
        break;
    case SYMLINK:
        make_parents(to);
        sure(CALL(symlinkat, wanted->from, AT_FDCWD, to, 0, 0), "symlink", to);
        break;
    case REMOUNT_RO:
        mount(0, to, 0, flags | MS_REMOUNT | MS_BIND | MS_RDONLY, 0);
        break;
    default:
        bind(wanted, to);
    }
}

static void build_root(void) {
    mount(0, "/", 0, MS_REC | MS_SLAVE, 0);
    /* All sources first: the new root hides what lies below the place where it is made. */
    for (unsigned i = 0; i < operation_count; i++)
        if (operations[i].kind <= DEV_BIND) open_source(&operations[i]);
    mount("tmpfs", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755");
    sure(CALL(chdir, "/tmp", 0, 0, 0, 0), "enter", "the new root");
    for (unsigned i = 0; i < operation_count; i++) perform(&operations[i]);
    sure(CALL(pivot_root, ".", ".", 0, 0, 0), "change", "the root");
    sure(CALL(umount2, ".", UNMOUNT_LATER, 0, 0, 0), "unmount", "the old root");
    sure(CALL(chdir, "/", 0, 0, 0, 0), "enter", "/");
    sure(CALL(chdir, directory, 0, 0, 0, 0), "enter", directory);
}

static void drop_rights(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
    for (long right = 0; CALL(prctl, PR_CAPBSET_DROP, right, 0, 0, 0) == 0;) right++;
    sure(CALL(prctl, PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0), "drop", "rights");
    sure(CALL(capset, &header, none, 0, 0, 0), "drop", "rights");
    if (filtered) {
        struct sock_fprog filter = {(unsigned short)rule_count, rules};
        sure(CALL(prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0), "load", "the filter");
    }
}

__attribute__((noreturn)) static void become(char **words) {
    char byte = '\n';
    for (unsigned i = 0; i < limit_count; i++)
        sure(CALL(prlimit64, 0, limits[i].resource, limits[i].values, 0, 0), "limit", "it");
    CALL(umask, 022, 0, 0, 0, 0);
    CALL(write, READY, &byte, 1, 0, 0);
    long got;
    do got = CALL(read, GO, &byte, 1, 0, 0);
    while (got == -INTERRUPTED);
    if (got != 1) leave(1);
    for (int i = 0; i < 3; i++) sure(CALL(dup3, STDIN + i, i, 0, 0, 0), "open", "its pipes");
    sure(CALL(close_range, 3, ~0U, 0, 0, 0), "close", "the rest");
    long error = CALL(execve, words[0], words, environment, 0, 0);
    if (error == -NO_EXECUTABLE) { /* a script without "#!", which is the shell's */
        words[-1] = (char *)"/usr/bin/dash";
        error = CALL(execve, words[-1], words - 1, environment, 0, 0);
    }
    say(ERRORS, words[0]);
    say(ERRORS, error == -NO_FILE ? ": not found\n" : ": cannot be executed\n");
    leave(error == -NO_FILE ? 127 : 126);
}

static int shell_status(int status) {
    return (status & 0x7f) ? 128 + (status & 0x7f) : (status >> 8) & 0xff;
}

/* Reaps what ends, and reports the status of the program. */
__attribute__((noreturn)) static void reap(long program) {
    int status, last = 0;
    CALL(dup3, report[1], 3, 0, 0, 0);
    CALL(close_range, 4, ~0U, 0, 0, 0);
    for (;;) {
        long pid = CALL(wait4, -1, &status, 0, 0, 0);
        if (pid == program) {
            last = shell_status(status);
            CALL(write, 3, &last, sizeof last, 0, 0);
        }
        if (pid == -NO_CHILD) leave(last);
    }
}

__attribute__((noreturn)) static void inside(char **words) {
    if (dies) CALL(prctl, PR_SET_PDEATHSIG, SIGNAL_KILL, 0, 0, 0);
    CALL(umask, 0, 0, 0, 0, 0);
    put("/proc/self/setgroups", "deny");
    map("/proc/self/uid_map", uid, outside_uid);
    map("/proc/self/gid_map", gid, outside_gid);
    build_root();
    if (hostname)
        sure(CALL(sethostname, hostname, length(hostname), 0, 0, 0), "name", hostname);
    if (new_session) sure(CALL(setsid, 0, 0, 0, 0, 0), "begin", "a session");
    drop_rights();
    if (!(namespaces & CLONE_NEWPID)) become(words);
    long program = sure(CALL(clone, SIGNAL_CHILD, 0, 0, 0, 0), "start", "the program");
    if (program) reap(program);
    become(words);
}

/* ---- and from outside ---- */

__attribute__((noreturn)) static void wait_for(long first) {
    int status = 0;
    CALL(dup3, report[0], 3, 0, 0, 0);
    CALL(close_range, 4, ~0U, 0, 0, 0);
    long got;
    do got = CALL(read, 3, &status, sizeof status, 0, 0);
    while (got == -INTERRUPTED);
    if (got == sizeof status) leave(status);
    while (CALL(wait4, first, &status, 0, 0, 0) == -INTERRUPTED) {
    }
    leave(shell_status(status));
}

__attribute__((noreturn, used)) void run(long *stack) {
    char **words = (char **)(stack + 1), **end = words + stack[0], **at = words + 1;
    for (char **each = end + 1; *each && environment_count < MOST_VARIABLES - 1; each++)
        environment[environment_count++] = *each;
    while (at < end && !same(*at, "--args")) at++;
    if (end - at < 4 || !same(at[2], "--")) fail("bad", "options", 0);
    read_options(words + 1, at);
    if (dies) CALL(prctl, PR_SET_PDEATHSIG, SIGNAL_KILL, 0, 0, 0);
    read_arguments();
    if (filtered) read_rules();
    sure(CALL(prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "give up", "privileges");
    sure(CALL(pipe2, report, O_CLOEXEC, 0, 0, 0), "make", "a pipe");
    outside_uid = CALL(geteuid, 0, 0, 0, 0, 0);
    outside_gid = CALL(getegid, 0, 0, 0, 0, 0);
    long flags = (long)(namespaces | CLONE_NEWNS | SIGNAL_CHILD);
    long first = sure(CALL(clone, flags, 0, 0, 0, 0), "make", "namespaces");
    if (first) wait_for(first);
    inside(at + 3);
}
