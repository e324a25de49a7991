"""Events as data: the graph of stages, who goes from one to the next, and the table at the end."""
