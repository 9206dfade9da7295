"""Perfect information: what the best players could reach if they saw every card and the order of the deck."""

from tamaya.solver.solving import Verdict, solve, solve_deal

__all__ = ["Verdict", "solve", "solve_deal"]
