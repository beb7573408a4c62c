"""The FIT profile: its messages and fields, and what the numbers in them are called.

Our own short table: numbers, base types, scales and offsets are those that the FIT protocol
publishes for its global messages; they are compared with an independent reader (fitdecode, MIT) by
the tests. Base types are those of the protocol's section "Base Type": number on the wire, size,
invalid value.

Only the names that the product shows or decides by; the numbers are those that the FIT protocol
publishes. A number that is not here stays a number.

Numbers and names are those of the public FIT profile.

Watches, straps and pods that a run may come from, regional editions under the name of the model.
Numbers are those that the devices write, names those that the FIT protocol publishes for them; the
tests compare both with an independent reader (fitdecode, MIT).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from hakaru.records import frozen

FILE_ID, DEVICE_SETTINGS, USER_PROFILE, ZONES_TARGET, HR_ZONE, SPORT = 0, 2, 3, 7, 8, 12
SESSION, LAP, RECORD, EVENT, DEVICE_INFO, ACTIVITY = 18, 19, 20, 21, 23, 34
WORKOUT, WORKOUT_STEP = 26, 27
FIELD_DESCRIPTION, DEVELOPER_DATA_ID, TIME_IN_ZONE, MAX_MET = 206, 207, 216, 229
USER_METRICS, RUN_METRICS = 79, 140
"""Two messages that Garmin's profile does not publish: what a watch believed of the runner before a
run, and what it made of the run. Their numbers stay raw here; `watch_metrics` scales them."""


_TEXT_CODE = 0x07
_BYTE_CODE = 0x0D


@frozen(eq=False)
class BaseType:
    """One base type. `struct_code` and `numpy_code` lack the byte order; `invalid` None: NaN."""

    name: str
    code: int
    size_bytes: int
    struct_code: str
    numpy_code: str
    invalid: int | None

    @property
    def is_text(self) -> bool:
        """Whether the field is a text, whatever its length."""
        return self.code == _TEXT_CODE

    @property
    def is_number(self) -> bool:
        """Whether each value is a number (bytes are only ever a bit pattern)."""
        return self.code not in (_TEXT_CODE, _BYTE_CODE)


def _type(code: int, row: str, invalid: int | None) -> BaseType:
    """`row`: the name, the struct code and the numpy code, e.g. 'uint16 H u2'."""
    name, struct_code, numpy_code = row.split()
    return BaseType(
        name=name,
        code=code,
        size_bytes=int(numpy_code[1:]),
        struct_code=struct_code,
        numpy_code=numpy_code,
        invalid=invalid,
    )


BASES: Mapping[str, BaseType] = {
    kind.name: kind
    for kind in (
        _type(0x00, "enum B u1", 0xFF),
        _type(0x01, "sint8 b i1", 0x7F),
        _type(0x02, "uint8 B u1", 0xFF),
        _type(0x83, "sint16 h i2", 0x7FFF),
        _type(0x84, "uint16 H u2", 0xFFFF),
        _type(0x85, "sint32 i i4", 0x7FFF_FFFF),
        _type(0x86, "uint32 I u4", 0xFFFF_FFFF),
        _type(_TEXT_CODE, "string s S1", 0),
        _type(0x88, "float32 f f4", None),
        _type(0x89, "float64 d f8", None),
        _type(0x0A, "uint8z B u1", 0),
        _type(0x8B, "uint16z H u2", 0),
        _type(0x8C, "uint32z I u4", 0),
        _type(_BYTE_CODE, "byte B u1", 0xFF),
        _type(0x8E, "sint64 q i8", 0x7FFF_FFFF_FFFF_FFFF),
        _type(0x8F, "uint64 Q u8", 0xFFFF_FFFF_FFFF_FFFF),
        _type(0x90, "uint64z Q u8", 0),
    )
}
BASE_TYPES: Mapping[int, BaseType] = {kind.code: kind for kind in BASES.values()}
BYTE = BASES["byte"]
"""Also what a field is taken for whose type is unknown or does not fit its size."""


def base_type(code: int, size_bytes: int) -> BaseType:
    """The type of a field that is defined so; bytes where type and size contradict each other."""
    kind = BASE_TYPES.get(code, BYTE)
    return kind if size_bytes % kind.size_bytes == 0 else BYTE


@frozen(eq=False)
class ProfileField:
    """value = raw / raw_per_value - offset_value (None: raw). `is_time`: seconds since the
    FIT epoch. `gives` names the wider field that devices derive from this one. `base` None: not
    published, a number of any type. `is_read` False: only simulated runs state it."""

    number: int
    name: str
    base: BaseType | None
    raw_per_value: float | None = None
    offset_value: float = 0.0
    is_time: bool = False
    is_read: bool = True
    gives: str | None = None

    @property
    def is_text(self) -> bool:
        """Whether it holds a text."""
        return self.base is not None and self.base.is_text


@frozen(eq=False)
class ProfileMessage:
    """One kind of message: its name and its fields, by number."""

    number: int
    name: str
    fields: Mapping[int, ProfileField]


def profile_field(row: str) -> ProfileField:
    """A field of a row like '2 altitude uint16 /5 -500 >enhanced_altitude': number, name, base
    type, then as needed /scale, -offset, >the field it gives, @ for a time, ~ for not read."""
    number, name, *details = row.split()
    by_mark = {detail[0]: detail[1:] for detail in details}
    return ProfileField(
        number=int(number),
        name=name,
        base=BASES[details[0]] if details else None,
        raw_per_value=float(by_mark["/"]) if "/" in by_mark else None,
        offset_value=float(by_mark.get("-", 0.0)),
        is_time="@" in by_mark,
        is_read="~" not in by_mark,
        gives=by_mark.get(">"),
    )


def _message(number: int, name: str, rows: str) -> ProfileMessage:
    fields = {field.number: field for field in map(profile_field, rows.split(","))}
    return ProfileMessage(number=number, name=name, fields=fields)


_TOTALS = """
    253 timestamp uint32 @, 254 message_index uint16, 2 start_time uint32 @,
    7 total_elapsed_time uint32 /1000, 8 total_timer_time uint32 /1000,
    9 total_distance uint32 /100, 11 total_calories uint16,
"""
"""Laps and sessions share these."""

PROFILE: Mapping[int, ProfileMessage] = {
    message.number: message
    for message in (
        _message(
            FILE_ID,
            "file_id",
            """
            0 type enum, 1 manufacturer uint16, 2 product uint16, 3 serial_number uint32z,
            4 time_created uint32 @, 8 product_name string
            """,
        ),
        _message(DEVICE_SETTINGS, "device_settings", "2 time_offset uint32"),
        _message(
            USER_PROFILE,
            "user_profile",
            """
            1 gender enum, 2 age uint8, 3 height uint8 /100, 4 weight uint16 /10,
            8 resting_heart_rate uint8, 9 default_max_running_heart_rate uint8,
            11 default_max_heart_rate uint8
            """,
        ),
        _message(
            ZONES_TARGET,
            "zones_target",
            """
            1 max_heart_rate uint8, 2 threshold_heart_rate uint8,
            3 functional_threshold_power uint16, 5 hr_calc_type enum ~
            """,
        ),
        _message(HR_ZONE, "hr_zone", "1 high_bpm uint8"),
        _message(SPORT, "sport", "0 sport enum, 1 sub_sport enum, 3 name string"),
        _message(
            SESSION,
            "session",
            _TOTALS
            + """
            0 event enum ~, 1 event_type enum ~, 5 sport enum, 6 sub_sport enum,
            14 avg_speed uint16 /1000 >enhanced_avg_speed, 16 avg_heart_rate uint8,
            17 max_heart_rate uint8, 18 avg_cadence uint8, 20 avg_power uint16,
            22 total_ascent uint16, 23 total_descent uint16, 25 first_lap_index uint16 ~,
            26 num_laps uint16 ~, 28 trigger enum ~, 34 normalized_power uint16,
            57 avg_temperature sint8 ~, 89 avg_vertical_oscillation uint16 /10,
            91 avg_stance_time uint16 /10, 92 avg_fractional_cadence uint8 /128,
            110 sport_profile_name string ~, 124 enhanced_avg_speed uint32 /1000,
            125 enhanced_max_speed uint32 /1000 ~, 132 avg_vertical_ratio uint16 /100,
            133 avg_stance_time_balance uint16 /100, 134 avg_step_length uint16 /10
            """,
        ),
        _message(
            LAP,
            "lap",
            _TOTALS
            + """
            0 event enum ~, 1 event_type enum ~, 15 avg_heart_rate uint8 ~,
            16 max_heart_rate uint8 ~, 17 avg_cadence uint8 ~, 19 avg_power uint16 ~,
            21 total_ascent uint16 ~, 22 total_descent uint16 ~, 23 intensity enum,
            24 lap_trigger enum, 25 sport enum, 50 avg_temperature sint8 ~,
            71 wkt_step_index uint16, 77 avg_vertical_oscillation uint16 /10 ~,
            79 avg_stance_time uint16 /10 ~, 80 avg_fractional_cadence uint8 /128 ~,
            110 enhanced_avg_speed uint32 /1000 ~, 111 enhanced_max_speed uint32 /1000 ~,
            118 avg_vertical_ratio uint16 /100 ~, 119 avg_stance_time_balance uint16 /100 ~,
            120 avg_step_length uint16 /10 ~
            """,
        ),
        _message(WORKOUT, "workout", "8 wkt_name string"),
        _message(
            WORKOUT_STEP,
            "workout_step",
            """
            0 wkt_step_name string, 1 duration_type enum, 2 duration_value uint32,
            4 target_value uint32, 7 intensity enum, 254 message_index uint16
            """,
        ),
        _message(
            EVENT,
            "event",
            """
            0 event enum, 1 event_type enum, 3 data uint32 ~, 4 event_group uint8 ~,
            253 timestamp uint32 @
            """,
        ),
        _message(
            DEVICE_INFO,
            "device_info",
            """
            0 device_index uint8, 1 device_type uint8, 2 manufacturer uint16,
            3 serial_number uint32z, 4 product uint16, 5 software_version uint16 /100,
            25 source_type enum, 27 product_name string, 253 timestamp uint32 @
            """,
        ),
        _message(
            ACTIVITY,
            "activity",
            """
            0 total_timer_time uint32 /1000 ~, 1 num_sessions uint16 ~, 2 type enum ~,
            3 event enum ~, 4 event_type enum ~, 5 local_timestamp uint32 @, 253 timestamp uint32 @
            """,
        ),
        _message(
            FIELD_DESCRIPTION,
            "field_description",
            """
            0 developer_data_index uint8, 1 field_definition_number uint8, 2 fit_base_type_id uint8,
            3 field_name string, 6 scale uint8, 7 offset sint8, 8 units string
            """,
        ),
        _message(
            DEVELOPER_DATA_ID,
            "developer_data_id",
            """
            1 application_id byte ~, 3 developer_data_index uint8, 4 application_version uint32 ~
            """,
        ),
        _message(
            TIME_IN_ZONE,
            "time_in_zone",
            """
            0 reference_mesg uint16, 1 reference_index uint16, 2 time_in_hr_zone uint32 /1000,
            6 hr_zone_high_boundary uint8, 10 hr_calc_type enum ~, 11 max_heart_rate uint8,
            12 resting_heart_rate uint8, 13 threshold_heart_rate uint8, 253 timestamp uint32 ~
            """,
        ),
        _message(MAX_MET, "max_met_data", "2 vo2_max uint16 /10"),
        _message(
            USER_METRICS,
            "user_metrics",
            """
            0 max_met_raw, 11 threshold_heart_rate_raw, 13 threshold_speed_raw
            """,
        ),
        _message(RUN_METRICS, "run_metrics", "7 max_met_raw"),
        _message(
            RECORD,
            "record",
            """
            0 position_lat sint32, 1 position_long sint32,
            2 altitude uint16 /5 -500 >enhanced_altitude, 3 heart_rate uint8, 4 cadence uint8,
            5 distance uint32 /100, 6 speed uint16 /1000 >enhanced_speed, 7 power uint16,
            9 grade sint16 /100, 13 temperature sint8, 29 accumulated_power uint32,
            39 vertical_oscillation uint16 /10, 40 stance_time_percent uint16 /100,
            41 stance_time uint16 /10, 52 cadence256 uint16 /256, 53 fractional_cadence uint8 /128,
            73 enhanced_speed uint32 /1000, 78 enhanced_altitude uint32 /5 -500,
            83 vertical_ratio uint16 /100, 84 stance_time_balance uint16 /100,
            85 step_length uint16 /10, 108 enhanced_respiration_rate uint16 /100,
            253 timestamp uint32 ~
            """,
        ),
    )
}

MESSAGES: Mapping[int, ProfileMessage] = {
    number: replace(
        message, fields={key: field for key, field in message.fields.items() if field.is_read}
    )
    for number, message in PROFILE.items()
}
"""What is read."""
COMPRESSED_SPEED_DISTANCE = 8
"""A field of records: 12 bits of speed (0.01 m/s) and 12 of distance (1/16 m), which rolls over."""


DYNAMICS_STRAPS: Mapping[int, str] = {
    8: "HRM-Run",
    12: "HRM-Tri",
    13: "HRM-Run",
    22: "HRM-Fit",
    1743: "HRM-Tri",
    1752: "HRM-Run",
    2327: "HRM-Run",
    3300: "HRM-Pro",
    4130: "HRM-Pro Plus",
    4446: "HRM-Fit",
}
"""Chest straps that measure contact time; the first four are the one-byte numbers of ANT+."""
_LAST_ONE_BYTE_NUMBER = 255
DYNAMICS_POD = 2593
POD_LABEL = "Running Dynamics Pod"

FIRST_WRIST_PRODUCT = 3905
"""fenix 7S: watches with this number or a later one measure dynamics at the wrist. Garmin counts
its products up in the order of their design, so this also holds for watches not yet known."""

_NAMES = {
    "stryd": "Stryd",
    "sdm4": "Foot Pod",
    "axh01": "heart rate strap",
    "hrm1": "heart rate strap",
    "hrm2ss": "heart rate strap",
    "hrm3ss": "heart rate strap",
    "hrm_dual": "HRM-Dual",
    "hrm_200": "HRM 200",
    "running_dynamics_pod": POD_LABEL,
}
_WATCH_PREFIXES = (
    (re.compile(r"^fr(?=\d)"), "Forerunner_"),
    (re.compile(r"^fenix(?=[\de])", re.IGNORECASE), "fenix_"),
    (re.compile(r"^vivo_"), "vivo"),
)
_LOWER_CASE_BRANDS = ("fenix", "epix", "vivo", "tactix", "quatix")
_UPPER_CASE_WORDS = ("hr", "lte", "d2")


def product_words(product: str | None, number: int | None) -> str | None:
    """A product as people call it: 'fr965' is 'Forerunner 965'; None where the file names none."""
    if number is not None and number > _LAST_ONE_BYTE_NUMBER and number in DYNAMICS_STRAPS:
        return DYNAMICS_STRAPS[number]
    if product is None or product.isdigit():
        return None
    if product in _NAMES:
        return _NAMES[product]
    for prefix, replacement in _WATCH_PREFIXES:
        product = prefix.sub(replacement, product)
    return " ".join(_word(part) for part in product.split("_") if part)


def _word(part: str) -> str:
    if part in _UPPER_CASE_WORDS or part[0].isdigit():
        return part.upper()
    if part.startswith(_LOWER_CASE_BRANDS) or part != part.lower():
        return part
    return part.capitalize()


_GARMIN_MAKERS = frozenset({1, 13, 15, 89})
"""Garmin and the makers whose products it numbers with its own."""

_ROWS = """
    1 hrm1 2 axh01 5 hrm2ss 7 hrm3ss 473 fr301 474 fr301 475 fr301 494 fr301 717 fr405 782 fr50
    987 fr405 988 fr60 1018 fr310xt 1124 fr110 1274 fr110 1328 fr910xt 1345 fr610 1360 fr210
    1410 fr610 1436 fr70 1446 fr310xt_4t 1482 fr10 1499 swim 1537 fr910xt 1551 fenix 1600 fr910xt
    1623 fr620 1632 fr220 1664 fr910xt 1688 fr10 1743 hrm_tri 1752 hrm_run 1765 fr920xt
    1837 vivo_fit 1903 fr15 1907 vivo_active 1928 fr620 1929 fr620 1930 fr220 1931 fr220
    1956 vivo_smart 1967 fenix2 1988 epix 2050 fenix3 2061 fr15 2072 fr620 2073 fr220 2130 fr920xt
    2131 fr920xt 2132 fr920xt 2135 vivo_smart 2148 fr25 2150 vivo_fit2 2153 fr225 2156 fr630
    2157 fr230 2158 fr735xt 2160 vivo_active 2173 fr620 2174 fr220 2187 d2airvenu 2188 fenix3
    2189 fenix3 2219 fr225 2262 d2_bravo 2271 vivo_smart2 2293 fenix3 2294 vivo_smart 2310 fr630
    2311 fr630 2313 fr230 2327 hrm4_run 2332 epix 2337 vivo_active_hr 2347 vivo_smart_gps_hr
    2348 vivo_smart_hr 2361 vivo_smart_hr 2362 vivo_smart_gps_hr 2368 vivo_move 2396 fr235
    2397 fr235 2406 vivo_fit3 2407 fenix3 2408 fenix3 2413 fenix3_hr 2431 fr235
    2432 fenix3_chronos 2457 epix 2473 fenix3_hr 2474 fenix3_hr 2475 fenix3_hr 2476 fenix3_hr
    2477 fenix3_hr 2497 vivo_active_hr 2503 fr35 2533 fr735xt 2534 fr735xt 2544 fenix5s
    2547 d2_bravo_titanium 2593 running_dynamics_pod 2604 fenix5x 2622 vivo_smart3 2623 vivo_sport
    2650 fr35 2667 fr35 2668 fr35 2675 fenix3_chronos 2691 fr935 2697 fenix5 2700 vivoactive3
    2727 fr35 2733 fr235 2772 vivo_move_hr 2796 fenix5 2797 fenix5s 2798 fenix5x 2814 fr35
    2819 d2charlie 2831 vivo_smart3 2832 vivo_sport 2833 fr935 2859 descent 2878 vivo_fit4
    2886 fr645 2888 fr645m 2891 fr30 2900 fenix5s_plus 2927 vivosmart_4 2945 vivo_move_hr
    2977 fr30 2988 vivoactive3m_w 3003 fr645 3004 fr645m 3066 vivoactive3m_l 3076 fr245
    3077 fr245_music 3110 fenix5_plus 3111 fenix5x_plus 3113 fr945 3126 instinct_esports
    3134 fenix5s_plus 3135 fenix5x_plus 3143 descent_t1 3144 fr235l 3145 fr245 3163 vivo_active3m
    3218 vivo_smart4 3224 vivoactive4_small 3225 vivoactive4_large 3226 venu 3246 marq_driver
    3247 marq_aviator 3248 marq_captain 3249 marq_commander 3250 marq_expedition 3251 marq_athlete
    3258 descent_mk2 3282 fr45 3287 fenix6S_sport 3288 fenix6S 3289 fenix6_sport 3290 fenix6
    3291 fenix6x 3299 hrm_dual 3300 hrm_pro 3308 vivo_move3_premium 3321 fr245m 3378 vivo_move3
    3387 vivo_active4_small 3388 vivo_active4_large 3389 vivo_active4_oled 3405 swim2
    3420 marq_driver 3421 marq_aviator 3422 vivo_move3 3441 fr945 3446 vivo_active3t
    3448 marq_captain 3449 marq_commander 3450 marq_expedition 3451 marq_athlete
    3466 instinct_solar 3469 fr45 3473 vivoactive3 3498 legacy_rey 3499 legacy_darth_vader
    3500 legacy_captain_marvel 3501 legacy_first_avenger 3512 fenix6s_sport 3513 fenix6s
    3514 fenix6_sport 3515 fenix6 3516 fenix6x 3535 legacy_captain_marvel
    3536 legacy_first_avenger 3537 legacy_rey 3538 legacy_darth_vader 3542 descent_mk2s 3589 fr745
    3596 venusq_music 3599 venusq_music 3600 venusq 3615 lily 3624 marq_adventurer 3638 enduro
    3639 swim2 3648 marq_adventurer 3652 fr945_lte 3702 descent_mk2 3703 venu2 3704 venu2s
    3737 venu 3739 marq_golfer 3740 venu 3794 fr745 3809 lily 3837 venusq 3850 marq_golfer
    3851 venu2_plus 3869 fr55 3872 enduro 3888 instinct_2 3889 instinct_2s 3905 fenix7s
    3906 fenix7 3907 fenix7x 3908 fenix7s 3909 fenix7 3910 fenix7x 3930 descent_mk2s
    3943 epix_gen2 3944 epix_gen2 3949 venu2s 3950 venu2 3978 fr945_lte 3982 vivo_move_sport
    3983 vivomove_trend 3990 fr255_music 3991 fr255_small_music 3992 fr255 3993 fr255_small
    4005 descent_g1 4017 venu2_plus 4024 fr955 4033 fr55 4063 vivosmart_5 4071 instinct_2
    4105 marq_gen2 4115 venusq2 4116 venusq2music 4124 marq_gen2_aviator 4125 d2_air_x10
    4130 hrm_pro_plus 4132 descent_g1 4135 tactix7 4155 instinct_crossover 4222 descent_mk3
    4223 descent_mk3i 4257 fr265_large 4258 fr265_small 4260 venu3 4261 venu3s
    4312 epix_gen2_pro_42 4313 epix_gen2_pro_47 4314 epix_gen2_pro_51 4315 fr965 4341 enduro2
    4374 fenix7s_pro_solar 4375 fenix7_pro_solar 4376 fenix7x_pro_solar 4380 lily2
    4394 instinct_2x 4426 vivoactive5 4432 fr165 4433 fr165_music 4442 descent_t2 4446 hrm_fit
    4472 marq_gen2_commander 4477 lily_athlete 4532 fenix8_solar 4533 fenix8_solar_large
    4534 fenix8_small 4536 fenix8 4556 d2_mach1_pro 4575 enduro3 4583 instinctE_40mm
    4584 instinctE_45mm 4585 instinct3_solar_45mm 4586 instinct3_amoled_45mm
    4587 instinct3_amoled_50mm 4588 descent_g2 4606 hrm_200 4625 vivoactive6 4666 fenix_e
    4759 instinct3_solar_50mm 4775 tactix8_amoled 4776 tactix8_solar 10007 sdm4
"""
_WORDS = _ROWS.split()
_WATCHES = {int(number): name for number, name in zip(_WORDS[::2], _WORDS[1::2], strict=True)}


def product_name(maker_number: object, product_number: int) -> str:
    """The name of a product, its number as text where it has none here."""
    if maker_number not in _GARMIN_MAKERS:
        return str(product_number)
    return _WATCHES.get(product_number, str(product_number))


def _names(rows: str) -> Mapping[int, str]:
    words = rows.split()
    return {int(number): name for number, name in zip(words[::2], words[1::2], strict=True)}


FILE_TYPES = _names("""
    1 device 2 settings 3 sport 4 activity 5 workout 6 course 7 schedules 9 weight 10 totals
    11 goals 14 blood_pressure 15 monitoring_a 20 activity_summary 28 monitoring_daily
    32 monitoring_b 34 segment 35 segment_list 40 exd_configuration
""")
SPORTS = _names("""
    0 generic 1 running 2 cycling 3 transition 4 fitness_equipment 5 swimming 6 basketball 7 soccer
    8 tennis 9 american_football 10 training 11 walking 12 cross_country_skiing 13 alpine_skiing
    14 snowboarding 15 rowing 16 mountaineering 17 hiking 18 multisport 19 paddling 20 flying
    21 e_biking 22 motorcycling 23 boating 24 driving 25 golf 26 hang_gliding 27 horseback_riding
    28 hunting 29 fishing 30 inline_skating 31 rock_climbing 32 sailing 33 ice_skating
    34 sky_diving 35 snowshoeing 36 snowmobiling 37 stand_up_paddleboarding 38 surfing
    39 wakeboarding 40 water_skiing 41 kayaking 42 rafting 43 windsurfing 44 kitesurfing
    45 tactical 46 jumpmaster 47 boxing 48 floor_climbing 49 baseball 53 diving 62 hiit 64 racket
    65 wheelchair_push_walk 66 wheelchair_push_run 67 meditation 69 disc_golf 71 cricket 72 rugby
    73 hockey 74 lacrosse 75 volleyball 76 water_tubing 77 wakesurfing 80 mixed_martial_arts
    82 snorkeling 83 dance 84 jump_rope 254 all
""")
SUB_SPORTS = _names("""
    0 generic 1 treadmill 2 street 3 trail 4 track 5 spin 6 indoor_cycling 7 road 8 mountain
    9 downhill 10 recumbent 11 cyclocross 12 hand_cycling 13 track_cycling 14 indoor_rowing
    15 elliptical 16 stair_climbing 17 lap_swimming 18 open_water 19 flexibility_training
    20 strength_training 21 warm_up 22 match 23 exercise 24 challenge 25 indoor_skiing
    26 cardio_training 27 indoor_walking 28 e_bike_fitness 29 bmx 30 casual_walking
    31 speed_walking 32 bike_to_run_transition 33 run_to_bike_transition
    34 swim_to_bike_transition 37 backcountry 38 resort 42 skate_skiing 43 yoga 44 pilates
    45 indoor_running 46 gravel_cycling 47 e_bike_mountain 48 commuting 49 mixed_surface
    50 navigate 51 track_me 52 map 58 virtual_activity 59 obstacle 62 breathing 65 sail_race
    67 ultra 68 indoor_climbing 69 bouldering 70 hiit 73 amrap 74 emom 75 tabata 84 pickleball
    85 padel 86 indoor_wheelchair_walk 87 indoor_wheelchair_run 88 indoor_hand_cycling 94 squash
    95 badminton 96 racquetball 97 table_tennis 254 all
""")
EVENTS = _names("""
    0 timer 3 workout 4 workout_step 5 power_down 6 power_up 7 off_course 8 session 9 lap
    10 course_point 11 battery 12 virtual_partner_pace 13 hr_high_alert 14 hr_low_alert
    15 speed_high_alert 16 speed_low_alert 17 cad_high_alert 18 cad_low_alert 19 power_high_alert
    20 power_low_alert 21 recovery_hr 22 battery_low 23 time_duration_alert
    24 distance_duration_alert 25 calorie_duration_alert 26 activity 27 fitness_equipment
    28 length 32 user_marker 33 sport_point 36 calibration 42 front_gear_change
    43 rear_gear_change 44 rider_position_change 45 elev_high_alert 46 elev_low_alert
    47 comm_timeout 54 auto_activity_detect
""")
EVENT_TYPES = _names("""
    0 start 1 stop 2 consecutive_depreciated 3 marker 4 stop_all 5 begin_depreciated
    6 end_depreciated 7 end_all_depreciated 8 stop_disable 9 stop_disable_all
""")
LAP_TRIGGERS = _names("""
    0 manual 1 time 2 distance 3 position_start 4 position_lap 5 position_waypoint
    6 position_marked 7 session_end 8 fitness_equipment
""")
DURATION_TYPES = _names("""
    0 time 1 distance 2 hr_less_than 3 hr_greater_than 4 calories 5 open 6 repeat_until_steps_cmplt
    7 repeat_until_time 8 repeat_until_distance 9 repeat_until_calories 10 repeat_until_hr_less_than
    11 repeat_until_hr_greater_than 12 repeat_until_power_less_than
    13 repeat_until_power_greater_than 14 power_less_than 15 power_greater_than
    16 training_peaks_tss 28 repetition_time 29 reps 31 time_only
""")
"""What ends a step of a planned workout."""
INTENSITIES = _names("0 active 1 rest 2 warmup 3 cooldown 4 recovery 5 interval 6 other")
SEXES = _names("0 female 1 male")
MAKERS = _names("""
    1 garmin 2 garmin_fr405_antfs 3 zephyr 9 saris 13 dynastream_oem 14 nautilus 15 dynastream
    16 timex 17 metrigear 19 beurer 20 cardiosport 22 hmm 23 suunto 29 saxonar 32 wahoo_fitness
    33 octane_fitness 40 concept2 41 shimano 44 brim_brothers 45 xplova 48 pioneer 52 seiko_epson
    59 mio_technology_europe 61 geonaute 65 physical_enterprises 68 cateye 69 stages_cycling
    70 sigmasport 71 tomtom 76 moxy 77 ciclosport 80 lifebeam 83 scosche 84 magura 85 woodway
    89 tacx 95 stryd 98 bsx_athletics 105 cosinuss 107 magene 108 giant_manufacturing_co
    111 technogym 112 bryton_sensors 115 igpsport 118 waterrower 122 johnson_health_tech
    123 polar_electro 127 leomo 128 ifit_com 129 coros_byte 131 chileaf 132 cycplus 135 coospo
    137 bosch 140 decathlon_byte 142 tag_heuer 144 zwift_byte 148 ezon 150 myzone 255 development
    257 healthandlife 258 lezyne 259 scribe_labs 260 zwift 262 recon 263 favero_electronics
    265 strava 266 precor 267 bryton 268 sram 272 mio_magellan 275 podoon 281 trainer_road
    289 hammerhead 294 coros 300 nurvv 302 zone5cloud 303 greenteg 305 whoop 309 form
    310 decathlon 315 RGT_cycling 321 lululemon_studio 326 nike 331 mywhoosh
""")
"""Makers of recorders and sensors that runners use."""


def name_of(names: Mapping[int, str], number: object) -> str | None:
    """The name of a number, the number itself as text where it has none; None: there is none."""
    if isinstance(number, int):
        return names.get(number, str(number))
    return str(number) if isinstance(number, float) else None


def numbers_of(names: Mapping[int, str]) -> Mapping[str, int]:
    """The number of each name."""
    return {name: number for number, name in names.items()}
