"""The read model of events, as plain data for pages and the API.

`viewer` decides who may see what; every other module asks it.
"""
