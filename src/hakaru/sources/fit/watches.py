"""Which device does a Garmin product number stand for?

Watches, straps and pods that a run may come from, regional editions under the name of the model.
Numbers are those that the devices write, names those that the FIT protocol publishes for them; the
tests compare both with an independent reader (fitdecode, MIT).
"""

from __future__ import annotations

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
_NAMES = {int(number): name for number, name in zip(_WORDS[::2], _WORDS[1::2], strict=True)}


def product_name(maker_number: object, product_number: int) -> str:
    """The name of a product, its number as text where it has none here."""
    if maker_number not in _GARMIN_MAKERS:
        return str(product_number)
    return _NAMES.get(product_number, str(product_number))
