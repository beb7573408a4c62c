"""Words about the process that watches: starting it, what it writes down, and its end."""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.core.i18n import N_

WATCH: Mapping[str, str] = {
    "watch_begun": N_("Watching has begun; what it finds is shown here in a moment."),
    "watch_line": N_("{process}, since {at}: {what}. {end}"),
    "watch_both": N_("camera and PC use"),
    "watch_pc": N_("PC use"),
    "watch_ends_server": N_("It is a part of `hakaru serve --focus` and ends with it."),
    "watch_ends_tied": N_("It ends with this dashboard."),
    "watch_ends_own": N_("It goes on when the dashboard ends."),
    "watch_again": N_(
        "It begins anew with the next login; `hakaru focus uninstall` makes that undone."
    ),
    "watch_lost": N_(
        "The process that had watched since {at} is gone without having ended in order; a few "
        "seconds before may be missing."
    ),
    "watch_start_head": N_("Start watching"),
    "watch_writes": N_("What is written down, on this computer alone"),
    "watch_writes_pc": N_(
        "which application is in front, how long nothing was typed or moved, how many keys and "
        "clicks"
    ),
    "watch_writes_camera": N_(
        "with the camera: figures of the face (where the head points, how far the eyes are open, "
        "yawns)"
    ),
    "watch_writes_states": N_("the state found from that, and the notifications"),
    "watch_never": N_("What is never written down"),
    "watch_never_pictures": N_("pictures and sound"),
    "watch_never_keys": N_("which keys are pressed"),
    "watch_never_titles": N_("window titles and addresses of pages"),
    "watch_sent_none": N_("Nothing is sent to anybody."),
    "watch_sent_model": N_(
        "In cases that rules leave open, the figures of the last minute and the name of the "
        "application are sent to the language model ({model}); it is switched off under "
        "“What may watch”."
    ),
    "watch_camera_use": N_("Use the camera"),
    "watch_camera_off": N_("The camera is switched off under “What may watch”."),
    "watch_camera_missing": N_("Camera: {why}."),
    "watch_pc_missing": N_("PC use: {why}."),
    "watch_lasting": N_("Go on watching when this dashboard ends"),
    "watch_do": N_("Start"),
    "watch_lifts": N_("Watching is paused. Starting ends the pause."),
    "watch_refused": N_("Watching cannot be started here: {why}."),
    "watch_end": N_("Stop watching"),
    "watch_started": N_("Watching has started."),
    "watch_stopped": N_("Watching has stopped; everything it knew is written down."),
}
