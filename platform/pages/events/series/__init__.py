"""Events of a single series: the form that makes one, and its chart."""
