/* Leaves a message in the kernel's keyring of the session ("put"), or finds it ("get"). */
#include "tell.h"

#define SESSION -3
#define SEARCH 10
#define READ 11

int main(int count, char **words) {
    char name[100], found[200] = "";
    snprintf(name, sizeof name, "hostile-%s", words[2]);
    if (strcmp(words[1], "put") == 0) {
        long key = syscall(SYS_add_key, "user", name, words[2], strlen(words[2]), SESSION);
        printf("READY %s\n", key < 0 ? strerrorname_np(errno) : "put");
        fflush(stdout);
        return sleep(10);
    }
    long key = must(syscall(SYS_keyctl, SEARCH, SESSION, "user", name, 0));
    must(syscall(SYS_keyctl, READ, key, found, sizeof found, 0));
    success("%s", found);
    return count;
}
