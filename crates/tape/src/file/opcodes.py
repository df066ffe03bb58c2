import collections, json, sys, pyarrow.ipc

tape = pyarrow.ipc.open_file(sys.argv[1])
program = json.loads(tape.schema.metadata[b"warploom.programs"])[0]["instructions"]
opcode = dict(zip(program["number"], program["opcode"]))
runs = (b["runs"].take(b["like"]).flatten().to_pylist() for b in map(tape.get_batch, range(tape.num_record_batches)))
executed = collections.Counter(opcode[run["first"] + n] for some in runs for run in some for n in range(run["count"]))
print(json.dumps(executed))
