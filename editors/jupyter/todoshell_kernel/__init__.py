"""A Jupyter kernel for todoshell. The shell checks, runs and draws; this package passes messages on."""
