// Some sources include this name.
#pragma once

#include "definition.h"
