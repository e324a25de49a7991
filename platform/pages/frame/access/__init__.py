"""The objects that addresses name, who may see them, and which sites may frame pages."""
