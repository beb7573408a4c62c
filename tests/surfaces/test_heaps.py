"""Servers hold no heap for each of their threads."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from pathlib import Path

import pytest

_ALLOCATE = """
import ctypes, sys, threading
from hakaru.surfaces.http import share_heaps

share_heaps()
c = ctypes.CDLL(None)
c.malloc.restype = c.fopen.restype = ctypes.c_void_p
meet = threading.Barrier(8)

def allocate():
    meet.wait()
    for _ in range(2000):
        c.malloc(ctypes.c_size_t(2000))
    meet.wait()

threads = [threading.Thread(target=allocate) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
file = ctypes.c_void_p(c.fopen(sys.argv[1].encode(), b"w"))
c.malloc_info(0, file)
c.fclose(file)
"""


@pytest.mark.skipif(
    not hasattr(ctypes.CDLL(None), "malloc_info"), reason="needs the C library of GNU"
)
def test_threads_of_a_server_share_one_heap(tmp_path: Path) -> None:
    told = tmp_path / "heaps.xml"
    subprocess.run([sys.executable, "-c", _ALLOCATE, str(told)], check=True, timeout=60)
    assert told.read_text("utf-8").count("<heap nr=") == 1
