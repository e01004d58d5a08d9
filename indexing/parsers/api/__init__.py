"""API references: one operation, one unit; from OpenAPI descriptions and from texts in that shape."""
