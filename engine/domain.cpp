#include "engine/domain.hpp"

#include "engine/game.hpp"

namespace pylos {

bool in_domain(Position p, int base) {
  return with_base(base, [&]<int B>() { return in_domain<B>(p); });
}

}  // namespace pylos
