"""Questions with their answers, in any format of running text."""
