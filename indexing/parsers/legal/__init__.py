"""Statutes, contracts and policies: clauses by their numbers, in any format of running text."""
