// Asks a database file what a position is worth, and which moves are best.
//   probe FILE.pylos [POSITION]
#include <iostream>

#include <pylos/pylos.hpp>

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: probe FILE.pylos [POSITION]\n";
    return 2;
  }
  try {
    const pylos::Solved solved = pylos::open(argv[1]);
    const int base = solved.game().base();
    const pylos::Position position =
        argc > 2 ? pylos::Position::from_text(argv[2], base) : pylos::Position::empty(base);
    std::cout << position.drawing() << '\n'
              << to_text(solved.value(position), position.to_move()) << '\n';
    for (const pylos::MoveValue& m : solved.moves(position)) {
      std::cout << to_text(m.move, base) << "  " << to_text(m.value, m.after.to_move()) << '\n';
    }
  } catch (const pylos::Error& e) {
    std::cerr << "probe: " << e.what() << '\n';
    return 1;
  }
}
