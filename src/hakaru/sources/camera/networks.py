"""What runs a network on this computer: LiteRT, or OpenCV where that is not installed?"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from hakaru.core.errors import NoFaceModel
from hakaru.sources.camera.model_file import INSTALL

FloatImage = NDArray[np.float32]
Outputs = Mapping[str, NDArray[np.float32]]


class Network(Protocol):
    """A loaded network. Images are RGB, shape (height, width, 3)."""

    def __call__(self, image: FloatImage) -> Outputs:
        """Its outputs, flat, by name."""


Loader = Callable[[bytes], Network]


class LiteRt:
    """A network on LiteRT, in one thread."""

    def __init__(self, content: bytes) -> None:
        from ai_edge_litert.interpreter import Interpreter  # noqa: PLC0415

        self._interpreter: Any = Interpreter(model_content=content, num_threads=1)
        self._interpreter.allocate_tensors()
        self._input = self._interpreter.get_input_details()[0]["index"]
        self._outputs = [
            (detail["name"], detail["index"]) for detail in self._interpreter.get_output_details()
        ]

    def __call__(self, image: FloatImage) -> Outputs:
        """Its outputs, flat, by name."""
        self._interpreter.set_tensor(self._input, image[None])
        self._interpreter.invoke()
        return {
            name: self._interpreter.get_tensor(index).reshape(-1) for name, index in self._outputs
        }


class OpenCv:
    """The same on OpenCV's own engine; slower, and on every system."""

    def __init__(self, content: bytes) -> None:
        import cv2  # noqa: PLC0415

        read: Any = cv2.dnn.readNetFromTFLite
        engine = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "network.tflite"
            path.write_bytes(content)
            # The new engine of OpenCV 5 shows one output only, and from memory it takes no other.
            self._net: Any = read(str(path)) if engine is None else read(str(path), engine)
        self._outputs = self._net.getUnconnectedOutLayersNames()

    def __call__(self, image: FloatImage) -> Outputs:
        """Its outputs, flat, by name."""
        self._net.setInput(np.ascontiguousarray(image.transpose(2, 0, 1)[None]))
        outputs = self._net.forward(self._outputs)
        return {
            name: output.reshape(-1) for name, output in zip(self._outputs, outputs, strict=True)
        }


def choose_loader(loaders: tuple[Loader, ...] = (LiteRt, OpenCv)) -> Loader:
    """Load with the first of these whose library is installed.

    The returned loader raises NoFaceModel where none is.
    """

    def load(content: bytes) -> Network:
        for loader in loaders:
            try:
                return loader(content)
            except ImportError:
                continue
        raise NoFaceModel("LiteRT", f"it is not installed, nor OpenCV; {INSTALL}")

    return load
