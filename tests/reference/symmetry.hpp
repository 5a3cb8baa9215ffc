// The eight symmetries of the square board as maps of coordinates, and the class of a position
// under them.
//
// Invariant: a symmetry keeps levels, and keeps which cell rests on which. The representative is
// merely the smallest of the eight images in the order of Position; nothing but counting classes
// may rely on which one that is.
#pragma once

#include <vector>

#include "position.hpp"

namespace reference {

constexpr int kSymmetries = 8;

// By cell: the cell it is carried to. Symmetry 0 is the identity.
std::vector<int> symmetry(int base, int which);

Position transformed(const Position& position, int which);
Position representative(const Position& position);

}  // namespace reference
