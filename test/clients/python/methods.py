"""Methods of the Python client of V2 that `client.py` does not ask otherwise."""

from functools import partial

from datacommons_client.utils.graph import (
    build_graph_map,
    build_relationship_tree,
    fetch_relationship_lru,
    flatten_relationship,
)


def above(graph, place):
    """Places that a place is in, by all ways."""
    return closure(place, lambda node: graph.objects(node, "containedInPlace"))


def closure(start, step):
    found = set()
    waiting = [start]
    while waiting:
        for node in step(waiting.pop()):
            if node not in found:
                found.add(node)
                waiting.append(node)
    return found


def check_places_around(client, graph, report):
    inside = graph.subjects("containedInPlace")
    places = sorted({node for nodes in inside.values() for node in nodes})
    some = places[:: max(1, len(places) // 8)]
    for place in some:
        wanted = above(graph, place)
        found, tree = around(client, place, "parents")
        report.same(f"ancestors of {place}", found, wanted)
        report.same(f"tree above {place}", nodes_of(tree, "parents"), {place, *wanted})
    # Each place within is a request.
    small = [place for place in sorted(inside) if len(inside[place]) < 20][:8]
    for place in small:
        wanted = closure(place, lambda node: inside.get(node, set()))
        found, tree = around(client, place, "children")
        report.same(f"descendants of {place}", found, wanted)
        report.same(f"tree below {place}", nodes_of(tree, "children"), {place, *wanted})
        for kind in sorted({kind for node in inside[place] for kind in graph.objects(node, "typeOf")}):
            of_kind = lambda node: {
                one for one in inside.get(node, set()) if kind in graph.objects(one, "typeOf")
            }
            found, _ = around(client, place, "children", kind)
            report.same(f"{kind} below {place}", found, closure(place, of_kind))


def around(client, place, relationship, kind=None):
    """The list and the tree of `fetch_place_ancestors` and `fetch_place_descendants`.

    Version 2.1.6 fails in them where two requests meet: it enters one context in several threads.
    So these are the parts that they are made of, with one request at a time.
    """
    fetched = partial(
        fetch_relationship_lru, client.node, contained_type=kind, relationship=relationship
    )
    _, found = build_graph_map(root=place, fetch_fn=fetched, max_workers=1)
    tree = build_relationship_tree(root=place, graph=found, relationship_key=relationship)
    return {node["dcid"] for node in flatten_relationship(found)}, tree


def nodes_of(tree, relationship):
    """Dcids of a tree."""
    inner = (nodes_of(one, relationship) for one in tree.get(relationship, []))
    return {tree["dcid"]}.union(*inner)


def has_constraints(graph, variables):
    """Version 2.1.6 fails where no variable has any: it then asks for values of no property."""
    return any(graph.objects(one, "constraintProperties") for one in variables)


def check_definitions(client, graph, report):
    classes = client.node.fetch_all_classes().extract_connected_dcids("Class", "typeOf")
    report.same("classes", set(classes), graph.subjects("typeOf").get("Class", set()))
    variables = sorted(graph.subjects("typeOf").get("StatisticalVariable", set()))[:50]
    if not has_constraints(graph, variables):
        return
    constraints = client.node.fetch_statvar_constraints(variables)
    for variable in variables:
        wanted = {
            (name, value)
            for name in graph.objects(variable, "constraintProperties")
            for value in graph.objects(variable, name)
        }
        found = {(one.constraintId, one.valueId) for one in constraints[variable]}
        report.same(f"constraints of {variable}", found, wanted)


def check_search(client, graph, report):
    variables = graph.subjects("typeOf").get("StatisticalVariable", set())
    for name in sorted({name for one in variables for name in graph.names(one)})[:20]:
        (entity,) = client.resolve.fetch_indicators(name).entities
        dcids = [candidate.dcid for candidate in entity.candidates]
        of_name = {one for one in variables if name in graph.names(one)}
        report.same(f"variables named {name}", of_name, set(dcids[: len(of_name)]))
    # The example of the client's documentation.
    if "Count_Person" in variables:
        (entity,) = client.resolve.fetch_indicators("population").entities
        first = [candidate.dcid for candidate in entity.candidates][:2]
        report.same("the variable of population", "Count_Person" in first, True)
    for place in sorted(graph.subjects("containedInPlace").get("country/USA", set()))[:20]:
        (kind, *_) = sorted(graph.objects(place, "typeOf")) or [None]
        for name in graph.names(place):
            found = client.resolve.fetch_dcids_by_name(name, entity_type=kind)
            candidates = {one.dcid for entity in found.entities for one in entity.candidates}
            report.same(f"{kind} named {name}", place in candidates, True)


def check_coordinates(client, graph, report):
    """The point of a place is in the shapes of the places that it is in."""
    shapes = {node for node, label in graph.values if label.startswith("geoJsonCoordinates")}
    points = sorted(node for node, label in graph.values if label == "latitude")
    for place in points[:20]:
        around = above(graph, place) & shapes
        (latitude,) = graph.objects(place, "latitude")
        (longitude,) = graph.objects(place, "longitude")
        found = client.resolve.fetch_dcid_by_coordinates(latitude, longitude)
        dcids = {one.dcid for entity in found.entities for one in entity.candidates}
        report.same(f"what {latitude}, {longitude} is in", around - dcids, set())


def check_facets(client, observations, report):
    """Counts and dates of the facets, and the values of each alone."""
    for variable, entity in sorted(observations.facets)[:20]:
        about = client.observation.fetch(
            variable_dcids=variable,
            entity_dcids=entity,
            date="all",
            select=["variable", "entity", "facet"],
        )
        for facet_id, metadata in about.get_facets_metadata()[variable].items():
            key = (variable, entity, facet_of(about.facets[facet_id]))
            dates = observations.series.get(key)
            if dates is None:
                continue
            report.same(f"points of {key}", metadata["obsCount"][entity], len(dates))
            report.same(f"first of {key}", metadata["earliestDate"][entity], min(dates))
            report.same(f"last of {key}", metadata["latestDate"][entity], max(dates))
            alone = client.observation.fetch(
                variable_dcids=variable, entity_dcids=entity, date="all", filter_facet_ids=facet_id
            )
            records = alone.to_observation_records().root
            report.same(f"facet of {key}", {one.facetId for one in records}, {facet_id})
            report.same(f"dates of {key}", {one.date for one in records}, set(dates))
            for one in records:
                report.one_of(f"{key} {one.date}", one.value, dates.get(one.date, set()))


def facet_of(facet):
    parts = (facet.importName, facet.measurementMethod, facet.observationPeriod, facet.unit)
    return tuple(part or "" for part in parts)


def check_frame_within(client, observations, graph, report):
    """A frame of all places of a type, with what defines the variables."""
    inside = graph.subjects("containedInPlace")
    for variable, entity in sorted(observations.facets):
        for parent in sorted(above(graph, entity)):
            for kind in sorted(graph.objects(entity, "typeOf")):
                frame = client.observations_dataframe(
                    variable_dcids=variable,
                    date="latest",
                    parent_entity=parent,
                    entity_type=kind,
                    include_constraints_metadata=has_constraints(graph, [variable]),
                )
                of_kind = {
                    one
                    for one in closure(parent, lambda node: inside.get(node, set()))
                    if kind in graph.objects(one, "typeOf")
                }
                wanted = {one for one in of_kind if (variable, one) in observations.facets}
                found = set(frame["entity"])
                report.same(f"{kind} in {parent} with {variable}", wanted - found, set())
                report.same(f"others than {kind} in {parent}", found - of_kind, set())
                for name in graph.objects(variable, "constraintProperties"):
                    for value in graph.objects(variable, name):
                        report.same(f"{name} of {variable}", set(frame[name]), {value})
                return


def check_methods(client, observations, graph, report):
    if graph.values:
        check_places_around(client, graph, report)
        check_definitions(client, graph, report)
        check_search(client, graph, report)
        check_coordinates(client, graph, report)
    if observations.values:
        check_facets(client, observations, report)
    if graph.values and observations.values:
        check_frame_within(client, observations, graph, report)
