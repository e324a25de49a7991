/* Takes memory in shared objects, each mapped, filled and unmapped: 300 MB. */
#include "tell.h"

#define SIZE (10 << 20)

int main(int count, char **words) {
    char name[100];
    for (int object = 0; object < 30; object++) {
        snprintf(name, sizeof name, "/hostile-%s-%d", words[count - 1], object);
        int fd = must(shm_open(name, O_CREAT | O_RDWR, 0600));
        must(ftruncate(fd, SIZE));
        char *memory = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        must((long)memory);
        memset(memory, 'x', SIZE);
        munmap(memory, SIZE);
        close(fd);
    }
    usleep(300000);
    success("300 MB in shared objects");
}
