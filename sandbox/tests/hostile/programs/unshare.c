/* Makes a user namespace, of which it is root. */
#include "nested.h"

int main(void) {
    enter_nested(0);
    success("uid %d of a namespace of its own", getuid());
}
