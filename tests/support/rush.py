"""Sends many requests at the same moment, each on its own connection."""

from tests.support.client import API, Address, RawConnection, Response, compose


def rush(addresses: list[Address], api_key: str, bodies: list[bytes]) -> list[Response]:
    """Opens one connection per body, over the addresses in turn, and holds back the last byte of each request until all
    others have arrived. So the service handles them at the same time."""
    connections = []
    try:
        for number, body in enumerate(bodies):
            connection = RawConnection(addresses[number % len(addresses)])
            connections.append(connection)
            request = compose("POST", API + "/events", {"X-API-Key": api_key}, body)
            connection.send(request[:-1])
        for connection, body in zip(connections, bodies):
            connection.send(body[-1:])
        return [connection.read_response() for connection in connections]
    finally:
        for connection in connections:
            connection.close()
