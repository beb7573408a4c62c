"""What the numbers of FIT files are called: kinds of things, watches, and devices that measure.

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
