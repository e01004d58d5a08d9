"""Parsing in processes of their own, which can be killed: no document costs more than is configured.

ParserPool (as many documents at once as it has room) → Worker (one process, as we see it) ⇄ frames on pipes ⇄ main
(what runs in the process)
"""
