// Standard input, output and error as descriptors that are always taken.
#pragma once

namespace pylos::tools {

/// Opens /dev/null for each of descriptors 0 to 2 that is closed, so that no file of ours lands
/// there and is read or written as a standard stream. It is opened the wrong way round: reading
/// standard input and writing the others remain errors. Call it before anything is opened.
void take_standard_descriptors();

}  // namespace pylos::tools
