"""What the article describes, in plain Python: over a file of records, five classes of a handoff counted as sets (what
the sender held, what the payload has of it), and for each run which constraints are neither carried nor discharged.

`python3 carry.py FILE` prints how long it took and what it counted, as JSON. It compares texts, trusts what a sender
says that it holds and any discharge, and reads whatever `json` reads.
"""

import json
import sys
import time

CLASSES = ("established", "tool_results", "constraints", "confidence", "stop_conditions")


def sets_of_sender(sender):
    confident = sender.get("confidence") is not None
    return (
        {fact["key"] for fact in sender.get("facts", ())},
        {call["id"] for call in sender.get("tool_calls", ()) if call["succeeded"]},
        {one["text"] for one in sender.get("constraints", ())},
        {"reported"} if confident else set(),
        set(sender.get("stop_conditions", ())),
    )


def sets_of_payload(payload):
    established = payload.get("established", ())
    confident = payload.get("confidence") is not None
    return (
        {fact["key"] for fact in established},
        {fact["evidence"] for fact in established if fact["source"] == "tool_result"},
        {one["text"] for one in payload.get("constraints", ())},
        {"reported"} if confident else set(),
        set(payload.get("stop_conditions", ())),
    )


def lost_in(records):
    """(hop, text) of each constraint that a handoff left out, and that nothing had discharged before."""
    live, texts, lost = {}, {}, []
    for record in records:
        kind = record["kind"]
        if kind == "message":
            for one in record.get("constraints", ()):
                texts[one["id"]] = one["text"]
                live.setdefault(one["text"], record["id"])
        elif kind == "transfer":
            payload = record["payload"]
            for one in payload.get("discharged", ()):
                live.pop(texts.get(one["constraint"]), None)
            sent = {one["text"] for one in payload.get("constraints", ())}
            lost.extend((record["hop"], text) for text in live if text not in sent)
    return lost


def main(path):
    started = time.perf_counter()
    counts = {name: [0, 0] for name in CLASSES}
    transfers = runs = losses = 0
    open_runs = {}

    def end(records):
        nonlocal runs, losses
        runs += 1
        losses += len(lost_in(records))

    with open(path, encoding="utf-8") as file:
        for line in file:
            record = json.loads(line)
            open_runs.setdefault(record["run"], []).append(record)
            if record["kind"] == "transfer":
                transfers += 1
                mine, theirs = sets_of_sender(record["sender"]), sets_of_payload(record["payload"])
                for name, held, carried in zip(CLASSES, mine, theirs):
                    counts[name][0] += len(held & carried)
                    counts[name][1] += len(held)
            elif record["kind"] == "closed":
                end(open_runs.pop(record["run"]))
    for records in open_runs.values():
        end(records)
    ms = (time.perf_counter() - started) * 1000
    cpu_ms = time.process_time() * 1000
    found = {"ms": ms, "cpuMs": cpu_ms, "runs": runs, "transfers": transfers, "losses": losses, "counts": counts}
    print(json.dumps(found))


main(sys.argv[1])
