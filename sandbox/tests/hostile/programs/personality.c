/* Switches off what makes addresses hard to guess. */
#include "tell.h"
#include <sys/personality.h>

int main(void) {
    must(personality(ADDR_NO_RANDOMIZE | READ_IMPLIES_EXEC));
    success("personality %x", personality(0xffffffff));
}
