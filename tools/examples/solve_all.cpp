// Solves the small board of base side 3 under every rule set and prints who wins.
#include <iostream>

#include <pylos/pylos.hpp>

int main() {
  try {
    for (const pylos::Game& named : pylos::all_games()) {
      const pylos::Game game(named.rules(), 3);
      const pylos::Solved solved = pylos::solve(game);
      std::cout << game.rules() << ": " << to_text(solved.verdict(), pylos::Side::light) << ", "
                << solved.counts().draw << " draws, checksum " << solved.checksum() << '\n';
    }
  } catch (const pylos::Error& e) {
    std::cerr << "solve_all: " << e.what() << '\n';
    return 1;
  }
}
