"""Where does the invented runner run? Closed loops in the open Atlantic, with smooth hills."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hakaru.sources.simulated.noise import AnyUnit, FloatArray, generator
from hakaru.sources.simulated.plan import Terrain

_ROUTE_STREAM = 2
_TERRAINS: tuple[Terrain, ...] = ("flat", "rolling", "hilly", "mountain")
_LENGTH_M = {"flat": 5200.0, "rolling": 8400.0, "hilly": 11600.0, "mountain": 13200.0}
_GRADE_SD_PCT = {"flat": 0.35, "rolling": 1.3, "hilly": 3.0, "mountain": 8.0}
_MID_ALTITUDE_M = 80.0
_CENTRE_LATITUDE_DEG, _CENTRE_LONGITUDE_DEG = 0.0, -30.0
_DEG_PER_M = 360.0 / 40_075_017.0  # along the equator, where the loops lie
_N_TABLE = 2048


@dataclass(frozen=True, kw_only=True)
class Route:
    """A closed loop tabulated over its length: offsets from the centre, altitude, grade.

    `along_m` has shape (n,), starts at 0 and ends at `length_m`, where the loop meets itself.
    """

    terrain: Terrain
    length_m: float
    along_m: FloatArray
    east_m: FloatArray
    north_m: FloatArray
    altitude_m: FloatArray
    grade_pct: FloatArray

    def altitude_at_m(self, distance_m: FloatArray) -> FloatArray:
        """Altitude after that distance from the start."""
        return self._look_up(distance_m, self.altitude_m)

    def grade_at_pct(self, distance_m: FloatArray) -> FloatArray:
        """Slope of the ground, positive uphill."""
        return self._look_up(distance_m, self.grade_pct)

    def latitude_at_deg(self, distance_m: FloatArray, off_route_m: FloatArray) -> FloatArray:
        """Latitude, moved north by `off_route_m`."""
        north_m = self._look_up(distance_m, self.north_m) + off_route_m
        return _CENTRE_LATITUDE_DEG + north_m * _DEG_PER_M

    def longitude_at_deg(self, distance_m: FloatArray, off_route_m: FloatArray) -> FloatArray:
        """Longitude, moved east by `off_route_m`."""
        east_m = self._look_up(distance_m, self.east_m) + off_route_m
        return _CENTRE_LONGITUDE_DEG + east_m * _DEG_PER_M

    def _look_up(self, distance_m: FloatArray, table: AnyUnit) -> AnyUnit:
        return np.interp(np.mod(distance_m, self.length_m), self.along_m, table)


def draw_route(seed: int, terrain: Terrain) -> Route:
    """The runner's usual loop of that kind; always the same one for a seed."""
    rng = generator(seed, _ROUTE_STREAM, _TERRAINS.index(terrain))
    east_m, north_m = _outline_m(rng, length_m=_LENGTH_M[terrain])
    pieces_m = np.hypot(np.diff(east_m), np.diff(north_m))
    along_m = np.append(0.0, np.cumsum(pieces_m))
    altitude_m = _altitude_m(rng, along_m, grade_sd_pct=_GRADE_SD_PCT[terrain])
    return Route(
        terrain=terrain,
        length_m=float(along_m[-1]),
        along_m=along_m,
        east_m=east_m,
        north_m=north_m,
        altitude_m=altitude_m,
        grade_pct=100.0 * np.gradient(altitude_m, along_m),
    )


def _outline_m(rng: np.random.Generator, *, length_m: float) -> tuple[FloatArray, FloatArray]:
    """A dented circle of the wanted circumference: metres east and north of its centre."""
    angle = np.linspace(0.0, 2.0 * np.pi, _N_TABLE + 1)
    phases = 2.0 * np.pi * rng.random(3)
    radius = 1.0 + sum(
        depth * np.cos(k * angle + phase)
        for k, depth, phase in zip((2, 3, 5), (0.25, 0.12, 0.05), phases, strict=True)
    )
    east, north = radius * np.cos(angle), radius * np.sin(angle)
    scale_m = length_m / float(np.hypot(np.diff(east), np.diff(north)).sum())
    return east * scale_m, north * scale_m


def _altitude_m(
    rng: np.random.Generator, along_m: FloatArray, *, grade_sd_pct: float
) -> FloatArray:
    """Harmonics of the loop, so that the end is as high as the start; wavelengths >= 0.6 km."""
    turns = along_m / along_m[-1] * 2.0 * np.pi
    n_harmonics = max(3, int(along_m[-1] / 600.0))
    altitude_m = np.zeros_like(turns)
    for k in range(1, n_harmonics + 1):
        height, phase = rng.standard_normal() / k, 2.0 * np.pi * rng.random()
        altitude_m += height * np.sin(k * turns + phase)
    steepness_pct = 100.0 * float(np.std(np.gradient(altitude_m, along_m)))
    above_m: FloatArray = altitude_m * (grade_sd_pct / steepness_pct)
    return _MID_ALTITUDE_M + above_m
