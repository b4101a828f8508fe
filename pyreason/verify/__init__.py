"""Checking the rules themselves: other sets of rules, all boards in a scope, what scenarios exercise."""
