// Plays random moves as dark against perfect moves as light, on the small board of base side 3.
//   random_against_perfect [GAMES]
#include <cstdlib>
#include <iostream>
#include <random>

#include <pylos/pylos.hpp>

int main(int argc, char** argv) {
  try {
    const pylos::Solved solved = pylos::solve(pylos::Game("standard", 3));
    std::mt19937_64 random(1);
    const int games = argc > 1 ? std::atoi(argv[1]) : 100;
    int won = 0;
    for (int i = 0; i < games; ++i) {
      pylos::Position now = pylos::Position::empty(3);
      while (!is_over(solved.game(), now)) {
        if (now.to_move() == pylos::Side::light) {
          now = solved.moves(now).front().after;
        } else {
          const std::vector<pylos::Move> moves = legal_moves(solved.game(), now);
          now = play(solved.game(), now, moves[random() % moves.size()]);
        }
      }
      won += now.to_move() == pylos::Side::dark;  // the side to move has lost
    }
    std::cout << "light, playing perfectly, won " << won << " of " << games << " games\n";
    return won == games ? 0 : 1;
  } catch (const pylos::Error& e) {
    std::cerr << "random_against_perfect: " << e.what() << '\n';
    return 1;
  }
}
