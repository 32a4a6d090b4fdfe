"""A carry score and its faults in Python: what is held against what is sent, field class by field class.

Reads one question (JSON) from stdin: the transfer record as text, what is held, and how long to measure. Every
round parses the record, scores five classes, compares modality and scope, and looks for what went missing.
Writes the times of the rounds in microseconds.
"""

import json
import sys
import time


def texts(constraints):
    return {one["text"]: one for one in constraints}


def score(held, record, stops):
    payload = record["payload"]
    sender = record["sender"]
    pairs = {
        "established": (
            {fact["key"] for fact in sender["facts"]},
            {fact["key"] for fact in payload["established"]},
        ),
        "tool_results": (
            {call["id"] for call in sender["tool_calls"] if call["succeeded"]},
            {fact["evidence"] for fact in payload["established"] if fact["source"] == "tool_result"},
        ),
        "constraints": (set(held), {one["text"] for one in payload["constraints"]}),
        "confidence": (
            {True} if sender["confidence"] is not None else set(),
            {True} if payload["confidence"] is not None else set(),
        ),
        "stop_conditions": (set(stops) | set(sender["stop_conditions"]), set(payload["stop_conditions"])),
    }
    return {name: (len(mine & theirs), len(mine)) for name, (mine, theirs) in pairs.items()}


def faults(held, record):
    payload = record["payload"]
    sent = texts(payload["constraints"])
    closed = {entry["constraint"] for entry in payload["discharged"]}
    found = []
    for text, constraint in held.items():
        match = sent.get(text)
        if match is None:
            if constraint["id"] not in closed:
                found.append(("dropped", text))
        elif match["modality"] != constraint["modality"]:
            found.append(("weakened", text))
        elif match["scope"] != constraint["scope"]:
            found.append(("narrowed", text))
    return found


def decide(line, held, stops):
    record = json.loads(line)
    counts = score(held, record, stops)
    found = faults(held, record)
    carried, wanted = counts["stop_conditions"]
    return "block" if found or carried < wanted else "allow"


def main():
    question = json.load(sys.stdin)
    held = texts(question["held"])
    line = question["record"].encode()
    stops = question["stops"]
    assert decide(line, held, stops) == question["expected"]
    times = []
    end = time.perf_counter() + question["seconds"]
    while time.perf_counter() < end:
        start = time.perf_counter_ns()
        decide(line, held, stops)
        times.append((time.perf_counter_ns() - start) / 1000)
    # The first fifth warms up.
    json.dump(times[len(times) // 5 :], sys.stdout)


main()
