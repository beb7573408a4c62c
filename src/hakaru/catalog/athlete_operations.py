"""Which operations are about the athlete: what is known, paces, what could come next?"""

from __future__ import annotations

from hakaru.catalog.operation import Operation, Param

_DAY = Param(
    name="day",
    type="date",
    ja="この日の時点（省略時は今日）",
    en="as of, or today",
)

ATHLETE_OPERATIONS: tuple[Operation, ...] = (
    Operation(
        name="get_paces",
        command="paces",
        ja="VO2 max と閾値から見た練習ペース・心拍/パワーゾーン・レース予測（幅つき）",
        en="Training paces, zones, race predictions with ranges",
        params=(_DAY,),
        target="hakaru.flows.paces:get_paces",
        render="hakaru.surfaces.cli.text.athletes:paces_text",
        profile="analysis",
        texts={"name": "hakaru"},
        example="hakaru paces",
    ),
    Operation(
        name="get_athlete",
        command="athlete show",
        ja="自分について分かっている値（最大心拍・閾値など）と、その出どころ",
        en="What is known about you, and how it is known",
        params=(_DAY,),
        target="hakaru.flows.athlete:get_athlete",
        render="hakaru.surfaces.cli.text.athletes:athlete_text",
        profile="analysis",
        example="hakaru athlete show",
    ),
    Operation(
        name="set_athlete",
        command="athlete set",
        ja="自分の値を教える（例: heart_rate_max_bpm 188、sex female）",
        en="State one of your values (for instance heart_rate_max_bpm 188, sex female)",
        params=(
            Param(
                name="quantity",
                type="choice",
                choices=(
                    "heart_rate_max_bpm",
                    "heart_rate_rest_bpm",
                    "lt_heart_rate_bpm",
                    "threshold_pace",
                    "critical_power_w",
                    "vo2_max_ml_per_kg_min",
                    "weight_kg",
                    "height_cm",
                    "age_years",
                    "sex",
                ),
                positional=True,
                required=True,
                ja="どの値か",
                en="which value",
            ),
            Param(
                name="value",
                type="text",
                positional=True,
                required=True,
                ja="値（閾値ペースは 4:35 のように、性別は female / male）",
                en="the value (a threshold pace like 4:35; sex: female or male)",
            ),
            Param(
                name="since",
                type="date",
                ja="この日から（省略時はすべての期間）",
                en="from this day on (default: always)",
            ),
        ),
        target="hakaru.flows.athlete:set_athlete",
        render="hakaru.surfaces.cli.text.athletes:stated_text",
        profile="write",
        texts={"value": "hakaru"},
        loses=True,
        idempotent=True,
        example="hakaru athlete set heart_rate_max_bpm 188",
    ),
    Operation(
        name="get_next_training",
        command="next",
        ja="次のトレーニングの選択肢と、その根拠・妨げになること（指示ではない）",
        en="What to run next",
        params=(
            _DAY,
            Param(
                name="week",
                type="flag",
                default=False,
                ja="次の7日間を2〜3通りの形で",
                en="7 days",
            ),
        ),
        target="hakaru.flows.next_training:get_next_training",
        render="hakaru.surfaces.cli.text.athletes:next_text",
        profile="core",
        returns={"after": "any", "options": "any", "week": "any"},
        texts={"name": "hakaru"},
        example="hakaru next",
    ),
)
