/* Leaves a message in shared memory of System V ("put"), or finds it ("get"). */
#include "tell.h"
#include <sys/shm.h>

int main(int count, char **words) {
    int put = strcmp(words[1], "put") == 0;
    key_t key = (key_t)strtoul(words[2] + strlen(words[2]) - 7, NULL, 16);
    long id = shmget(key, 4096, put ? IPC_CREAT | 0666 : 0);
    if (put) {
        printf("READY %s\n", id < 0 ? strerrorname_np(errno) : "put");
        fflush(stdout);
        if (id >= 0)
            strcpy(shmat(id, NULL, 0), words[2]);
        return sleep(10);
    }
    char *memory = shmat(must(id), NULL, 0);
    must((long)memory);
    success("%s", memory);
    return count;
}
