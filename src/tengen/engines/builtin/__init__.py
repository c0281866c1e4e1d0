"""The engines of this house: a module is an engine, by the name of the module.

Each has one subclass of `tengen.engines.Engine` whose `name` is that name; the registry finds it.
"""
