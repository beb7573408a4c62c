#!/usr/bin/env python3
"""Checks of the timelines and of the scorer: durations, labels, physical ranges, that the drawn signals carry what the label
says, that a faultless display scores 1.0 and a lazy one does not.  Ends with the count per kind.  Exit 1 on any fault."""
import collections, re, sys
import numpy as np
import make_timelines as m

RANGE = dict(ear_left=(.005, .6), ear_right=(.005, .6), mar=(0, 1.2), yaw=(-90, 90), pitch=(-90, 90), roll=(-90, 90), gaze_x=(-45, 45), gaze_y=(-45, 45),
             size=(.05, .6), cx=(0, 1), cy=(0, 1), luma=(0, 255), contrast=(0, 128), f2_size=(.03, .6), f2_cx=(0, 1.05), f2_yaw=(-90, 90), f2_ear=(0, .6), faces=(0, 2))
faults, notes = [], []
def need(ok, *what):
    if not ok: faults.append(" ".join(map(str, what)))

def faultless(labels):
    """A display that changes only when it must, as late as it may."""
    runs, cur = [], None
    for s in labels:
        a = set(s["acceptable"])
        if s["end_s"] - s["start_s"] <= s["shown_by_s"]: continue
        if cur is None: cur = [0., a]; runs.append(cur)
        elif cur[1] & a: cur[1] &= a
        else: cur = [s["start_s"] + s["shown_by_s"] * .9, set(a)]; runs.append(cur)
    return [(t, sorted(a)[0]) for t, a in runs]

per_kind, ed, light, secs, seg_n = collections.Counter(), collections.Counter(), collections.Counter(), collections.Counter(), collections.Counter()
for tid in m.ids():
    tl = m.make(tid); L, T, F, C, P = tl.labels, tl.meta["duration_s"], tl.frames, tl.pc, tl.plan
    per_kind[tl.kind] += 1; ed[tl.meta["edition"]] += 1; light[tl.meta["light"]] += 1
    need(600 <= T <= 1200, tid, "duration", T)
    need(L[0]["start_s"] == 0 and abs(L[-1]["end_s"] - T) < .05, tid, "labels do not cover")
    need(all(abs(a["end_s"] - b["start_s"]) < 1e-6 for a, b in zip(L, L[1:])), tid, "gap between labels")
    for s in L:
        need(s["end_s"] > s["start_s"] and s["acceptable"] and set(s["acceptable"]) <= set(m.STATES) and s["why"] and 0 <= s["shown_by_s"] <= 90, tid, "bad label", s)
        secs[s["group"]] += s["end_s"] - s["start_s"]; seg_n[s["group"]] += 1
    for k, (a, b) in RANGE.items():
        x = F[k][np.isfinite(np.asarray(F[k], float))]
        need(not len(x) or (x.min() >= a and x.max() <= b), tid, k, "out of range", x.min() if len(x) else "", x.max() if len(x) else "")
    need(np.all(np.diff(F["t"]) > 0) and np.all(np.diff(F["mono"]) > -1e-9), tid, "time runs back")
    need(np.all(np.isfinite(F["ear_left"]) == F["face_detected"]), tid, "eyes without a face")
    need(C["keys"].max() <= 16 and C["mouse"].max() <= 16, tid, "input rate", C["keys"].max(), C["mouse"].max())
    need(all(m.APPS[a][e] is not None for a in set(C["app"]) if a for e in m.EDITIONS), tid, "names")
    # what the label says must be in the signal
    ear, ft = (F["ear_left"] + F["ear_right"]) / 2, F["t"]
    base = np.nanpercentile(ear, 75) if np.isfinite(ear).any() else .3
    for s in P.segs:
        w = slice(*np.searchsorted(ft, [s.start + 2, s.end])); pc = slice(int(s.start) + 1, int(s.end))
        n = w.stop - w.start; c = s.cam
        if s.dur < 8 or s.gap: need(not s.gap or n == 0, tid, "frames while asleep"); continue
        if c["on"] and not c["stall"]:
            need(n > .9 * (s.dur - 2) * P.fps, tid, "frames missing", n, s.dur, P.fps)
            f = F["face_detected"][w].mean()
            if not c["present"]: need(f == 0, tid, "face while away")
            elif (c["light"] or P.light) == "black": need(f == 0, tid, "face in the black")
            elif c["drop"] < .5: need(f > (.35 if P.light == "verydim" else .55), tid, "face seldom seen", round(float(f), 2), s.why)
        else: need(n == 0, tid, "frames although the camera is off")
        if s.accept == ["drowsy"] and n:
            shut = np.nanmean(ear[w] < .5 * base); need(shut > .15, tid, "drowsy without closed eyes", round(float(shut), 3))
        if s.accept == ["focused"] and n and np.isfinite(ear[w]).any() and not tl.meta["drowsy_fair"]:
            shut = np.nanmean(ear[w] < .5 * base); need(shut < .12, tid, "closed eyes in", s.why, round(float(shut), 3))
        if c["static"]: need(np.nanstd(F["yaw"][w]) < .4 and np.nanmin(ear[w]) > .6 * np.nanmedian(ear[w]), tid, "the picture moves")
        if s.pc["keys"] == "type" and s.pc["on"] and s.dur > 30: need(C["keys"][pc].sum() / s.dur * 60 > 60, tid, "typing without keys")
        if s.accept == ["distracted"]:
            pose = n and (abs(np.nanmedian(F["pitch"][w]) - 0) > 14 or abs(np.nanmedian(F["yaw"][w])) > 40)
            leis = any(C["site"][i] in ("x", "insta", "tiktok", "facebook", "netflix", "prime", "youtube", "twitch", "niconico", "amazon", "rakuten") or C["app"][i] in ("xapp", "instapp", "film", "game", "game2", "own") for i in range(pc.start + 2, pc.stop))
            need(pose or leis, tid, "distraction without evidence:", s.why)
    # snapshots in the form of focus_scenarios.json
    for t in (70., 305., T - 10):
        c, p = m.camera_snapshot(tl, t), m.pc_snapshot(tl, t)
        if c and c["face_detected"]: need(0 <= c["perclos"] <= 1 and c["blinks_per_minute"] < 90 and c["frames_in_window"] > 0, tid, "snapshot", c)
        if p: need(p["idle_seconds"] >= 0 and p["is_idle"] == (p["idle_seconds"] > 60) and p["keyboard_rate_window"] < 500, tid, "pc snapshot", p)
    # the scorer
    r = m.score(L, faultless(L))
    need(all(x == 1 for x in r["share"].values()) and r["flicker_per_hour"] == 0 and r["false_drowsy_s"] == 0, tid, "faultless display", r)
    r = m.score(L, [(0, "focused")])
    for g, x in r["share"].items():
        if g in ("distraction", "sleep", "absence"): need(x < .75, tid, "always focused is enough for", g, x)
need(m.digest(m.make("mask-0")) == m.digest(m.make("mask-0")), "not repeatable")
for k, n in per_kind.items(): print(f"{n:3d}  {k}")
print(len(per_kind), "kinds,", sum(per_kind.values()), "timelines;", dict(ed), dict(light))
print("segments:", dict(seg_n), "minutes:", {k: round(v / 60) for k, v in secs.items()})
print(*(["FAULTS:"] + faults if faults else ["all checks pass"]), sep="\n")
sys.exit(bool(faults))
