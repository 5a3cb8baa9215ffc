"""Pylos as a game of OpenSpiel: importing this file registers `python_pylos`.

    openspiel_game.py         plays one random game and says how it ended

    import openspiel_game, pyspiel
    game = pyspiel.load_game("python_pylos(rules=standard)")

An action is the number of a move in the list `Position.moves`: it names a move of one position only,
because moves with recovered spheres are too many to number once for all. A game without end is a draw
after MAX_PLIES plies. Where OpenSpiel is not installed, the program says so and ends with status 0.
"""

import pylos

try:
    import numpy
    import pyspiel
except ImportError:
    pyspiel = None

MAX_PLIES = 400  # of one game
MAX_MOVES = 1000  # more than any position has: 688 is the most there is
CELLS = 30


if pyspiel is not None:
    TYPE = pyspiel.GameType(
        short_name="python_pylos",
        long_name="Pylos",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"rules": "standard"},
    )

    class PylosGame(pyspiel.Game):
        """One rule set on the board of base side 4; light is player 0."""

        def __init__(self, params=None):
            params = dict(params or {})
            self.rules = pylos.Game(str(params.get("rules", "standard")))
            information = pyspiel.GameInfo(
                num_distinct_actions=MAX_MOVES,
                max_chance_outcomes=0,
                num_players=2,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=MAX_PLIES,
            )
            super().__init__(TYPE, information, params)

        def new_initial_state(self):
            return PylosState(self, self.rules)

        def make_py_observer(self, iig_obs_type=None, params=None):
            return PylosObserver()

    class PylosState(pyspiel.State):
        """A position and how many plies led to it."""

        def __init__(self, game, rules):
            super().__init__(game)
            self.rules = rules
            self.position = pylos.Position()
            self.plies = 0

        def current_player(self):
            if self.is_terminal():
                return pyspiel.PlayerId.TERMINAL
            return int(self.position.to_move)

        def _legal_actions(self, player):
            return list(range(len(self.position.moves(self.rules))))

        def _apply_action(self, action):
            self.position = self.position.play(self.rules, self.position.moves(self.rules)[action])
            self.plies += 1

        def _action_to_string(self, player, action):
            return str(self.position.moves(self.rules)[action])

        def is_terminal(self):
            return self.plies >= MAX_PLIES or self.position.is_over(self.rules)

        def returns(self):
            if not self.position.is_over(self.rules):
                return [0.0, 0.0]
            light_lost = self.position.to_move == pylos.LIGHT
            return [-1.0, 1.0] if light_lost else [1.0, -1.0]

        def __str__(self):
            return str(self.position)

    class PylosObserver:
        """Three rows of cells: light's spheres, dark's spheres, and all ones where dark moves."""

        def __init__(self):
            self.tensor = numpy.zeros(3 * CELLS, numpy.float32)
            self.dict = {"observation": self.tensor.reshape(3, CELLS)}

        def set_from(self, state, player):
            rows = self.dict["observation"]
            bits = numpy.arange(CELLS)
            rows[0] = state.position.light >> bits & 1
            rows[1] = state.position.dark >> bits & 1
            rows[2] = int(state.position.to_move)

        def string_from(self, state, player):
            return str(state)

    pyspiel.register_game(TYPE, PylosGame)


def main():
    if pyspiel is None:
        print("OpenSpiel is not installed (the Python module pyspiel): nothing was registered")
        return
    import random

    state = pyspiel.load_game("python_pylos").new_initial_state()
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    print(f"a random game ended after {state.plies} plies: {state}, returns {state.returns()}")


if __name__ == "__main__":
    main()
