"""The words of the wire, and the translation between them and those of the layers below. A module per family.

Requests refuse unknown fields and other types; the fields of a reply are in the order in which they are sent.
"""
