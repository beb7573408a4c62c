"""What are the numbers called that FIT files use for kinds of things?

Only the names that the product shows or decides by; the numbers are those that the FIT protocol
publishes. A number that is not here stays a number.
"""

from __future__ import annotations

from collections.abc import Mapping


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
