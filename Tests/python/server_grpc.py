"""Calls a server as programs do that know nothing of it: grpcio, with stubs that protoc makes of proto/.

    python3 Tests/python/server_grpc.py .build/release/truths-server
    python3 Tests/python/server_grpc.py .build/release/truths-server --calls 100000   # the memory that so many calls take
"""

import base64
import contextlib
import hashlib
import hmac
import importlib
import json
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import grpc
from google.protobuf import descriptor_pb2, struct_pb2
from grpc_tools import protoc

ROOT = Path(__file__).resolve().parents[2]
ACTOR = {"type": "user", "user_id": "ann", "device_id": "desk", "org_id": "acme", "roles": ["accountant"]}
KEY = b"a key of thirty-two bytes or more"
# What `grpc-status-details-bin` holds.
STATUS = """syntax = "proto3"; package google.rpc; import "google/protobuf/any.proto";
message Status { int32 code = 1; string message = 2; repeated google.protobuf.Any details = 3; }"""


class Stubs:
    """The modules that protoc makes."""

    def __init__(self, folder):
        (Path(folder) / "status.proto").write_text(STATUS)
        files = [str(path) for path in sorted((ROOT / "proto").rglob("*.proto"))] + [str(Path(folder) / "status.proto")]
        well_known = Path(importlib.import_module("grpc_tools").__file__).parent / "_proto"
        arguments = [f"-I{ROOT / 'proto'}", f"-I{folder}", f"-I{well_known}", f"--python_out={folder}", f"--grpc_python_out={folder}"]
        assert protoc.main(["protoc", *arguments, *files]) == 0
        self.descriptors = Path(folder) / "set"
        assert protoc.main(["protoc", f"-I{ROOT / 'proto'}", f"--descriptor_set_out={self.descriptors}", *files[:-1]]) == 0
        sys.path.insert(0, folder)
        # `grpc` is a package already; these files are found beside it.
        grpc.__path__.append(str(Path(folder) / "grpc"))
        for name, module in [
            ("context", "converge.v1.context_pb2"), ("context_rpc", "converge.v1.context_pb2_grpc"),
            ("session", "converge.v1.session_pb2"), ("session_rpc", "converge.v1.session_pb2_grpc"),
            ("health", "grpc.health.v1.health_pb2"), ("health_rpc", "grpc.health.v1.health_pb2_grpc"),
            ("reflection", "grpc.reflection.v1.reflection_pb2"),
            ("reflection_rpc", "grpc.reflection.v1.reflection_pb2_grpc"), ("status", "status_pb2"),
        ]:
            setattr(self, name, importlib.import_module(module))


class Server:
    """A running server over the contract's example."""

    def __init__(self, executable, folder, access):
        self.ledger = Path(folder) / "ledger.jsonl"
        self.ledger.write_bytes((ROOT / "examples/closed-period/context.jsonl").read_bytes())
        self.process = subprocess.Popen(
            [executable, ROOT / "truths", "--ledger", self.ledger, "--grpc", "127.0.0.1:0", *access], stdout=subprocess.PIPE,
            text=True)
        self.address = json.loads(self.process.stdout.readline())["grpc"]

    def memory(self):
        """The resident memory, in KB."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith("VmRSS")).split()[1])


@contextlib.contextmanager
def running(executable, access):
    with tempfile.TemporaryDirectory() as folder:
        server = Server(executable, folder, access)
        try:
            yield server
        finally:
            server.process.kill()
            server.process.wait()


def proposal(stubs, number, **fields):
    body = {"action": "create_invoice", "period_id": "2024-Q1", **fields}
    entry = stubs.context.ContextEntry(entry_type="proposal", payload=json.dumps(body).encode())
    return stubs.context.AppendRequest(entry=entry, idempotency_key=f"invoice-{number}")


def refused(stubs, code, problem, call):
    """Checks that a call is refused, with the problem document in the details."""
    try:
        call()
    except grpc.RpcError as error:
        assert error.code() == code, error
        [details] = [value for key, value in error.trailing_metadata() if key == "grpc-status-details-bin"]
        status = stubs.status.Status.FromString(details)
        document = struct_pb2.Struct()
        assert status.details[0].Unpack(document), status
        assert status.code == code.value[0] and document["code"] == problem, document
        assert document["detail"] and document["status"] >= 400, document
        return
    raise AssertionError(f"{problem}: it is not refused")


def first(stream, count):
    entries = [next(stream) for _ in range(count)]
    stream.cancel()
    return entries


def context(stubs, channel, server):
    service = stubs.context_rpc.ContextServiceStub(channel)
    answer = service.Append(proposal(stubs, 1))
    assert answer.decision == "halted" and answer.reason == "Period is closed", answer
    assert answer.status.status == "halted" and answer.status.halt_reason == answer.reason and answer.run_id, answer
    again = service.Append(proposal(stubs, 1))
    assert again.entry_id == answer.entry_id and again.run_id == answer.run_id, again
    entries = first(service.Watch(stubs.context.WatchRequest()), answer.sequence)
    assert [entry.sequence for entry in entries] == list(range(1, answer.sequence + 1)), "there is a gap"
    lines = [json.loads(line) for line in server.ledger.read_text().splitlines()]
    for entry, line in zip(entries, lines):
        if "entry_id" in line:
            assert entry.entry_id == line["entry_id"] and json.loads(entry.payload) == line["payload"], entry
    [run] = service.WatchRun(stubs.context.WatchRunRequest(run_id=answer.run_id))
    assert run.status == "halted" and run.halt_truth_id == answer.truth_id, run
    snapshot = service.Snapshot(stubs.context.SnapshotRequest())
    assert snapshot.sequence == answer.sequence and json.loads(snapshot.state)["context_version"] == answer.sequence
    assert [run.run_id for run in snapshot.runs if run.status == "halted"] == [answer.run_id], snapshot.runs
    only = service.Watch(stubs.context.WatchRequest(run_id=answer.run_id, entry_types=["decision"]))
    assert first(only, 1)[0].entry_id == answer.entry_id
    faults(stubs, service)
    return answer.sequence


def faults(stubs, service):
    bad, full = grpc.StatusCode.INVALID_ARGUMENT, grpc.StatusCode.RESOURCE_EXHAUSTED
    entry = stubs.context.ContextEntry
    for fault in [
        entry(entry_type="proposal", payload=b"no JSON"), entry(entry_type="trace", payload=b"{}"),
        entry(entry_type="proposal", payload=b"{}", sequence=3), entry(entry_type="proposal", payload=b"{}", actor_id="bob"),
    ]:
        refused(stubs, bad, "bad_body", lambda: service.Append(stubs.context.AppendRequest(entry=fault)))
    refused(stubs, bad, "idempotency_key_conflict", lambda: service.Append(proposal(stubs, 1, amount=3)))
    for request in [{"since_sequence": -1}, {"since_sequence": 1_000_000}]:
        refused(stubs, bad, "bad_query", lambda: next(service.Watch(stubs.context.WatchRequest(**request))))
    refused(
        stubs, bad, "bad_body", lambda: next(service.Watch(stubs.context.WatchRequest(entry_types=["status"]))))
    refused(stubs, grpc.StatusCode.NOT_FOUND, "not_found", lambda: next(
        service.WatchRun(stubs.context.WatchRunRequest(run_id="run_none"))))
    refused(stubs, full, "body_too_large", lambda: service.Append(proposal(stubs, 9, note="x" * 1_000_000)))
    try:
        service.Append(proposal(stubs, 9, note="x" * 5_000_000))
        raise AssertionError("a message beyond all limits is taken")
    except grpc.RpcError as error:
        assert error.code() != grpc.StatusCode.OK, error


def session(stubs, channel):
    service = stubs.session_rpc.SessionServiceStub(channel)
    said = threading.Semaphore(0)
    messages = [
        {"request": "capabilities", "device_id": "desk", "app_version": "1.0"}, {"resume": {"resume_from_seq": 0, "subscribe": True}}, {"nothing": 1},
        {"propose": {"action": "create_invoice", "period_id": "2024-Q1", "idempotency_key": "invoice-2"}},
    ]

    def sent():
        for message in messages:
            yield stubs.session.ClientMessage(json=json.dumps(message).encode())
        said.acquire()

    told = {}
    for message in service.Session(sent()):
        [(name, body)] = json.loads(message.json).items()
        told.setdefault(name, []).append(body)
        if name == "answer":
            # The client has nothing more to say: the stream comes to its own end.
            said.release()
    capabilities = told["capabilities"][0]["capabilities"]
    assert capabilities["default_transport"] == "h2-grpc", capabilities
    assert told["problem"][0]["code"] == "bad_body" and told["answer"][0]["decision"] == "halted", told
    seqs = [event["seq"] for event in told["delta"][0]["events"] + told.get("event", [])]
    assert seqs == list(range(1, len(seqs) + 1)), seqs


def slow(stubs, channel, since):
    """A reader that takes nothing while others decide sees every entry all the same."""
    service = stubs.context_rpc.ContextServiceStub(channel)
    stream = service.Watch(stubs.context.WatchRequest(since_sequence=since))
    last = [service.Append(proposal(stubs, 100 + number, note="x" * 20_000)) for number in range(100)][-1].sequence
    entries = first(stream, last - since)
    told = [entry.sequence for entry in entries if entry.sequence]
    assert told == list(range(since + 1, since + 1 + len(told))) and told[-1] > since + 100, told[-1]


def about(stubs, channel):
    health = stubs.health_rpc.HealthStub(channel)
    serving = stubs.health.HealthCheckResponse.SERVING
    for name in ["", "converge.v1.ContextService", "converge.v1.SessionService"]:
        assert health.Check(stubs.health.HealthCheckRequest(service=name)).status == serving, name
    assert first(health.Watch(stubs.health.HealthCheckRequest()), 1)[0].status == serving
    assert len(health.List(stubs.health.HealthListRequest()).statuses) == 3
    refused(stubs, grpc.StatusCode.NOT_FOUND, "not_found", lambda: health.Check(
        stubs.health.HealthCheckRequest(service="none")))
    request = stubs.reflection.ServerReflectionRequest
    asked = [
        request(list_services=""), request(file_containing_symbol="converge.v1.ContextService.Watch"),
        request(file_by_filename="none"),
    ]
    services, file, none = stubs.reflection_rpc.ServerReflectionStub(channel).ServerReflectionInfo(iter(asked))
    assert [service.name for service in services.list_services_response.service] == [
        "converge.v1.ContextService", "converge.v1.SessionService", "grpc.health.v1.Health",
        "grpc.reflection.v1.ServerReflection",
    ]
    described = descriptor_pb2.FileDescriptorSet.FromString(stubs.descriptors.read_bytes())
    own = next(file for file in described.file if file.name == "converge/v1/context.proto")
    told = descriptor_pb2.FileDescriptorProto.FromString(file.file_descriptor_response.file_descriptor_proto[0])
    assert told == own and none.error_response.error_code == 5


def ends(stubs, channel, server):
    """A server that ends says so on every stream, in time."""
    watch = stubs.context_rpc.ContextServiceStub(channel).Watch(stubs.context.WatchRequest())
    next(watch)
    begin = time.monotonic()
    server.process.terminate()
    refused(stubs, grpc.StatusCode.UNAVAILABLE, "unavailable", lambda: [None for _ in watch])
    assert server.process.wait(15) == 0 and time.monotonic() - begin < 10


def token(**claims):
    def part(value):
        return base64.urlsafe_b64encode(value if isinstance(value, bytes) else json.dumps(value).encode()).rstrip(b"=")

    claims = {"iss": "https://id.example", "aud": "truths", "sub": "ann", "org": "acme", "exp": time.time() + 3_600, **claims}
    text = part({"alg": "HS256", "kid": "k"}) + b"." + part(claims)
    return (text + b"." + part(hmac.digest(KEY, text, hashlib.sha256))).decode()


def identities(stubs, executable):
    with tempfile.TemporaryDirectory() as folder:
        secret = base64.urlsafe_b64encode(KEY).rstrip(b"=").decode()
        (Path(folder) / "keys.json").write_text(json.dumps({"keys": [{"kty": "oct", "kid": "k", "k": secret}]}))
        file = Path(folder) / "identities.json"
        issuer = {
            "issuer": "https://id.example", "audience": "truths", "jwks": "keys.json",
            "actor": {"user_id": "sub", "org_id": "org", "roles": "roles"}}
        limits = {"*": {"streams": 1}, "hasty": {"requests_per_second": 1}}
        file.write_text(json.dumps({"issuers": [issuer], "limits": limits}))
        with running(executable, ["--identities", file]) as server, grpc.insecure_channel(server.address) as channel:
            service = stubs.context_rpc.ContextServiceStub(channel)

            def snapshot(*metadata):
                return service.Snapshot(stubs.context.SnapshotRequest(), metadata=metadata)

            def bearer(**claims):
                return ("authorization", "Bearer " + token(roles="clerk", **claims))

            wrong = grpc.StatusCode.UNAUTHENTICATED
            refused(stubs, wrong, "no_token", snapshot)
            refused(stubs, wrong, "no_token", lambda: snapshot(bearer(), bearer()))
            refused(stubs, wrong, "invalid_token", lambda: snapshot(bearer(exp=1)))
            refused(stubs, wrong, "invalid_token", lambda: snapshot(("authorization", "Bearer a.b.c")))
            assert snapshot(bearer()).sequence > 0
            watch = service.Watch(stubs.context.WatchRequest(), metadata=[bearer()])
            next(watch)
            full = grpc.StatusCode.RESOURCE_EXHAUSTED
            refused(stubs, full, "too_many_streams", lambda: next(
                service.Watch(stubs.context.WatchRequest(), metadata=[bearer()])))
            watch.cancel()
            hasty = ("authorization", "Bearer " + token(sub="hal", roles="hasty"))
            snapshot(hasty)
            refused(stubs, full, "too_many_requests", lambda: snapshot(hasty))
            assert stubs.health_rpc.HealthStub(channel).Check(stubs.health.HealthCheckRequest()).status == 1


def issue(folder, name, subject, *more):
    """A certificate with its key, by openssl: of an authority where nothing more is said."""
    key, certificate = folder / f"{name}.key", folder / f"{name}.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1", "-subj",
         subject, "-keyout", key, "-out", certificate, *more], check=True, capture_output=True)
    return key, certificate


def secured(stubs, executable):
    """Over TLS a client without a certificate needs a token, and one with a certificate is known by it."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        authority = issue(folder, "authority", "/CN=authority")
        by = ["-CA", authority[1], "-CAkey", authority[0], "-addext"]
        server_key, server_certificate = issue(folder, "server", "/CN=localhost", *by, "subjectAltName=IP:127.0.0.1")
        files = issue(folder, "gateway", "/O=Acme/CN=gateway", *by, "extendedKeyUsage=clientAuth")
        actor = {"type": "system", "user_id": "gateway", "org_id": "acme", "roles": ["accountant"]}
        identities = folder / "identities.json"
        identities.write_text(json.dumps({"certificates": [{"subject": "CN=gateway,O=Acme", "actor": actor}]}))
        access = [
            "--identities", identities, "--tls-certificate", server_certificate, "--tls-key", server_key, "--tls-client-ca",
            authority[1]]
        roots = authority[1].read_bytes()
        with running(executable, access) as server:
            known = grpc.ssl_channel_credentials(roots, *(file.read_bytes() for file in files))
            with grpc.secure_channel(server.address, known) as channel:
                answer = stubs.context_rpc.ContextServiceStub(channel).Append(proposal(stubs, 1))
                assert answer.reason == "Period is closed", answer
                watch = stubs.context_rpc.ContextServiceStub(channel).Watch(stubs.context.WatchRequest(run_id=answer.run_id))
                assert next(watch).actor_id == "gateway"
                watch.cancel()
            with grpc.secure_channel(server.address, grpc.ssl_channel_credentials(roots)) as channel:
                service = stubs.context_rpc.ContextServiceStub(channel)
                refused(stubs, grpc.StatusCode.UNAUTHENTICATED, "no_token", lambda: service.Append(proposal(stubs, 1)))
            with grpc.insecure_channel(server.address) as channel:
                try:
                    stubs.context_rpc.ContextServiceStub(channel).Append(proposal(stubs, 1), timeout=10)
                    raise AssertionError("a connection in clear is taken")
                except grpc.RpcError as error:
                    assert error.code() == grpc.StatusCode.UNAVAILABLE, error


def measure(stubs, executable, calls):
    """How much memory a server takes after each tenth of so many calls."""
    with running(executable, ["--actor", json.dumps(ACTOR)]) as server, grpc.insecure_channel(server.address) as channel:
        service = stubs.context_rpc.ContextServiceStub(channel)
        begin = time.monotonic()
        for tenth in range(10):
            for number in range(calls // 10):
                if number % 10 == 9:
                    first(service.Watch(stubs.context.WatchRequest(since_sequence=1)), 1)
                elif number % 10 == 8:
                    service.Snapshot(stubs.context.SnapshotRequest())
                else:
                    service.Append(proposal(stubs, number % 100))
            rate = (tenth + 1) * (calls // 10) / (time.monotonic() - begin)
            print(f"{(tenth + 1) * (calls // 10)} calls, {server.memory() / 1024:.1f} MB, {rate:.0f} calls a second", flush=True)


def main():
    executable = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        stubs = Stubs(folder)
        if "--calls" in sys.argv:
            return measure(stubs, executable, int(sys.argv[-1]))
        with running(executable, ["--actor", json.dumps(ACTOR)]) as server, grpc.insecure_channel(server.address) as channel:
            about(stubs, channel)
            since = context(stubs, channel, server)
            session(stubs, channel)
            slow(stubs, channel, since)
            ends(stubs, channel, server)
        identities(stubs, executable)
        secured(stubs, executable)
    print(f"{sys.argv[1]} answers grpcio")


main()
