import os
import sys
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from hakaru.core.errors import StoreBusy, StoreDamaged, StoreError
from hakaru.store.lock import Turnstile, network_file_system, refuse_network_folder

MOUNTS = """\
/dev/vda / ext4 rw 0 0
tmpfs /tmp tmpfs rw 0 0
server:/home /home nfs4 rw 0 0
/dev/vdb /home/local xfs rw 0 0
//nas/my\\040runs /mnt/my\\040runs cifs rw 0 0
malformed
"""


def test_readers_share_and_a_writer_is_alone(tmp_path: Path) -> None:
    turnstile = Turnstile(tmp_path)
    one, two = turnstile.shared(0.0), turnstile.shared(0.0)
    with pytest.raises(StoreBusy):
        turnstile.exclusive(0.01)
    one.release()
    two.release()
    writer = turnstile.exclusive(0.0)
    with pytest.raises(StoreBusy):
        turnstile.shared(0.01)
    writer.release()
    turnstile.shared(0.0).release()


def test_a_busy_store_names_its_holder_and_how_long_was_waited(tmp_path: Path) -> None:
    turnstile = Turnstile(tmp_path)
    writer = turnstile.exclusive(0.0)
    with pytest.raises(StoreBusy) as caught:
        turnstile.shared(0.02)
    assert f"process {os.getpid()} ({Path(sys.argv[0]).name}" in caught.value.holder
    assert caught.value.waited_s >= 0.02
    writer.release()


def test_a_holder_that_is_gone_is_not_named(tmp_path: Path) -> None:
    turnstile = Turnstile(tmp_path)
    assert turnstile.holder() == "another process"
    (tmp_path / "hakaru.lock").write_text("999999999 hakaru ingest")
    assert turnstile.holder() == "another process"


def test_a_waiting_writer_shuts_the_gate_until_it_has_had_its_turn(tmp_path: Path) -> None:
    turnstile = Turnstile(tmp_path)
    assert not turnstile.writer_waits()
    reader = turnstile.shared(0.0)
    with ThreadPoolExecutor(1) as pool:
        writer = pool.submit(turnstile.exclusive, 20.0)
        while not turnstile.writer_waits():
            assert not writer.done()
        with pytest.raises(StoreBusy):
            turnstile.shared(0.01)
        reader.release()
        writer.result().release()
    assert not turnstile.writer_waits()


def test_letting_go_twice_is_harmless(tmp_path: Path) -> None:
    hold = Turnstile(tmp_path).exclusive(0.0)
    hold.release()
    hold.release()


def _child_releases_nothing(pipe: Connection) -> None:
    pipe.send("up")
    pipe.recv()


@pytest.mark.skipif(not hasattr(os, "register_at_fork"), reason="this system cannot fork")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_forked_child_does_not_keep_the_lock_of_its_parent(tmp_path: Path) -> None:
    turnstile = Turnstile(tmp_path)
    hold = turnstile.shared(0.0)
    context = get_context("fork")
    ours, theirs = context.Pipe()
    child = context.Process(target=_child_releases_nothing, args=(theirs,))
    child.start()
    assert ours.recv() == "up"
    hold.release()
    turnstile.exclusive(0.0).release()
    ours.send("end")
    child.join()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreDamaged, match="not writable"):
        Turnstile(tmp_path / "absent").shared(0.0)


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("/var/lib", None),
        ("/home/me/data", "nfs4"),
        ("/home/local/data", None),
        ("/homework", None),
        ("/mnt/my runs/data", "cifs"),
    ],
)
def test_the_file_system_of_a_folder_is_that_of_the_deepest_mount(
    folder: str, kind: str | None
) -> None:
    assert network_file_system(Path(folder), MOUNTS) == kind


def test_a_folder_on_the_network_is_refused_with_a_way_out(tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text("server:/ / nfs rw 0 0\n")
    with pytest.raises(StoreError, match=r"network file system \(nfs\).*HAKARU_DATA"):
        refuse_network_folder(tmp_path, mount_table=mounts)


def test_without_a_mount_table_nothing_is_refused(tmp_path: Path) -> None:
    refuse_network_folder(tmp_path, mount_table=tmp_path / "absent")
    refuse_network_folder(tmp_path)
