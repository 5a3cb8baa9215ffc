#include "domain.hpp"

#include <algorithm>

#include "symmetry.hpp"

namespace reference {

namespace {

// Decides cell after cell, in the order of their numbers, so that what a cell rests on is decided
// before it.
void extend(const Geometry& g, Shape& shape, std::vector<Shape>& found) {
  const std::size_t cell = shape.size();
  if (cell == g.places.size()) {
    found.push_back(shape);
    return;
  }
  shape.push_back(false);
  extend(g, shape, found);
  shape.pop_back();
  for (int under : g.below[cell])
    if (!shape[static_cast<std::size_t>(under)]) return;
  shape.push_back(true);
  extend(g, shape, found);
  shape.pop_back();
}

void colour(const Shape& shape, std::size_t cell, Position& position,
            std::vector<Position>& found) {
  if (cell == shape.size()) {
    found.push_back(position);
    return;
  }
  if (!shape[cell]) {
    colour(shape, cell + 1, position, found);
    return;
  }
  for (Content side : {Content::kLight, Content::kDark}) {
    if (reserve(position, side) == 0) continue;
    position.contents[cell] = side;
    colour(shape, cell + 1, position, found);
    position.contents[cell] = Content::kEmpty;
  }
}

}  // namespace

std::vector<Shape> supported_shapes(int base) {
  std::vector<Shape> found;
  Shape shape;
  extend(geometry(base), shape, found);
  return found;
}

int size_of(const Shape& shape) {
  return static_cast<int>(std::count(shape.begin(), shape.end(), true));
}

Shape transformed(const Shape& shape, int base, int which) {
  const std::vector<int> map = symmetry(base, which);
  Shape image(shape.size());
  for (std::size_t cell = 0; cell < shape.size(); ++cell)
    image[static_cast<std::size_t>(map[cell])] = shape[cell];
  return image;
}

std::vector<Position> colourings(const Shape& shape, int base) {
  std::vector<Position> found;
  Position position = empty_board(base);
  colour(shape, 0, position, found);
  return found;
}

std::vector<Position> domain(int base) {
  std::vector<Position> all;
  for (const Shape& shape : supported_shapes(base)) {
    for (const Position& position : colourings(shape, base)) all.push_back(position);
  }
  std::sort(all.begin(), all.end());
  return all;
}

std::uint64_t binomial(int all, int chosen) {
  std::uint64_t count = chosen > all ? 0 : 1;
  for (int i = 0; i < chosen && count > 0; ++i)
    count = count * static_cast<std::uint64_t>(all - i) / static_cast<std::uint64_t>(i + 1);
  return count;
}

std::uint64_t count_colourings(int spheres, int base) {
  const int most = geometry(base).spheres_a_side;
  std::uint64_t count = 0;
  for (int light = 0; light <= spheres; ++light)
    if (light <= most && spheres - light <= most) count += binomial(spheres, light);
  return count;
}

std::uint64_t count_fixed_positions(int base, int which) {
  const std::vector<int> map = symmetry(base, which);
  const int most = geometry(base).spheres_a_side;
  std::uint64_t count = 0;
  for (const Shape& shape : supported_shapes(base)) {
    if (transformed(shape, base, which) != shape) continue;
    // A colouring stays as it is when each cycle of cells has one colour. ways[n]: with n light
    // spheres so far.
    std::vector<std::uint64_t> ways(shape.size() + 1, 0);
    ways[0] = 1;
    std::vector<bool> seen(shape.size(), false);
    for (std::size_t start = 0; start < shape.size(); ++start) {
      if (!shape[start] || seen[start]) continue;
      std::size_t length = 0;
      for (std::size_t cell = start; !seen[cell]; cell = static_cast<std::size_t>(map[cell])) {
        seen[cell] = true;
        ++length;
      }
      for (std::size_t light = ways.size(); light-- > length;) ways[light] += ways[light - length];
    }
    for (int light = 0; light <= size_of(shape); ++light) {
      if (light <= most && size_of(shape) - light <= most)
        count += ways[static_cast<std::size_t>(light)];
    }
  }
  return count;
}

}  // namespace reference
