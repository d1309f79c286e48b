"""Writes the generated sources of the client libraries in clients/ and the Postman collection from api/openapi.yaml.

`./dev api` runs it after api.document. tests/clients checks that the files are up to date.
"""
