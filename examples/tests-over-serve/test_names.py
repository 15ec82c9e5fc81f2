"""The official Python client against `pocket-commons serve`, which pytest starts and ends."""
import json
import subprocess

import pytest
from datacommons_client import DataCommonsClient

COMMAND = ["node_modules/.bin/pocket-commons", "serve", "node_modules/pocket-commons/data-samples/us-states"]


@pytest.fixture(scope="session")
def client():
    options = ["--port", "0", "--json", "--strict"]
    server = subprocess.Popen(COMMAND + options, stdout=subprocess.PIPE, text=True)
    started = server.stdout.readline()  # {"url": …, "port": …}, or an error in several lines
    assert '"url"' in started, started + server.stdout.read()
    url = json.loads(started)["url"]
    yield DataCommonsClient(url=f"{url}core/api/v2")
    server.terminate()
    assert server.wait() == 0


def test_the_name_of_a_state(client):
    names = client.node.fetch_entity_names(entity_dcids=["geoId/06"])
    assert names["geoId/06"].value == "California"


def test_people_of_a_state(client):
    answer = client.observation.fetch_observations_by_entity_dcid(
        date="latest", variable_dcids="Count_Person", entity_dcids="geoId/06"
    )
    records = answer.to_observation_records().model_dump()
    assert max(record["date"] for record in records) == "2025"


def test_a_mistyped_dcid_is_an_error(client):
    with pytest.raises(Exception, match="did you mean 'geoId/06'"):
        client.node.fetch_entity_names(entity_dcids=["geoid/06"])
