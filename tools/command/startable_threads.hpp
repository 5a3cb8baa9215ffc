// How many threads the system lets this program have: limits of processes are met here, with a
// message, and not in the middle of the work.
#pragma once

namespace pylos::tools {

/// `wanted` (1 or more), or fewer if the system refuses to let so many run at once, the calling one
/// included. Others may take what is left meanwhile.
int startable_threads(int wanted);

}  // namespace pylos::tools
