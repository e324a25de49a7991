"""Events as data: the graph of stages, qualification between them, and the final table."""
