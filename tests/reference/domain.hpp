// The positions there are: every supported shape, and every colouring of it.
//
// "Domain" is that of the rules: (mover, opponent) positions, here written with light to move, of
// at most so many spheres a side as the side has. The lists are for base 2 and 3; base 4 has shapes
// few enough to list but positions only to count. Invariant: every list names a position or shape
// once. Neither the rule set nor the end of the game is asked about, nor whether play can lead
// there.
#pragma once

#include <cstdint>
#include <vector>

#include "position.hpp"

namespace reference {

// By cell: whether a sphere lies there.
using Shape = std::vector<bool>;

// Every set of cells in which each cell is supported.
std::vector<Shape> supported_shapes(int base);
int size_of(const Shape& shape);
Shape transformed(const Shape& shape, int base, int which);

// Every colouring of the shape with no side above its number of spheres, light to move.
std::vector<Position> colourings(const Shape& shape, int base);
std::vector<Position> domain(int base);

// In how many ways `chosen` of `all` can be picked; 0 when `chosen` is more.
std::uint64_t binomial(int all, int chosen);
// The number of colourings of a shape of `spheres` spheres.
std::uint64_t count_colourings(int spheres, int base);
// The number of colourings that symmetry `which` leaves as they are, of shapes that it leaves as
// they are. The eight numbers added and divided by eight count the classes of the domain
// (Burnside), without a single position listed.
std::uint64_t count_fixed_positions(int base, int which);

}  // namespace reference
