"""The English lexicon: a line is a kind of chunk, what it means, and the phrases that mean it.

A word in no line is not understood. FILLER holds words without anything to check.
"""
# ruff: noqa: E501

LEXICON = """\
OUTOF x: out of
RIGHT x: right|right foot|right side|the right|on the right
LEFT x: left foot|left side|on the left
METRIC gct: ground contact time|contact time|gct|ground contact|time on the ground|contact times|foot contact|ground time|ground contact times|contact with the ground
METRIC vo: vertical oscillation|oscillation|vo|bounce|vertical bounce|vertical movement
METRIC vr: vertical ratio|vr|oscillation ratio|bounce ratio
METRIC cadence: cadence|step rate|step frequency|turnover|stride rate
METRIC step_length: step length|stride length|steps length|stride
METRIC leg_stiffness: leg stiffness|stiffness|leg spring stiffness
METRIC heart_rate: heart rate|hr|pulse|heart rates|heart
METRIC pace: pace|paces|running pace|speed|tempo pace
METRIC power: power|running power|power output|wattage
METRIC temperature: temperature|air temperature|temperatures|wrist temperature|sensor temperature|temperature on your wrist|wrist sensor|temperature at your wrist|temperature at the wrist|temperature on the wrist|watch temperature
METRIC humidity: humidity|relative humidity
METRIC wind: wind speed|wind|winds
METRIC load: training load|load
METRIC distance: distance|total distance|length
METRIC duration: duration|total time|running time|moving time|time on your feet|elapsed time|finish time|finishing time|clock|the clock
METRIC climb: elevation gain|ascent|total climb|total ascent|total elevation gain|climbing|of climb|climb|uphill|of gain|gain|of ascent|vertical gain
METRIC descent: elevation loss|descent|total descent|downhill|of drop|of loss|of descent|descending
METRIC overall: overall form score|form score|form rating|overall form rating|overall score|overall form|form overall|score for form|overall rating for form|form
METRIC session: session|workout|run|for the session|for this session|for the run|for the workout|for the race|for this run|race rating|session rating|star rating|session stars|rating for the session|session score
METRIC balance: contact time balance|ground contact time balance|ground contact balance|balance|left right balance
METRICS gct vo vr: form metrics|form figures|rated metrics|rated figures|rated form metrics|rated form figures|metrics|form numbers|form values|form measures|rated form measures|rated measures|form marks|of the form metrics
NOUN km: kilometre|kilometer|km|kilometres|kilometers|kms
NOUN split: split|splits|lap|laps|segment|segments
NOUN rep: rep|repetition|reps|repetitions|interval|intervals|work interval|work intervals|work rep|work reps|hard interval|hard intervals|fast repetition|fast repetitions|hard rep|hard reps|repeat|repeats
ORD 1: first|opening|1st|starting
ORD 2: second|2nd
ORD 3: third|3rd
ORD 4: fourth|4th
ORD 5: fifth|5th
ORD 6: sixth|6th
ORD 7: seventh|7th
ORD 8: eighth|8th
ORD 9: ninth|9th
ORD 10: tenth|10th
ORD 11: eleventh|11th
ORD 12: twelfth|12th
ORD 13: thirteenth|13th
ORD 14: fourteenth|14th
ORD 15: fifteenth|15th
ORD 16: sixteenth|16th
ORD 17: seventeenth|17th
ORD 18: eighteenth|18th
ORD 19: nineteenth|19th
ORD 20: twentieth|20th
ORD 21: twenty first|21st
ORD 22: twenty second|22nd
ORD -1: last|final|closing|finishing
ORD -2: penultimate|second to last|second last|next to last|last but one
PLACE first half: first half|opening half|front half|first half of the run|first half of the reps|first half of the repetitions|first half of the race|early half|first half of the session
PLACE second half: second half|closing half|back half|latter half|second half of the run|second half of the reps|second half of the repetitions|second half of the race|second half of the session|after halfway
HALVES x: both halves|the halves|two halves|halves|from half to half|between the halves|between halves|in both halves|across the halves
PLACE warmup: warm up|warmup|warm up phase|warming up|warm up jog
PLACE cooldown: cool down|cooldown|cool down phase|cooling down|cool down jog
PLACE main: main part|main set|main section|main phase|main block|main segment|tempo block|tempo part|tempo section|main body|main stretch
PLACE work: work part|work phase|work section|work portion|work segments|work|hard part
PLACE recovery: recoveries|recovery jogs|recovery part|recovery phase|recovery sections|recovery|recovery jog|jog recoveries|recovery segments|rests
START x: at the start|at first|at the beginning|in the beginning|at the outset|initially|from the start|early on|to start with|to begin with|the start|at the off
END x: at the end|at the finish|by the end|by the finish|in the end|the end|the finish|by the close|at the close
REL faster: faster|quicker|swifter|speedier
REL slower: slower
REL longer: longer
REL shorter: shorter|briefer
REL higher: higher|greater|above|more than|over|in excess of|upwards of|exceeded|exceeding|exceeds|topped|beyond|past
REL lower: lower|below|under|beneath|less than|fewer than|down on|undercut
REL larger: larger|bigger|wider
REL smaller: smaller|narrower
REL stiffer: stiffer
REL softer: softer
REL more: more|extra
REL less: less|fewer
REL atleast: at least|no less than|no lower than|not less than|no fewer than|at or above
REL atmost: at most|no more than|not more than|no higher than|at or below|at or under|a maximum of|at the most
EXT fastest: fastest|quickest|swiftest|speediest|best|top
EXT slowest: slowest|least quick
EXT highest: highest|peak|maximum|peaked|topped out|max|high point|maxed out|top value
EXT lowest: lowest|minimum|bottomed out|low point|low
EXT longest: longest
EXT shortest: shortest|briefest
EXT climbed: most climbing|most climb|biggest climb|most elevation gain|most ascent|hilliest|largest climb|climbed most|climbed the most|steepest climb|most uphill
EXT descended: most descent|biggest descent|biggest drop|most downhill|dropped most|dropped the most|descended most|largest descent|descended the most
REF expected: your usual value|your usual figure|usual reading|usual mark|expected mark|expected reading|normal value|normal level|norm for this pace|model value|modelled|what you usually do|usual average|expected average|expected number|what the model expects|you usually manage|you usually do|usual for this pace|usual at this pace|own average|reference|reference value|your own usual|is usual|was usual|is usual for you|was expected|is expected|would be expected|would be usual|anticipated|estimate|expected for this pace|expected at this pace|personal norm|your personal usual|your everyday value|your standard|standard|own normal|expected|expected value|expectation|expectations|prediction|predicted|predicted value|baseline|expected level|expected figure|expected time|usual|usual value|usual level|normal|norm|usual figure|personal baseline|what was expected|you usually show|what you usually show|what is expected|what the model expected|typical|typical value|customary|habitual|forecast|usual one|usual for you|what is usual|what is usual for you|usually|your usual|normally|typically|than you usually show|you normally show|you would expect|you usually run|accustomed|average for this pace|what you usually run|you usually have|what you normally show|you typically show|your own norm|your norm|usual self
REF target: target|minimum of|own minimum|your minimum|personal minimum|lower bound|lower limit|target minimum|lower end|recommended minimum
REF asked: limit|limit of|cap|ceiling|upper limit|allowed|permitted|required|asked for|asked|requirement|demanded|the maximum of|threshold|a limit of|limits
RANGE usual: usual ranges|normal ranges|ranges|usual bands|usual range|usual interval|usual band|normal range|personal range|own range|expected range|usual 90 % range|typical range|personal interval|90 % range|90 % interval|usual corridor|range|band|expected band|usual window|personal band|normal band|expected interval|corridor|window|usual span|usual spread|customary range|normal corridor|comfort zone|usual zone|usual limits|normal limits|usual territory|normal window
OTHER x: or better
SIDE inside: right inside|right within|squarely inside|squarely within|right in the middle of|in the middle of|stayed within|stays within|sits within|safely within|inside of|inside|within|stayed inside|well inside|safely inside|stayed within
SIDE outside: outside|strayed from|strayed outside|fell outside|falls outside|beyond the edge of|outside of|left|leaves|leaving|off
EDGE high: upper end of|top of|upper edge of|top end of|upper limit of|upper bound of|upper boundary of
EDGE low: lower end of|bottom of|lower edge of|bottom end of|lower limit of|lower bound of|lower boundary of
TREND higher: rose|climbed|increased|went up|crept up|crept|edged up|ticked up|grew|drifted up|drifted upward|drifted upwards|drifted|rising|climbing up|increasing|creeping up|drifting up|moved up|ticked upward|edged upward|risen|crept upward|rise|rises|climbs|climbing from|climbed from|gone up|jumped|jumps|surged|soared|shot up|leapt|inched up|built|built up|worked its way up|has risen|gained|gains|gaining|goes up|a rise|an increase|increase|nudged up|up|was up|is up|up by|pushed up|upward
TREND lower: fell|dropped|decreased|was down|declined|went down|came down|dipped|falling|dropping|decreasing|dropped back|came back down|drifted down|declining|sank|fell back|drop|drops|fallen|plunged|tumbled|dropped off|loses|lost|losing|descends|descended|falls|goes down|down|is down|down by|a drop|sinking|cooled|cooled down|eased down|recovered|settled|came back|decline|decrease|sagged|shrank|shrinks
TREND faster: sped up|accelerated|quickened|picked up|got faster|became faster|improved|speeding up|picking up|increased the pace|picked up the pace|quickened the pace|lifted the pace|upped the pace|speeded up|got quicker|gained speed|negative split|picked it up|pace picked up|sped up by
TREND slower: slowed|slowed down|faded|slowing|slowing down|fading|backed off|eased off|eased back|got slower|became slower|tailed off|slowed off|slipped|slackened|positive split|slipped back|drop off|eased|fell off
TREND shorter: shortened|shortening|got shorter
TREND longer: lengthened|lengthening|got longer
SAME near: even|on a par|barely changed|hardly changed|barely moved|hardly moved|practically identical|almost identical|nearly identical|practically the same|almost the same|nearly the same|in line with|steady|flat out even|as even as it gets|virtually the same|virtually identical|virtually unchanged|little changed|practically unchanged|almost unchanged|hardly any different|as expected|indistinguishable|held steady|much the same|on par|barely budged|as good as identical|more or less the same|more or less identical|close to even|perfectly even|balanced|perfectly balanced|well balanced|evenly balanced
SAME exact: same|identical|equal|unchanged|level with|exactly equal|evenly split|evenly matched|matched|matches|match|right on|bang on|spot on|dead on|constant|no different from|did not change|exactly as|equalled|at the same|as usual|exactly as expected|exactly the same|exactly even|exactly in line with
CRIT x: criteria|criterion|criteria were met|session criteria|criteria of the session
MET x: met|fulfilled|satisfied|passed|meeting|fulfilling|satisfying|meets|fulfils|were all met|cleared|ticked|achieved|ticked off|reached every
MISS x: missed|not met|unmet|failed|not fulfilled|fell short
PENALTY x: lost|cost|deducted|deduction|deductions|penalty|taken off|docked|points off|subtracted|points deducted|points lost|point lost|costing|losing
NEEDS +: needs improvement|needed improvement|needed work|needs work|leaves room for improvement|needs attention|should be improved|has room for improvement|calls for improvement|needs to improve|could be improved|needs some work|requires improvement|need improvement|need work|needs fixing|to fix|to work on|needs improving|flagged|flagged for improvement|is flagged|flagged as needing improvement|flagged as needing work|marked as needing improvement|needing improvement|needing work|weak point|weak spot|room for improvement|in need of improvement|in need of work|list of things to fix|needs a look|marked for improvement|concern|problem|issue|weakness|marked as needing work|needs correcting|needing attention|in need of attention|deserves attention|wants attention|wants work|asks for work|need of attention|calls for work|work on|deserves work|to improve
NEEDS -: no need to improve|nothing wrong with|no cause for concern|no reason for concern|not a concern|not a weakness|not an issue|not a problem|no concern|no issue|nothing to worry about|no need for improvement|raises no concern|raises no concerns|gives no cause for concern|gives no reason for concern|needs no improvement|needs no work|needed no improvement|need no improvement|needs no attention|looks fine|looked fine|fine|acceptable|in order|unproblematic|solid|needs no fixing|good|all clear|needs nothing|in good order|okay|ok
OTHER x: tolerance
NEG x: not|no|never|none|nothing|neither|nor|without|nowhere|cannot|zero
ALL x: all|every|each|both|throughout|always|at all times|entire|across all|everywhere|any|either|of them all
ONLYONE x: only|sole|alone|the one|exception|single|lone
HEDGE about: about|around|roughly|approximately|approx|some|circa|or so|in the region of|somewhere around|close to|something like|or thereabouts|roughly speaking|in the neighbourhood of
HEDGE nearly: nearly|almost|just under|just below|just shy of|slightly under|a little under|not quite|slightly below|a touch under|a shade under|a hair under|a whisker under|a little less than|slightly less than|a bit under|a little below
HEDGE over: just over|just above|slightly over|slightly above|a little over|a touch over|a bit over|a little more than|slightly more than|a shade over|a hair over|a good|a shade above|a touch above|a whisker over|a little above
HEDGE full: exactly|precisely|a full|full
DEGREE small: slightly|marginally|a little|a bit|a touch|fractionally|a shade|minimally|somewhat|barely|narrowly|slight|a hair|a whisker|a fraction|a notch|hardly|modestly|mildly|a tad|tiny bit|a tiny bit|gently|ever so slightly|a smidgen|little|tiny|small|a small
DEGREE large: sharply|significantly|considerably|markedly|clearly|well|far|much|substantially|notably|comfortably|distinctly|noticeably|a lot|strongly|safely|a good deal|plainly|large|big|a fair bit|easily|decidedly|clear
KIND recovery: recovery run|recovery jog|recovery session
KIND aerobic_base,low_moderate: easy run|easy aerobic run|base run|aerobic run|aerobic base run|easy session|aerobic base session|aerobic session|base session|aerobic base|steady run|easy aerobic session|low moderate run|low to moderate run
KIND tempo_threshold: tempo run|threshold run|tempo session|threshold session|tempo|tempo workout|tempo threshold session|threshold workout|tempo threshold run
KIND interval: interval session|interval workout|interval run|intervals session|interval training
KIND sprint: sprint session|sprint workout
KIND long_run: long run
KIND trail: trail run|trail outing
KIND race: race|raced|race day
TERRAIN flat: flat|flat course|level ground|nearly level ground|flat as a pancake|pancake flat|flat ground|flat terrain|almost level ground|nearly level|almost flat|nearly flat|practically flat|as flat as it gets|level course|flat route|flat going|level going|flat as can be|dead flat|level
TERRAIN rolling: rolling|undulating|rolling terrain|rolling course|rolling ground|undulating terrain|undulating course|rolling route|rolling going
TERRAIN hilly: hilly|hilly terrain|hilly course|hilly route|hilly ground|hilly going
TERRAIN indoor: indoor|indoors|on a treadmill|treadmill
FLAG -rated.session: races are not rated|races get no stars|no stars are given|no stars were given|no stars|no star rating|session is not rated|session was not rated|not rated with stars|no rating for the session|no session rating|no stars for the session|not star rated|run is not rated|race is not rated|stars are not given|stars are not awarded|no stars awarded|no stars were awarded|no stars are awarded|goes unrated|is unrated|unrated|races go unrated|without a star rating|without stars|there are no stars
FLAG +unknown.weather: weather unknown|weather is unknown|weather is not known|weather was not recorded|no weather data|nothing is known about the weather|nothing is known of the weather|no weather was recorded|weather for this run is unknown|weather on this run is unknown|weather data is missing|weather data are missing|weather for this run is not known|weather on this run is not known|no weather information|no data on the weather|no weather data is available|no weather data are available|weather was unknown|weather data is not available|weather not recorded|no weather record|no weather on record|weather was not known|no record of the weather|no weather details|weather details are missing|weather is missing|we do not know the weather|we do not know what the weather was like|what the weather was like is not known|what the weather was is unknown|weather conditions are unknown|weather conditions were not recorded|conditions were not recorded|conditions are unknown|weather remains unknown|no information about the weather|no information on the weather|nothing about the weather is known
FLAG +unknown.wind: wind unknown|wind is unknown|no wind data|wind was not recorded|wind is not known
FLAG +unknown.form: no form evaluation|form was not evaluated|form could not be evaluated|no form rating|no form score|form was not rated|form is not rated|no form analysis|form evaluation is missing|no evaluation of form|no evaluation of your form|form was not scored|form data is missing|no form data|no form verdict|form went unrated|form is not evaluated|form evaluation is not available|no form evaluation is available|no form evaluation was made|form could not be rated|no evaluation of your running form|running form was not evaluated|running form was not rated
FLAG +rated.session: counts as rated|was rated with stars
MONTH 1: january|jan
MONTH 2: february|feb
MONTH 3: march|mar
MONTH 4: april|apr
MONTH 5: may
MONTH 6: june|jun
MONTH 7: july|jul
MONTH 8: august|aug
MONTH 9: september|sept|sep
MONTH 10: october|oct
MONTH 11: november|nov
MONTH 12: december|dec
MISSING x: missing|skipped|left out|absent|omitted|not recorded|was not there|did not happen|not separate|lacking|went without|did without|leaving out|do without|dropped entirely
PRESENT x: recorded|there is|there was|present|included
JOINT x: joint|jointly|tied|tie for|tied for|shared
JOINT fastest: share the top spot|shared the top spot|share first place|shared first place|share the honours|share top spot|share the lead
p of: of
p in: in|into|on|during|inside of|over the course of|for|at|with|from there
p from: from|starting from|since|starting at|beginning at|started at|began at|set out at|started from
p by: by
p to: to|until|till|through|ending at|finished at|ended at|finishing at|up until|onto|and ended at|down to|up to
p than: than|against|compared with|compared to|versus|vs|relative to|in comparison with|in comparison to|rather than|opposed to|measured against|set against
p between: between|ranged|ranging|range from|ranged from|varied|varying|spanned|spanning|spread|spread from|moved between|lay between|everything between|somewhere between|ran from|runs from|swung|went from|going from|moved|stretched from|ranges
p apart: apart|separated|separate|difference|gap|gap of|separating|differ|differed|spread of|difference of
p on: onward|onwards|from there on
p plus: plus
p across: across|among|amongst|throughout
p lasted: lasted|lasts|lasting|long|took|takes|taking|in length|apiece in
PERKM x: per kilometre|per km|per kilometer|a kilometre|to the kilometre|for every kilometre|for each kilometre|a kilometer|for every km|to every kilometre
OTHER x: other|others|remaining|rest of the
CAUSED x: partly due to|due in part to|partly because of|in part due to|partly explained by|partly caused by|partly down to|at least partly due to|explained in part by|probably cost you some pace|may have slowed you|probably slowed you|cost you some pace|may have cost you some pace|may have slowed you down|probably slowed you down|may explain part of it
CAUSE heat: heat|warm weather|warmth|hot weather
CAUSE hills: hills|climbs
CAUSE cold: cold weather|cold air
WEATHER temperature at_least 20: warm|a warm day|warm day|warm conditions|warm weather
WEATHER temperature at_least 26: hot|a hot day
WEATHER temperature at_most 14: cool|a cool day|cool weather|cool conditions
WEATHER temperature at_most 7: cold|cold weather
p minus: minus
J ,: ,|;|:|--|(|)|.|!|-|/|but|while|whereas|although|though|yet|even though|then|so|because|which|that|who|where|when|before|after|or|despite|in spite of|hence|meanwhile|however|and then|followed by|as well as|along with|together with|alongside|besides|plus a|since then
AND and: and|&
"""
FILLER = """\
a an the your you yours yourself it its itself this these those there here his her we our us they them their my i
is are was were be been being am do does did done has have had having will
ran running runs outing effort training route course trail day today activity jog jogged jogging go
s 's came come comes coming clocked clocking clock averaged averaging averages average averaged_out mean taken sat sit sits sitting held hold holds holding kept keep keeps keeping
stayed stay stays staying remained remain remains stood stand stands standing lay lie lies lying landed land lands turned turn turns registered register registers recorded_as measured measure measures measuring
showed show shows showing shown posted post posts read reads reading readings logged log logs covered cover covers covering completed complete completes completing finished finish finishes finishing
went going goes gone gave give gives given got get gets gotten getting earned earn earns earning scored score scores scoring received receive receives awarded award awards rated rate rates rating ratings brought bring brings
made make makes making worked out works amounted amounts totalled totaled totals total came_to reached reach reaches reaching delivered deliver produced produce ended ends ending started start starts starting began begin begins beginning
opened opens wrapped closed closes rounded hovered hovers settled_at  counted counts count counting contained contains contain consisted consists comprised breaks broke down_into split_into
figure figures value values number numbers metric metrics reading level levels mark point_s result results stat stats summary evaluation verdict analysis table list data
overall altogether also too again still just actually really indeed even_so exactly_so simply quite very rather pretty fairly already once such as so now thus therefore
altogether however moreover furthermore additionally namely i.e e.g i e g respectively apiece wide time times pace_of second_s
what whole entire full complete_d individual own personal separate_ly particular same_s
way bit lot sort kind type thing things one ones part parts
sunday monday tuesday wednesday thursday friday saturday
evening morning afternoon week
speaking looking look looks looked seen see saw seeing found find finds notice note noted noting
belongs belong belonged goes_to fell_to rests marks marked carried carries carry
steps step beats beat minute
finally lastly firstly secondly firstly overall_speaking basically essentially
enough else rest_of
put puts putting shows_up showed_up appears appear appeared seems seemed seem proved proves
per hour
each_one
hit hits hitting
on during while_on
conditions place
corresponds corresponding equals means mean meaning
according across_all
points point flew flying went_by breezed sped zipped passed passing rolled rolling clicked ticking ticked off
afterwards later thereafter subsequently maintained maintain maintaining sustained sustain kept_up produced producing displayed displays
came_home home bar line board sheet page chart books watch device garmin app sensor recording
stretch portion section phase block terrain ground_s
route_s loop lap_s outing_s road roads path paths surface profile elevation
phases
notched notching tallied tally tallies amassed banked racked chalked clocking up_to capped capping concluded concluding rounds rounding bringing leaving leaves putting sitting standing lying landing working coming adding adds added add
told tell tells telling says say said saying mention mentioned worth noting listed list lists shows_as displayed recorded records record recording
runner athlete you'd you'll you've you're we've it'd that'll there'll that'd i'd
headline picture story overview snapshot breakdown round_up roundup recap highlights highlight detail details number_s
meant meaning equals equalled_to corresponded represents represent represented translating translates translated equates works out
sees spent spend spending need needed needs_s use used using
hence_forth accordingly correspondingly likewise similarly equally specifically notably_so otherwise anyway though_so
roundly approximately_so officially formally technically effectively
each_time every_time
hour's day's run's session's race's kilometre's split's half's repetition's
bagged picked collected collects collect secured secures secure scooped taken_home handed hands hand
set setting sets stretched spanning_s
throughout_s along through_out within_it inside_it
line up lined
posting reporting reported reports report
comparison compared comparing compare versus_s
hits touching touched touches touch
moving move moves moved_on
stepped stepping
wound winding winds_up
where wherever
per
rather
thanks_to
cross crossed crossing
arrived arriving arrives arrive
followed following follows follow
preceded preceding
split_s
stint
meanwhile_s
hand
bottom_line
accounted accounts account
known
available
calculated computed estimated
noted
split_time
tempo_s
sessions outings efforts
clean_s
pass
second_by
first_ly
hello hi congratulations thanks thank please remember
did managed manage manages managing
ground feet foot legs leg
"""
FILLER_PHRASES = """\
what a finish|what a run|what a day|in numbers|in short|all told|nicely done|well done|all in all|great race|a solid day|in figures|race day verdict|in summary
of the day|of the run|of the race|of the session|on the clock|in all|in total|on average|this time|on the day|of the whole run|of the outing|of the workout|on this run|on this one|in this session|for the day|in this run|of this run
at this pace|for this pace|at that pace|at your pace|for that pace|for your pace|at the pace you ran|at the same pace|at such a pace|at this speed|for a pace like this|at a pace like this
by contrast|in contrast|on the other hand|at the same time|in addition|by comparison|for its part|taken together|in fact|in the process|in other words|that is|as a whole|by and large|at that|in between|of course|along the way|so to speak|on its own|on this occasion|to be exact|to be precise
over the whole run|for the whole run|over the run|across the run|across the whole run|over the entire run|over the session|during the run|throughout the run|from start to finish|as for
is all there is|is what it took|to show for it|in the books|on record|on your part|as far as|worth of|on the board|on the watch|to your name|to its name|on the scale
at it|of it|of them|in it|on it|with it|for it|about it|of those|of these|of which|that same
"""
