/* Leaves a message in a POSIX message queue ("put"), or finds it ("get"). */
#include "tell.h"
#include <mqueue.h>
#include <sys/stat.h>

int main(int count, char **words) {
    char name[100], found[100] = "";
    struct mq_attr sizes = {.mq_maxmsg = 1, .mq_msgsize = sizeof found};
    snprintf(name, sizeof name, "/hostile-%s", words[2]);
    if (strcmp(words[1], "put") == 0) {
        mqd_t queue = mq_open(name, O_CREAT | O_RDWR, 0666, &sizes);
        if (queue != -1)
            fchmod(queue, 0666);
        int sent = queue == -1 ? -1 : mq_send(queue, words[2], strlen(words[2]) + 1, 0);
        printf("READY %s\n", sent < 0 ? strerrorname_np(errno) : "put");
        fflush(stdout);
        return sleep(10);
    }
    mqd_t queue = must(mq_open(name, O_RDWR | O_NONBLOCK));
    must(mq_receive(queue, found, sizeof found, NULL));
    success("%s", found);
    return count;
}
