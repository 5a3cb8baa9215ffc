#include "solver/table/solution.hpp"

#include <utility>

#include "engine/check.hpp"
#include "solver/table/storage.hpp"

namespace pylos {

const table::SolutionStorage& table::storage_of(const Solution& solution) {
  return *solution.storage_;
}

Solution::Solution(std::unique_ptr<table::SolutionStorage> storage) : storage_(std::move(storage)) {}
Solution::Solution(Solution&&) noexcept = default;
Solution& Solution::operator=(Solution&&) noexcept = default;
Solution::~Solution() = default;

Game Solution::game() const { return storage_->game; }
const Statistics& Solution::statistics() const { return storage_->statistics; }

Value Solution::value(Position p) const {
  const table::ShapeTable& table = storage_->table;
  const table::ShapeLink link = table.link(p.occupied());
  CellSet mover;
  for (const Cell c : p.mover()) mover |= table.image(link.by, c);
  const CellSet shape = table[link.shape].cells;
  PYLOS_CHECK(p.mover().size() <= table.spheres_a_side() &&
              p.opponent().size() <= table.spheres_a_side() &&
              !p.mover().intersects(p.opponent()));
  return storage_->value(link.shape, table.colouring(shape, mover));
}

}  // namespace pylos
