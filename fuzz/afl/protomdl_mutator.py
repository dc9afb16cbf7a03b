"""Structure-aware mutations for AFL++: hands each input to one long-lived `protomdl mutate --serve`.

See README.md beside this file. Needs Python 3 and nothing else.
"""

import atexit
import os
import random
import shlex
import shutil
import struct
import subprocess

# The command with its arguments; by default `protomdl` in PATH, or the command built in this checkout.
_COMMAND = "PROTOMDL"
# Further options of `protomdl mutate`, such as "--keep-checksum".
_OPTIONS = "PROTOMDL_MUTATE"

_child = None
_random = random.Random()


def _command():
    given = os.environ.get(_COMMAND)
    if given:
        return shlex.split(given)
    found = shutil.which("protomdl")
    if found:
        return [found]
    here = os.path.dirname(os.path.abspath(__file__))
    built = os.path.join(here, "..", "..", "dist", "cli", "protomdl.js")
    if os.path.exists(built):
        return ["node", built]
    raise RuntimeError("protomdl is not in PATH: set %s to the command that runs it" % _COMMAND)


def _start():
    global _child
    options = shlex.split(os.environ.get(_OPTIONS, ""))
    _child = subprocess.Popen(
        _command() + ["mutate", "--serve"] + options,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
        # In a separate process group, so that Ctrl-C does not reach the child; it ends when its input ends.
        start_new_session=True,
    )


def _read(count):
    """Returns exactly `count` bytes of the child's output."""
    parts = []
    while count > 0:
        part = _child.stdout.read(count)
        if not part:
            code = _child.wait()
            raise RuntimeError("protomdl mutate --serve ended with %d; what it said stands above" % code)
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def _write(data):
    view = memoryview(data)
    while view:
        view = view[_child.stdin.write(view) :]


def init(seed):
    """Called once by each afl-fuzz process."""
    _random.seed(seed)
    _start()
    atexit.register(deinit)
    return 0


def fuzz(buf, add_buf, max_size):
    """Returns a mutant of `buf` of at most `max_size` bytes, which may contain parts of `add_buf`."""
    add = bytes(add_buf) if add_buf is not None else b""
    body = struct.pack("<III", _random.getrandbits(32), max_size, len(buf)) + bytes(buf) + add
    try:
        _write(struct.pack("<I", len(body)) + body)
    except BrokenPipeError:
        # The child has ended: `_read` raises an error with its exit code.
        _read(1)
    (length,) = struct.unpack("<I", _read(4))
    # afl-fuzz would treat an empty mutant as a failure and stop.
    return bytearray(_read(length) or b"\0")


def deinit():
    """Called once at the end, unless afl-fuzz is killed; the child then ends when its input ends."""
    global _child
    child, _child = _child, None
    if child is None:
        return
    child.stdin.close()
    try:
        child.wait(timeout=5)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
    child.stdout.close()
