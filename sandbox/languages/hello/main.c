#include <pthread.h>
#include <stdio.h>
static char line[80];
static void *say(void *_) { (void)_; fputs(line, stdout); return 0; }
int main(void) {
    pthread_t thread;
    if (!fgets(line, sizeof line, stdin)) return 1;
    return pthread_create(&thread, 0, say, 0) || pthread_join(thread, 0);
}
