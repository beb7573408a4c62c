"""The English lexicon: a line is a kind of chunk, what it means, and the phrases that mean it.

`*` behind a word stands for all its regular forms (clock, clocks, clocked, clocking), `**` for those
that double the last letter. A word in no line is not understood. FILLER holds words without
anything to check.
"""
# ruff: noqa: E501

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from hakaru.running.claims.en.chunks import Chunk
from hakaru.running.claims.en.meaning import Amount
from hakaru.running.claims.en.tokens import Figure, Token

LEXICON = """\
OUTOF x: out of|out of a possible|of a possible|of the possible|from a possible
RUNS x: run in|comparison runs|earlier comparison runs|of your earlier comparison runs|past runs|runs before it|runs before|runs before this one|prior runs|previous comparison runs|of your comparison runs|of your runs|of your previous runs|of runs|of all your runs|of your earlier runs|of previous runs|of all runs|runs|previous runs|earlier runs|of comparable runs|of your comparable runs|comparable runs|of comparable runs of yours|of the runs|of your other runs|of the comparable runs|of all your comparable runs|of all comparable runs|of your recent runs|of your past runs
METRIC consistency: pace variation|variation in pace|variation of pace|pacing variation|variation|pace varied by|pace varied only by|pace varied by only|pace fluctuated by|pace fluctuated by only|pace fluctuated only by|pace scatter|scatter of pace|pace spread|spread of pace|variation between splits|variation of your pace|variation in your pace|pacing spread
METRIC gct: ground contact time*|contact time*|gct|ground contact*|time on the ground|foot contact|ground time|contact with the ground|contact|contacts|contact phase|ground contact phase|time in contact with the ground|contact with the ground time|stance time|time per step on the ground|time your feet spend on the ground|time your foot spends on the ground|time spent on the ground|feet on the ground|foot on the ground|ground contact figure|contact figure|contact time figure|time the foot stays down
METRIC vo: vertical oscillation*|oscillation|vo|bounce|vertical bounce|vertical movement|vertical motion|up and down movement|up and down motion|up and down|oscillation value|vertical displacement|bounced|bouncing|vertical oscillations|bounce height|up and down amplitude|vertical travel|vertical bobbing|bobbing|up and down travel|hop|hop height|body bounce|vertical bouncing
METRIC vr: vertical ratio*|vr|oscillation ratio|bounce ratio|ratio
METRIC cadence: cadence|leg speed|stepping rate|step cadence|stepping frequency|foot turnover|running rhythm|step rate|step frequency|turnover|stride rate|stride frequency|leg turnover|running cadence|step count per minute|rhythm|steps per minute figure|rhythm of your steps|leg rhythm|beat of your feet|legs turned over|steps a minute
METRIC step_length: step|step length*|stride length*|steps length|stride|steps|strides|length of a step|length of your step|length of your steps|length of each step|length of your stride|stride figure|reach per step|distance per step|step size
METRIC leg_stiffness: leg stiffness|stiffness|leg spring stiffness|leg spring|leg springs|springs of your legs|spring stiffness|spring constant|stiffness of your legs|stiffness figure
METRIC heart_rate_retention: heart rate retention|retention|heart rate recovery
METRIC heart_rate: heart rate*|hr|pulse|heart|heart rate average|heart rate averages|average hr|pulse rate|heart beat|heartbeat|mean pulse|mean heart rate|average pulse|cardiac load|beats
METRIC pace: pace*|running pace|speed|tempo pace|average pace*|running speed|tempo
METRIC power: power|running power|power output|wattage|output
METRIC temperature: temperature*|air temperature|wrist temperature|sensor temperature|temperature on your wrist|wrist sensor|temperature at your wrist|temperature at the wrist|temperature on the wrist|watch temperature|sensor on your wrist|wrist reading|measured temperature
METRIC humidity: humidity|relative humidity
METRIC wind: wind speed|wind|winds
METRIC load: training load|load|session load|training stress|load score|training load score|load figure|load value|load number|training impact
METRIC distance: distance|total distance|length|overall distance|mileage
METRIC duration: duration|total time|running time|moving time|time on your feet|elapsed time|finish time|finishing time|clock|the clock|timer|the timer|clock time|time on the clock|overall time|time|elapsed|stopwatch time|total duration|running clock|net time|time running
METRIC climb: elevation gain|ascent|total climb|total ascent|total elevation gain|climbing|climb|uphill|gain|vertical gain|of climbing|height gain|climbs|climbed|elevation|uphill metres|metres of height|height|metres up|upward|of ascent|metres of ascent|elevation gained|ascending|of elevation|total elevation
METRIC descent: elevation loss|descent|total descent|downhill|of drop|of loss|descending|elevation drop|metres down|descended|downhill metres|height loss
METRIC overall: overall form score|form score|form rating|overall form rating|overall score|overall form|form overall|score for form|overall rating for form|form|form mark|overall form mark|form points|form stars|running form|form assessment|technique|overall mark|score|form verdict|form result|form evaluation|form judgement|form judgment
METRIC session: session|workout|run|for the session|for this session|for the run|for the workout|for the race|for this run|race rating|session rating|star rating|session stars|rating for the session|session score|session star rating|session star|session mark
METRIC balance: contact time balance|contact balance|ground contact time balance|ground contact balance|balance|left right balance|left / right balance|symmetry|left right symmetry|left right split|left right distribution|weight distribution|distribution between left and right|split between left and right|left to right balance
METRIC gct vo vr: metric|metrics|form metrics|form figures|rated metrics|rated figures|rated form metrics|rated form figures|metrics|form numbers|form values|form measures|rated form measures|rated measures|form marks|form metric|form figure
NOUN km: kilometre*|kilometer*|km|kms|k
NOUN split: split|splits|lap|laps|segment*|kilometre splits|kilometre split|sections|portions|full kilometres|complete kilometres|whole kilometres|markers
NOUN rep: rep|repetition*|reps|interval|intervals|work interval|work intervals|work rep|work reps|hard interval|hard intervals|fast repetition|fast repetitions|hard rep|hard reps|repeat|repeats|effort|efforts|hard effort|hard efforts|fast rep|fast reps|work bout|work bouts|work repetition|work repetitions|fast bout|fast bouts|surge|surges|quick repeat|quick repeats|fast stretch|fast stretches|fast segment|fast segments|hard bout|hard bouts|fast interval|fast intervals|fast effort|fast efforts|speed bout|speed bouts|the fast ones|the work pieces|sets
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
ORD 21: twentyfirst
ORD 22: twentysecond
ORD 23: twentythird
ORD 24: twentyfourth
ORD 25: twentyfifth
ORD 26: twentysixth
ORD 27: twentyseventh
ORD 28: twentyeighth
ORD 29: twentyninth
ORD 30: thirtieth
ORD 31: thirtyfirst
ORD -1: last|final|closing|finishing|concluding|ending
ORD -2: penultimate|second to last|second last|next to last|last but one
PLACE first half: first part of the run|first part|first half|opening half|front half|first half of the run|first half of the reps|first half of the repetitions|first half of the race|early half|first half of the session|first half of the set|first half of the main part|before halfway|before the halfway mark|before the halfway point|initial half|earlier half|early reps|earlier reps|early repetitions|earlier repetitions|early intervals|earlier intervals|first half of it|opening part|front part|first portion|early part|early stages|first half of your run|first half of your race|outward half|first half of the outing|first half of the workout
PLACE second half: second part of the run|second part|second half|closing half|back half|latter half|second half of the run|second half of the reps|second half of the repetitions|second half of the race|second half of the session|second half of the set|second half of the main part|after halfway|after the halfway mark|after the halfway point|later half|past halfway|final half|last half|past the halfway mark|beyond halfway|later reps|later repetitions|later intervals|late reps|later ones|the later ones|second half of it|closing part|back part|second portion|later part|latter part|later stages|second half of your run|second half of your race|second half of the outing|second half of the workout|homeward half|remaining half
HALVES x: both halves|the halves|two halves|halves|from half to half|between the halves|between halves|in both halves|across the halves|either half|each half|one half to the other|the first to the second half|between both halves|over both halves|for both halves|the two halves of the run|halves of the race|halves of the session|halves alike|first and second half|the first and second half|first and second halves|the first and the second half|opening and closing halves
PLACE warmup: warm up|warmup|warm up phase|warming up|warm up jog|warmup phase|warm up part|warming up phase|warm up section|warm up jogging|warm up stretch|the warm up|opening jog|preparatory jog|preparation
PLACE cooldown: cool down|cooldown|cool down phase|cooling down|cool down jog|cooldown phase|cool down part|jog out|cool down section|cool down jogging|cool down stretch|closing jog|final jog|jog home|wind down|winding down|jogging out|easy jog home|trot home|the cool down
PLACE main: main|main part|main set|main section|main phase|main block|main segment|tempo block|tempo part|tempo section|main body|main stretch|main portion|body of the run|core part|threshold block|tempo segment|threshold part|threshold section|threshold portion|threshold stretch|tempo portion|tempo stretch|tempo phase|heart of the session|meat of the session|core of the session|central part|central block|business end
PLACE work: hard running|fast running|work part|work phase|work section|work portion|work segments|work|hard part|work intervals as a whole|work parts|work sections|work bouts overall|work block
PLACE recovery: recoveries|recovery jogs|recovery part|recovery phase|recovery sections|recovery jog|jog recoveries|recovery segments|rests|recovery phases|recovery parts|jog rests|recovery periods|recovery intervals|jog breaks|breaks between the reps|recovery
START x: opener|your opener|the opener|started with|start* with|started at|start* at|began at|begin* at|began with|begin* with|open* with|opened at|set out at|set off at|kick* off with|at the start|at first|at the beginning|in the beginning|at the outset|initially|from the start|early on|to start with|to begin with|the start|at the off|the beginning|the outset|off the line|the off
END x: finished at|finish* with|ended at|end* with|close* with|closed at|wrap** up with|finish* on|ended on|towards the end|toward the end|near the end|late on|in the closing stages|at the end|at the finish|by the end|by the finish|in the end|the end|the finish|by the close|at the close|the very end|at the last|in the last kilometre of all|at the death|down the stretch|in closing
PREV x: previous one|preceding one|predecessor|split before|kilometre before|rep before|one just before it|previous
NEXT x: next one|following one|next|following
REL faster: faster|quicker|swifter|speedier|brisker|edged out|edges out|pipped|pips
REL slower: gave up|give* up|gave away|give* away|conced*|conceded|slower|more slowly|give* back|gave back|lost out by
REL longer: too long|longer|lengthier
REL shorter: too short|shorter|briefer
REL higher: too high|higher|greater|above|more than|over|in excess of|upwards of|exceed*|top** |topped|beyond|past|surpass*|on top of|north of|overshot|overshoot*|eclipse*|outstrip**|trump*|edge* past|outdo|outdoes|overtook|in advance of|outdid|beat|beats|up on|cleared|clears|to the good|exceeded by|in excess|ahead of|higher up|in surplus|outpaced|on the high side of|superior to|was over|were over|a cut above|in front of|on the upper side of|in advance|topping|exceeding|surpassing|overtopped|outweighed|outscored|to spare above|upside of|outdoing|sits above|lies above|sat above|lay above|stays above|stayed above|lands above|landed above|came in above|comes in above|came out above|comes out above|came in over|comes in over|edges past|edged past|edges over|edged over|tops|nudges past|nudged past|runs above|ran above
REL off: off
REL lower: too low|lower|below|under|beneath|less than|fewer than|down on|undercut|short of|shy of|undershot|south of|broke|break|broken|dip** under|duck* under|went under|got under|got below|underneath|beneath it|behind|inferior to|on the low side of|was under|were under|fell short of|falls short of|came in under|came in below|comes in under|comes in below|sits below|lies below|sat below|lay below|stays below|stayed below|lands below|landed below|came out below|comes out below|trailed|trails|trailing|lagged|lags|lagging|dipping under|dipping below|dipped below|dips below|beat by|short by|falling short of|downside of|runs below|ran below|remained below|remained under|stayed under|stays under|kept under|kept below|slipped under|slips under|slipped below|slips below|squeezed under|sneaked under|snuck under
REL larger: larger|bigger|wider
REL smaller: smaller|narrower
REL stiffer: stiffer
REL softer: softer
REL more: more|extra
REL less: less|fewer
REL sooner: sooner|earlier
REL later: later
REL atleast: at least|no less than|no lower than|not less than|no fewer than|at or above|or more|no shorter than|or longer|or slower|or higher|no faster than|and more|or above|upward of
REL atmost: at most|no more than|not more than|no higher than|at or below|at or under|a maximum of|at the most|or less|or lower|no longer than|or faster|or quicker|or shorter|or below|or fewer|and less
REL noslower: no slower than|no slower
REL nofaster: no faster than|no faster
EXT fastest: fastest|quickest|swiftest|speediest|best|top|top speed|sharpest|briskest|best time|fastest time|quickest time|fastest pace|best pace|quickest pace|liveliest|fast end|best of all|fastest of all|quickest of all|best of the day|nippiest|fleetest|zippiest|high point for pace|swiftest of all|your fastest|pick of the bunch|pick of the lot|standout|the standout|standout split|high water mark|best split|best lap|best kilometre|best effort|best rep
EXT furthest: furthest|farthest
EXT slowest: slow spot|soft patch|weak patch|slow patch|slowest|least quick|slowest pace|weakest|worst|worst time|slowest of all|most sluggish|laziest|least fast|slow end|most leisurely|gentlest|the slow one|most unhurried|most relaxed|easiest|least speedy|slowest of the lot|slowest of the bunch|laggard|weakest split|tardiest
EXT highest: spike*|highest|peak|maximum|peak* at|topped out|max|high point|maxed out|top value|largest|greatest|biggest|a high of|its high of|high of|hit a high|highest value|highest reading|highest figure|highest average|peaked|peaking|top reading|top mark|topping out|highest point|highest of all|crest|summit|apex|zenith|its highest|its peak|peak value|peak reading|high mark|most beats|its maximum|the maximum|top figure|greatest of all|culminating in|culminated in|culminated at|culminating at
EXT lowest: lowest|minimum|bottomed out|low point|a low of|its low of|low of|hit a low|smallest|least|lowest value|bottom value|bottoming out|lowest point|lowest of all|trough|nadir|its lowest|its minimum|bottom|the bottom|low mark|fewest beats|calmest|quietest|lowest figure|floor value
EXT longest: longest
EXT shortest: shortest|briefest
EXT climbed: most climbing|most climb|biggest climb|most elevation gain|most ascent|hilliest|largest climb|climbed most|climbed the most|steepest climb|most uphill|most climbing of all|most height gain|steepest ascent|steepest uphill|most climbed|most metres of climbing|most metres up|largest ascent|largest elevation gain|biggest ascent|greatest climb|greatest ascent
EXT descended: most descent|biggest descent|biggest drop|most downhill|dropped most|dropped the most|descended most|largest descent|descended the most|lost most height|lost the most height|steepest drop|steepest descent|steepest downhill|largest drop|greatest descent|greatest drop|longest descent
REF expected: what is normal for you|what is usual for you|what is typical for you|what is normal|what is typical|you would normally show|you would usually show|you would typically show|you would normally have|you would usually have|would normally be|would usually be|would normally show|would usually show|would have been normal|would have been usual|would be the norm|would be par|par|par for this pace|projected|projection*|foreseen|model's prediction|what your model predicts|reference|reference value|expected|expected value|expectation*|predict*|prediction*|predicted value|baseline|expected level|expected figure|expected time|usual|usual value|usual level|normal|norm|usual figure|personal baseline|what was expected|you usually show|you normally show|you typically show|what you usually show|what is expected|the model expected|the model expects|typical|typical value|customary|habitual|forecast|usual one|usual for you|what is usual|usually|normally|typically|would expect|would predict|one would predict|one would expect|you would expect|expect|accustomed|average for this pace|you usually run|you usually have|usual self|usually show|your history suggests|history suggests|expected of you|expected of it|is expected|was expected|anticipated|estimate|estimates|estimated|would be typical|would be usual|would be normal|would be expected|is usual|is normal|is typical|was usual|was normal|modelled|usual average|your standard|standard|your own average|own average|normal value|normal level|usual reading|expected reading|expected mark|your pace calls for|is usual for you|is normal for you|expected number|usual number|normal figure|would have been expected|would have been typical|would have predicted|would have expected|you usually do|you normally do|you normally have|ordinary|what the model predicts|model predicts|model predicted|model value|your pace would suggest|pace would suggest|pace suggests|calls for|called for|would call for|typical figure|your data predict|usual mark|you would typically spend|you would typically take|you would typically need|you would typically expect|you would typically run|you would typically see|you would usually spend|you would usually take|you would usually need|you would usually expect|you would usually run|you would usually see|you would normally spend|you would normally take|you would normally need|you would normally expect|you would normally run|you would normally see|one would typically spend|one would typically take|one would typically need|one would typically expect|one would typically run|one would typically see|one would usually spend|one would usually take|one would usually need|one would usually expect|one would usually run|one would usually see|one would normally spend|one would normally take|one would normally need|one would normally expect|one would normally run|one would normally see|your history predicts|history predicts|your history would suggest|history would suggest|you usually spend|you normally spend|you typically spend|you normally need|you usually need|what one would expect|what you would expect|what would be expected|what is customary|prediction for you|expected for you|predicted for you|predicted for this pace|expected at this pace|normal for this pace|ordinary value|predicted|prediction|what you normally show|what you normally run with|your own standard|the standard for you|the model|reckoned with|what the pace calls for|what this pace calls for|this pace calls for|this pace normally gives|this pace usually gives|the expected|the habitual|the customary|your baseline|own baseline|your habit|your habitual|your customary|your ordinary|your regular|regular value|regular figure|reference figure|comparison value|comparison figure|expectation at this pace|expectation for this pace|what we would expect|what we expect|what we expected|the expectation|what was predicted|what is predicted|what your history suggests|your history|what your runs suggest|the figure expected|the value expected|the figure predicted|the value predicted
ADJ higher: elevated|high|raised|prolonged|on the high side|lengthy|extended
ADJ lower: low|reduced|on the low side|compact
REF target: target|own minimum|your minimum|personal minimum|lower bound|target minimum|recommended minimum|target value|minimum target|minimum of|156 target|cadence target|cadence goal|goal
REF asked: limit|limit of|cap|ceiling|ceiling of|allowed|permitted|required|asked for|asked|requirement|demanded|threshold|a limit of|limits|limit that applies|allowance|cap of|threshold of|wanted|called for|desired|prescribed|stipulated
REF average: average|mean|averages|averaged|averaging
BAND x: band|bracket|narrow band|tight band|narrow window|narrow corridor|tight window|tight range|narrow range|small range|narrow bracket|narrow interval
RANGE usual: usual ranges|normal ranges|ranges|usual bands|usual range|usual interval|usual band|normal range|personal range|own range|expected range|usual 90 % range|typical range|personal interval|90 % range|90 % interval|usual corridor|range|expected band|usual window|personal band|normal band|expected interval|corridor|usual span|usual spread|customary range|normal corridor|comfort zone|usual zone|usual limits|normal limits|usual territory|normal window|interval for you|normal span|usual bounds|normal bounds|normal territory|habitual range|habitual window|habitual interval|usual bracket|window|personal corridor|customary interval|customary window|usual variation|typical interval|typical window|typical span|contact range|normal interval|expected window|expected corridor|personal window|interval|its band|its range|its window|its corridor|its interval|its usual band|their range|their ranges|their band|their bands|their usual ranges|your range|your band|your window|your interval|your corridor|usual limits for this pace|usual envelope|normal envelope|own norm range|band of normal|customary band|range of normal|normal range for you|familiar range|familiar band|ordinary range|ordinary band|envelope|usual channel|normal channel|normal variation|usual fluctuation|your usual spread|tolerance band|band you usually run in|band you normally run in|expected limits|personal limits|own limits|margins|usual margins|normal margins|your margins|usual variation band|predicted range|predicted band|predicted interval|prediction interval|forecast range
SIDE inside: right within|right inside|squarely within|squarely inside|inside|within|in the middle of|inside of|fit into|fits into|fitting into|fell inside|in the centre of|at home in|part of|falls inside|falls within|fell within|fall inside|fall within|falls into|fell into|landed within|landed inside|lands within|lands inside|stayed inside|stays within|well inside|sits within|sits inside|lies within|lies inside|stayed within|remained within|remained inside|remains within|remains inside|contained within|boxed in|landed squarely in|landed in|lands in|falls in|hovered in|kept within|keeps within|kept inside|well within|comfortably within|comfortably inside|safely within|safely inside
SIDE outside: leaving the normal|leaving the usual|leaving your usual|leaving your normal|fell outside|fall* outside|sat outside|lies outside|fell out of|outside|strayed from|strays from|stray from|strayed|stray|outside of|left its|left the usual|leaves|leave|leaving its|departed from|depart from|drifted out of|moved out of|broke out of|escaped|deviated from|slipped out of|slipped outside|slid out of|fell just outside|wandered out of|wandered outside|moved outside|lay outside|lands outside|landed outside|beyond the bounds of|spilled out of|has left
EDGE high: top** out at|ends at|peaks at|upper end|top of|upper edge|top end|upper limit|upper bound|upper boundary|top edge|upper margin|ceiling of the range|upper edge of the band|top of your band
EDGE low: bottom* out at|starts at|begins at|lower end|bottom of|lower edge|bottom end|lower limit|lower bound of|lower boundary|bottom edge|lower margin|floor
TREND higher: inch* up|ratchet* up|nose* up|ramp* up|swell*|swollen|climb* slowly|climb* gradually|move* up|move* upward|head* up|trend* upward|trend* up|shift* up|shoot* up|spike*|leap*|bump* up|lift*|lifted|raise*|boost*|rise*|rose|risen|climb* over|climb* from|climb* to|climb* by|climb* steadily|increase*|went up|crept up|crept|creep* up|edge* up|tick* up|grew|grow* to|grown|drift* up|drift* upward|drift* upwards|drift*|climb* up|moved up|go* up|gone up|jump*|surge*|soar*|shot up|leapt|inched up|built|built up|worked its way up|gain|a rise|an increase|nudge* up|up|was up|is up|up by|pushed up|upward|upwards|gained|lift* to|step* up|climbed slightly|had crept up|mount* to|went higher|higher and higher|went from strength to strength|advanc* to|progress* to|rise* by|increment*|was raised|were raised|rose slightly|rose again|moved higher|crawl* up|picked up to|stepped up|ticked upward|tick* upward|notch* up|inched upward|inched upwards|worked upward|crawled up|picked up by|swelled to|rises|ascended to|mounted|went on rising|had risen|has risen|have risen|rising|climbing from|climbing to|climbing by|pushed higher|kept rising|kept climbing|moved upwards|wandered up|wandered upward|floated up|heads north
TREND lower: inch* down|ratchet* down|nose* down|move* down|move* downward|head* down|trend* downward|trend* down|shift* down|bump* down|lower*|reduce*|fall* away|fell away|fall* off|taper*|wane*|ebb*|dwindle*|come* back down|fell|fall*|fallen|drop**|decrease*|was down|decline*|went down|came down|come* down|dip**|drop** back|came back down|drift* down|drifted downward|sank|sink*|sunk|fell back|plunge*|tumble*|drop** off|descend* from|go* down|gone down|down|is down|down by|a drop|cool* to|ease* down|recover* to|came back|sag**|shrank|shrink*|slid|slide*|slip** to|lessened|diminish*|subside*|tail** off to|decreased steadily|went lower|dropped away|ease* to|eased to|slackened to|came in lower|moved lower|slid back|receded|recede*|retreat*|crept down|creep* down|ticked down|tick* down|edge* down|edged down|settled to|trail* off|tail** off|eased from|eased by|went back|came off|backed away|bled away|pulled back to|calmed to|calmed down to|calmed down|quietened to|settled back to|settled down to|dropping|falling|drifted lower|let down to|dropped off to|heads south|sagged|sank back|slumped|slump*|shed|sheds|shaved off
TREND faster: raise* the pace|lift* the pace|lifted the pace|up** the pace|upped the pace|increase* the pace|crank* up the pace|wind up the pace|run* faster|ran faster|sped up|speed* up|accelerate*|quicken*|pick* up|got faster|became faster|improve*|got quicker|gained speed|negative split|pick* it up|pick* up the pace|found another gear|wound it up|picked up speed|step* on the gas|kick*|turn* up the pace|shift* up a gear|gain* time|negatively split|found speed|finished faster|got faster and faster|gained pace|pressed on|wind up|wound up|squeeze* the pace|moved faster|turned faster|got swifter|sharpened|sharpened up|hit the gas|kicked on|stepped it up|stepped up|pressed harder|pushed on|pushed the pace|wound up the pace|moved along faster|hurried up|turned the screw|got going
TREND slower: slip**|let slip|lets slip|slow* up|lag** behind|wilt*|flag** late|run* out of steam|ran out of steam|slow*|slow* down|fade*|back* off|ease* off|eased back|got slower|became slower|tail* off|slow* off|slack*|slackened|positive split|slipped back|drop off|ease*|fell off|lost time|fade* badly|paid for it|lost ground|lost pace|lose speed|loses speed|lost speed|backed off|dropped the pace|tapered off|wore off|slowed slightly|got slower and slower|gave back|gives back|gave ground|shed time|dropped pace|drops pace|dropped a little pace|lost a little|went slower|ran slower|lost some speed|came down in pace|eased the pace|let the pace slip|let the pace drop|took the foot off the gas|came off the gas|positive splits
TREND shorter: shorten*|got shorter
TREND longer: lengthen*|got longer
STEADILY x: steadily|continuously|constantly|progressively|consistently|gradually|from kilometre to kilometre|from rep to rep|with every split|with each split|with every kilometre|with each kilometre|rep by rep|kilometre by kilometre|one by one|with each rep|with every rep
SAME near: almost even|nearly even|practically even|close to even|virtually even|right where it should be|exactly where it should be|where it should be|as expected|just as expected|much as expected|in keeping with|true to form|practically level|all but level|all but identical|all but equal|barely waver*|hardly waver*|never waver*|rock steady|steady as a rock|like clockwork|metronome like|steady pace|constant pace|even keel|smooth pace|flat pace|was even|were even|is even|are even|even splits|even pace|stayed even|remained even|even throughout|even race|on a par|barely change*|hardly change*|barely moved|hardly moved|practically identical|almost identical|nearly identical|practically the same|almost the same|nearly the same|in line|steady|very even|flat out even|virtually the same|virtually identical|virtually unchanged|little changed|practically unchanged|almost unchanged|hardly any different|indistinguishable|held steady|much the same|on par|barely budged|as good as identical|more or less the same|more or less identical|close to even|perfectly even|balanced|perfectly balanced|well balanced|evenly balanced|practically perfect|consistent|nearly constant|almost constant|evenly paced|hardly any variation|next to no difference|next to no variation|barely any variation|hardly any difference|even pacing|evenly|uniform|stable|hardly varied|barely varied|little variation|very consistent|well paced|metronomic|hardly differed|barely differed|about the same|roughly the same|almost equal|nearly equal|practically equal|close to|all but unchanged|barely different|hardly different|scarcely different|scarcely changed|scarcely moved|nearly unchanged|almost level|nearly level pegging|much as usual|about as usual|about usual|about normal|about as expected|roughly as expected|close to normal|close to usual|near normal|practically as expected|where you would expect it|where you would expect|just where it should be|right on its usual value|in line with|in keeping with what is usual|very similar|a similar|similar|comparable|held firm|held constant|stayed constant|stayed level|stayed put|remained steady|remained stable|remained constant|remained level|stayed steady|stayed stable|held its line|held its level|kept its level|roughly equal|about equal|roughly level|about level|next to identical|within a whisker of|as good as unchanged|as good as equal|as good as level|hardly budged|well in line|right in line|in step|flat line|unwavering|a dead heat|dead heat|neck and neck|almost exactly as expected|almost exactly what was expected|nearly exactly as expected|pretty much as expected|almost as expected|just about as expected|more or less as expected|virtually as expected|as good as expected
SAME exact: same|identical|equal|unchanged|level with|exactly equal|evenly split|evenly matched|match*|right on|bang on|spot on|dead on|constant|no different from|did not change|exactly as|equalled|as usual|exactly as expected|exactly the same|exactly even|exactly in line with|on target|what was expected of it|exactly where they should be|on the mark|right on the mark|on the nose|to the dot|to the millisecond|to the beat|to the step|of the same length|even with|on the dot|no change|no difference|without change|without a change|tied|ties|tie|twin|twins|identically|equally fast|equally quick|just as fast|just as quick
CRIT x: criteria|criterion|criterion of|checks|boxes|tests|requirements|check|box|targets of the session|conditions set|points on the checklist|checkboxes|requirement|demands|checklist items|boxes on the checklist|marks on the checklist|targets|criteria to meet|objectives|goals of the session|criteria set
MET x: met|fulfill*|fulfil**|satisfy*|satisfied|passed|meeting|meet*|pass|passes|passing|were all met|tick*|ticked off|achieve*|ticked off all|done right|in the bag|hit|ticked|checked off|fulfilled|achieved|nailed|accomplished
MISS x: miss|missed|misses|missing it|not met|unmet|failed|fail|fails|failing|not fulfilled|fell short|falls short|not satisfied|fell through|went begging|was not satisfied|were not satisfied|was not hit|was not achieved|unsatisfied|unfulfilled|was broken|fell by the wayside|went unmet|left unmet|missed out on|was blown|failed to satisfy|failed to meet|failed to hit|did not satisfy|narrowly missed|just missed
LOST x: missing points|points missing|missing point|lost points|points lost|lost point|missing star|missing stars|lost star|star was lost|lose|loses|losing|lost|cost|costs|costing|deduct*|deduction*|penalty|taken off|dock*|points off|subtract*|point lost|went missing|taken away|lopped off|knocked off|off the|forfeit*|gone|drop of|dropped|off its score|off the score|off your score|off the form score|off its rating|off the rating|off your form score|shaved off the score|docked|deducted|forfeited|sacrificed|dropped from the score|came off the score|chipped off|trimmed off|subtracted
INSTEAD x: instead of|rather than|short of the full|out of a possible
NEEDS +: need* improvement|need* work|needed work|leaves room for improvement|need* attention|should be improved|has room for improvement|call* for improvement|call* for attention|cry* out for attention|crying out for attention|could use work|could use some work|could do with work|asks for attention|ask* for attention|demand* attention|merit* attention|need* to improve|could be improved|need* some work|require* improvement|require* attention|need* fixing|to fix|to work on|need* improving|flag** for improvement|flagged|flagged as needing improvement|flagged as needing work|marked as needing improvement|marked as needing work|needing work|weak point|weak spot|room for improvement|in need of improvement|in need of work|list of things to fix|need* a look|marked for improvement|concern|problem|issue|weakness|need* correcting|in need of attention|deserve* attention|want* attention|want* work|ask* for work|need of attention|call* for work|work on|deserve* work|to improve|improvable|can be improved|needs looking at|soft spot|to criticise|up for improvement|marked as improvable|sore point|sore spot|sticking point|weak link|weak side|trouble spot|problem area|area to work on|thing to work on|thing to improve|needs a little work|leaves something to be desired|left something to be desired|deserves a look|to tidy up|to tidy|to polish|to keep an eye on|to watch|wants attention|wants work|blemish|the item to fix|homework|to mend|to repair|to be improved|loose end|the to do item|for the to do list|calls for work|flagged for attention|flagged for work|singled out
NEEDS -: no need to improve|nothing wrong with|no cause for concern|no reason for concern|not a concern|not a weakness|not an issue|not a problem|no concern|no issue|nothing to worry about|no need for improvement|raise* no concern|raise* no concerns|gives no cause for concern|gives no reason for concern|needs no improvement|needs no work|needed no improvement|need no improvement|needs no attention|look* fine|fine|acceptable|in order|unproblematic|all clear|needs nothing|in good order|okay|ok|beyond reproach|faultless|flawless|nothing to fix|nothing to criticise|above criticism|healthy|not in need of improvement|nothing to complain about|nothing to nitpick|nothing to quibble about|nothing to correct|nothing to add|not the problem|not the issue|no problem|no cause for complaint|nothing to object to|no objection|no objections|nothing to improve|gave no cause for concern|gave no reason for concern|gives no reason to worry|no reason to worry|no cause for worry|no need for attention|nothing amiss|nothing was amiss|nothing is amiss|no weakness|no weak point|not flagged|nothing flagged|nothing was flagged|no complaint|gives no trouble|no trouble|give* no trouble|nothing to repair|no red flag|no red flags|no flags|free of complaints|above reproach|no blemish|no blemishes|nothing to mend|nothing needs fixing|nothing needs work|nothing needs attention|no cause for alarm|no reason for alarm|nothing to be concerned about|nothing alarming|nothing worrying|no worry|no worries|not worrying|no drama|without drama|not alarming
FULL x: scored the maximum|the maximum score|the maximum number of points|full points|full marks|a perfect 100|full score|perfect score|top marks|maximum score|perfect 100|clean sheet|the full hundred|full hundred|the maximum of 100 points|perfect hundred|all 100 points|all hundred points
NEG x: not|no|never|none|nothing|neither|nor|without|nowhere|cannot|zero|not once|at no point|not a single|no single|not even|nobody|no separate|no dedicated|no distinct|no recorded
ALL x: all|every|each|both|throughout|always|at all times|entire|across all|everywhere|any|either|every single|each and every|consistently above|in every case|every last|every one of the|every one of|every one|each one of|each one|any of|one and all|across the board|without exception|none excepted|to a man|all of the|all of|every kilometre of the|each of the|each of|every part of|all through|right through
ONLY x: only|sole|alone|the one|exception|single|lone|just|the only
OTHER x: butone|other|others|remaining|rest of the|but one|the rest|aside from|apart from|except|excepting|except for|save for|barring|with the exception of|bar|other than|excluding|everything else|all else|the others|the other two|the other ones|all the others|the remaining two
HEDGE about: about|around|roughly|approximately|approx|some|circa|or so|in the region of|somewhere around|something like|or thereabouts|roughly speaking|in the neighbourhood of|more or less|a good|give or take|close on|in or around|as good as|or a little more or less|plus or minus|or thereabout|something around|more or less around|say|just about|near|close to|in the order of|of the order of|in the vicinity of|somewhere near|some where around|hovering near|hovering around|hovering about|right around|right about|in the ballpark of|let us say|loosely|north of or at|a rough|the best part of or so|rounded to|roundabout
HEDGE nearly: nearly|almost|just under|just below|just shy of|slightly under|a little under|not quite|slightly below|a touch under|a shade under|a hair under|a whisker under|a little less than|slightly less than|a bit under|a little below|just short of|close to but under|shy of|approaching|nearing|the best part of|the better part of|knocking on the door of
HEDGE over: just over|just above|slightly over|slightly above|a little over|a touch over|a bit over|a little more than|slightly more than|a shade over|a hair over|a shade above|a touch above|a whisker over|a little above|a shade more than|a touch more than|a good bit over|slightly past|just past|a little past|a shade past|just beyond
HEDGE full: exactly|precisely|a full|full|complete|whole
DEGREE small: only just|just barely|slightly|marginally|a little|a bit|a touch|fractionally|a shade|minimally|somewhat|barely|narrowly|slight|a hair|a whisker|a fraction|a notch|hardly|modestly|mildly|a tad|tiny bit|a tiny bit|gently|ever so slightly|a smidgen|little|tiny|small|a small|negligible|insignificant|minor|minimal|just a little|just a touch|just a bit|just slightly|only a little|only slightly|only marginally|only a touch|a mite|a trifle|a sliver|by a hair|by a whisker|by a fraction|a small amount|moderately|to a small degree|faintly|minutely|imperceptibly|by a touch|by a shade|by a tad|by a notch|just a tad|just a shade|a teeny bit|not by much|not by a lot|only just about|only fractionally|a bare|a mere|mere|a measly|a scant|scant|a meagre|a slender|slender|trifling|a slight|a modest|modest|a minor|a subtle|subtle|subtly
DEGREE large: sharply|significantly|considerably|markedly|clearly|well|far|much|substantially|notably|comfortably|distinctly|noticeably|a lot|strongly|safely|a good deal|plainly|large|a fair bit|easily|decidedly|clear|by far|badly|massively|hugely|heavily|visibly|very clearly|very much|appreciably|unmistakably|a great deal|by a wide margin|by a good margin|by a clear margin|by some margin|quite clearly|quite a bit|a good bit|conspicuously|dramatically|drastically|steeply|steep|by a distance|by a margin|by miles|very considerably|strikingly|emphatically|pronounced|a pronounced|rather a lot|not just slightly|handsomely|a clear|a distinct|distinct|a notable|a marked|marked|a sharp|a hefty|a big|a large|a good way|some way|a long way|long way|rather well|decisively
KIND recovery: recovery run|recovery jog|recovery session|recovery day|recovery outing|recovery pace run|rest day jog
KIND aerobic_base,low_moderate,recovery: easy run|easy session|easy jog|easy outing
KIND aerobic_base,low_moderate: easy aerobic run|base run|aerobic run|aerobic base run|aerobic base session|aerobic session|base session|aerobic base|steady run|easy aerobic session|low moderate run|low to moderate run|moderate aerobic day|aerobic day|aerobic outing|moderate aerobic run|base training|solid base run
KIND tempo_threshold: tempo run|threshold run|tempo session|threshold session|tempo workout|tempo threshold session|threshold workout|tempo threshold run|threshold effort|tempo day|threshold day|tempo effort
KIND interval: interval session|interval workout|interval run|intervals session|interval training|interval day
KIND sprint: sprint session|sprint workout
KIND long_run: long run|long distance run
KIND trail: trail run|trail outing|trail day|trail session|trail
KIND race: race|raced|race day|racing|race result|race effort
TERRAIN flat: flat|flat course|level ground|nearly level ground|flat as a pancake|pancake flat|flat ground|flat terrain|almost level ground|nearly level|almost flat|nearly flat|practically flat|as flat as it gets|level course|flat route|flat going|level going|flat as can be|dead flat|level|flat profile|gentle undulations at best|hardly any hills|flat all the way|billiard table flat|table flat|flat as a board|no hills|no hills to speak of|hardly any climbing|barely any climbing|next to no climbing|practically no climbing|an almost flat course|an essentially flat course|essentially flat|basically flat|tabletop flat|nothing but flat|level terrain
TERRAIN rolling: rolling|undulating|rolling terrain|rolling course|rolling ground|undulating terrain|undulating course|rolling route|rolling going|rolling profile|undulating profile|rolling hills|some hills|some ups and downs|a rolling course|up and down course|bumpy|wavy|wavy course|rolling countryside
TERRAIN hilly: hilly|hilly terrain|hilly course|hilly route|hilly ground|hilly going|hilly profile|mountainous|over hills|in the hills|up and down all the way|a hilly one|hilly trails|properly hilly|steep terrain|plenty of climbing|plenty of hills|lots of climbing|a lot of climbing
TERRAIN indoor: indoor|indoors|on a treadmill|treadmill
FLAG -rated.session: races are not rated|races get no stars|no stars are given|no stars were given|no stars|no star rating|session is not rated|session was not rated|not rated with stars|no rating for the session|no session rating|no stars for the session|not star rated|run is not rated|race is not rated|stars are not given|stars are not awarded|no stars awarded|no stars were awarded|no stars are awarded|goes unrated|is unrated|unrated|races go unrated|without a star rating|without stars|there are no stars|no star rating for this session|races are not rated with stars|no star rating is given|races are not given stars|not given stars|not rated|races carry no stars|no stars for races|without a session rating|goes without a session rating|without a rating|without any stars|races do not get stars|a race gets no stars|a race gets no rating|races are not given a rating|no rating is given|not given a rating|gets no stars|gets no star rating|gets no session rating|receives no stars|receives no star rating|receives no session rating|carries no stars|carries no star rating|without session stars
FLAG +unknown.weather: weather unknown|weather is unknown|weather is listed as unknown|weather is given as unknown|weather is marked as unknown|weather is not known|weather was not recorded|no weather data|nothing is known about the weather|nothing is known of the weather|no weather was recorded|weather for this run is unknown|weather on this run is unknown|weather on this run unknown|weather data is missing|weather data are missing|weather for this run is not known|weather on this run is not known|no weather information|no data on the weather|no weather data is available|no weather data are available|weather was unknown|weather data is not available|weather not recorded|no weather record|no weather on record|weather was not known|no record of the weather|no weather details|weather details are missing|weather is missing|we do not know the weather|we do not know what the weather was like|what the weather was like is not known|what the weather was is unknown|weather conditions are unknown|weather conditions were not recorded|conditions were not recorded|conditions are unknown|weather remains unknown|no information about the weather|no information on the weather|nothing about the weather is known|no weather information beyond that|weather is not on record|weather is not available|weather not available|weather not known|no official weather data|weather data unavailable|weather conditions unknown|no weather information exists|no weather data exist|no weather data exists|there is no weather information|there is no weather data|there are no weather data|weather was never recorded|no weather was stored|no information about weather|weather was not noted|weather data were not available|no weather is recorded|no weather was known|nothing is recorded about the weather|nothing was recorded about the weather|weather of the day is unknown|weather that day is unknown|weather on the day is unknown|we know nothing about the weather|weather is not stated|weather has not been recorded
FLAG +unknown.wind: wind unknown|wind is unknown|no wind data|wind was not recorded|wind is not known
FLAG +unknown.form: no form evaluation|no verdict on form|no verdict on technique|no verdict on your form|no usable form data|no usable form samples|no form samples|nothing was scored|no usable data on form|form was not evaluated|form could not be evaluated|no form rating|no form score|form was not rated|form is not rated|no form analysis|form evaluation is missing|no evaluation of form|no evaluation of your form|form was not scored|form data is missing|no form data|no form verdict|form went unrated|form is not evaluated|form evaluation is not available|no form evaluation is available|no form evaluation was made|form could not be rated|no evaluation of your running form|running form was not evaluated|running form was not rated|form was not assessed|no form assessment|form is unknown|no form evaluation for this run|no form data was recorded|no form data were recorded|form values are missing|form values were not recorded|no form values were recorded|form data are missing|form was not measured|no form values|no form figures|form data is not available|form data are not available|no form data is available|no form data are available|form was not judged|form is not judged|form cannot be judged|form could not be judged|form metrics were not recorded|no form metrics were recorded|form metrics are missing|there is no form score|there is no form rating|there is no form evaluation|no form score exists|no form rating exists|form score is missing|form rating is missing|form was left unrated|form remains unrated|no form score was given|no form score is given|form metrics are not available|no form metrics are available|watch recorded no form data|no sample contained a form metric|without form data|no data on form
FLAG +rated.session: counts as rated|was rated with stars
SETTLE x: fall far enough|drop far enough|go down far enough|get low enough|come low enough|fall enough|drop enough|settle*|settle* enough|settle* down|calm* down|come* down enough|come* down far enough|came down far enough|came down enough|calmed|settle* sufficiently
NAMED form: form criterion|form check|criterion on form|criterion for form|form requirement|form in the work phase|form in the work section
NAMED consistency: consistency criterion|pacing criterion|evenness criterion|pacing
NAMED -consistency: pace varied too much|varied too much|pace in the main part varied too much|pace wandered too much|wandered too much|uneven splits|uneven pace|uneven pacing|paced too unevenly|pace swings|pace fluctuated too much|fluctuated too much|swung too much|pace was too uneven|too uneven|too unevenly
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
WEEKDAY 0: monday
WEEKDAY 1: tuesday
WEEKDAY 2: wednesday
WEEKDAY 3: thursday
WEEKDAY 4: friday
WEEKDAY 5: saturday
WEEKDAY 6: sunday
MISSING x: missing|skip**|left out|absent|omitted|not recorded|was not there|did not happen|not separate|lacking|went without|did without|leaving out|do without|dropped entirely|forgotten|fail to appear|was not present|not present|nowhere to be seen|not part of|unrecorded|unlogged|was skipped|were skipped|skipped|was left out|is nowhere to be found|nowhere to be found|is lacking|was lacking|absent from the recording|is not to be found|does not exist|did not exist|does not appear|did not appear|does not show up|nowhere in the recording|goes without|forwent|dispensed with|dispenses with
PRESENT x: were there|were present|were included|shows up|show up|showed up|recorded|there is|there was|present|included|detected|was there|took place|record|exists|existed|exist|set apart|marked out|marked off|recorded separately|separated out|split off|singled out as such|kept separate|listed separately|is marked|was marked|were recorded|was recorded|was logged|were logged|on file
JOINT x: joint|jointly|tied|tie for|tied for|shared
JOINT fastest: share the top spot|shared the top spot|share first place|shared first place|share the honours|share top spot|share the lead|share the best time
TIMES x: times|x
WITHIN x: ranged|ranging|range* from|varied|varying|spanned|spanning|spread|spread from|swung|moved|stretched from|stretch* from|ranges|range|move* between|extends from|extend* from|run* from|ran from|vary
p of: of
p in: in|into|on|during|inside of|over the course of|for|at|with|from there|under it
p over: across|among|amongst
p from: from|starting from|started from
p by: by
p to: to|until|till|through|up until|onto|down to|up to|through to
p upto: back to|came back to|was back to|was back at
p became: became|turned into|and then|gave way to|followed by
p than: than|against|compared with|compared to|versus|vs|relative to|in comparison with|in comparison to|rather than|opposed to|measured against|set against|where|when compared with|as against|compared against
p between: between|everything between|somewhere between|fell between|falls between|fall between|lay between|lies between|lie between|sat between|stayed between|landed between
APART x: apart|separated|difference|gap|gap of|differ*|spread of|difference of|separate|separates|separating|swing of|swing|gap between|diverge|diverged|spread over|far apart|spread between|divide|divides|divided|separation|a gap|a difference|a spread|difference between|a margin of|margin of|distance between|discrepancy|discrepancy of|variance of|fluctuation of|bandwidth of|amplitude of|between them lie|lie apart
p on: onward|onwards|from there on
p plus: plus
p minus: minus
p lasted: lasted|lasts|lasting|long|took|takes|taking|in length|apiece in|each in|needed|need* for
p too: too
PERKM x: per kilometre|per km|per kilometer|a kilometre|to the kilometre|for every kilometre|for each kilometre|a kilometer|for every km|to every kilometre|each kilometre of the way
LEFT x: left foot|left side|on the left|left|left leg
BASIS x: based on|draws on|draw on|drew on|drawing on|drawn from|rests on|rest on|rested on|resting on|built on|builds on|build on|built from|derived from|computed from|calculated from|estimated from|learned from|learnt from|on the basis of|relies on|rely on|relied on|relying on|stems from|come from your|made from
EACHOTHER x: of each other|of one another|from each other|from one another
OVERALL x: in total|overall|as a whole|all told|taken as a whole|altogether|for the whole run|over the whole run
SCORED x: scored|scoring|scores
TOLERANCE x: tolerance
DECADE x: decade
RIGHT x: right|right foot|right side|the right|on the right|right leg
CAUSED x: partly due to|due in part to|partly because of|in part due to|partly explained by|partly caused by|partly down to|at least partly due to|explained in part by|probably cost you some pace|may have slowed you|probably slowed you|cost you some pace|may have cost you some pace|may have slowed you down|probably slowed you down|may explain part of it|named as a reason behind|come* from|came from|is due to|are due to|caused by|explained by
CAUSE heat: heat|warm weather|warmth|hot weather
CAUSE hills: hills|climbs and descents|hilly terrain|hilly profile|ups and downs|the hills
CAUSE cold: cold weather|cold air
WEATHER temperature at_least 20: warm|a warm day|warm day|warm conditions|warm weather
WEATHER temperature at_least 26: hot|a hot day
WEATHER temperature at_most 14: cool|a cool day|cool weather|cool conditions
WEATHER temperature at_most 7: cold|cold weather
GOOD x: sensible|impressive|satisfying|encouraging|exceptional|excellent|exemplary|textbook|perfect|perfectly|beautiful|beautifully|flawlessly|great|good|strong|solid|nice|nicely|superb|splendid|outstanding|brilliant|commendable|fine work|compliment|deserve* a compliment|well executed|well controlled|controlled|disciplined|wonderful|remarkable|terrific|fantastic|lovely|spotless|immaculate|praise|deserve* praise|pleasing|favourable|efficient|efficiently|economical|proper|tidy|clean|favourably|by the book|first rate|first class|top class|admirable|admirably|exemplarily|masterful|masterfully|flawless execution|neatly executed|exquisite|stellar|sterling|sublime|glowing|top notch|first class work|praiseworthy|laudable|magnificent|marvellous|marvelous|splendidly|superbly|excellently|brilliantly|wonderfully|handsome|impeccable|impeccably|peerless
BAD x: poor|bad|disappointing|sloppy|weak|mediocre|unfavourable|inefficient|deficient|too much|untidy|ragged
J because: was down to|is down to|were down to|came down to|because|since|due to|attributable to|comes down to|down to|because of|owing to|thanks to|on account of|that is why|the reason being|reason
J so: so|hence|therefore|thus|as a result|consequently|which is why|that's why|so that|and that's why|that's what|and that's what
J ;: ;
J ,: apart from|aside from|,|:|--|(|)|.|!|?|-|/|but|while|whereas|although|though|yet|even though|then|which|that|who|when|before|after|or|despite|in spite of|meanwhile|however|as well as|along with|together with|alongside|besides|plus a|since then|i.e|ie|namely|in other words|that is|and what is more|except|even so|in addition to|after which|followed immediately by|immediately followed by|and there|where you|where it|which was also where|and with
AND and: and|&
TERRAIN gently_rolling: gently rolling|gently undulating|softly rolling|slightly rolling|slightly undulating|mildly rolling|mildly undulating|a gently rolling course|gentle hills|a few gentle hills|lightly rolling
"""
FILLER = """\
deviation compared dated date dates handled handle* combined combine* contained assessment assessments judgement surplus notice* stem* culminat* hover* amounts remarkably nestled parted
culprit recover dragged drag** jog** flashy fancy springiness warmed task towards lean* side passed bright spot
's a able ably aboard absolute absolutely accomplish* accomplishment according accordingly account* accurate accurately achieve* achievement achievements acquire* across act
activity actual actually add* admittedly advance* adventure affair afterwards again aim* allocate* allot** allow* along already also am amass* amaze* amble* amid among amongst
amount* an analysis anchor* anomaly another answer* anybody anyone anything anyway apiece app apparent apparently appear* applause are area arguably around arrangement arrive*
as ashore ask* aspect assess* assign* assuredly astonish* athlete attain* attempt* attest* attract* attribute* authentic available average* await* award* back bag** bank* bar
bare basically batch be bear* bearable beat* become becoming been befit** beg** began begged begin* beginning begun being bell belong* benchmark benchmarks big bit blast*
blend block board boast* bob** body bona book* bookend* bore borne boss both bottom bounce* bouncy brand* brave break* breakdown breeze* breezy brief briefly bright bring*
brisk broadly broke brought buddy business busy calculate* call* calm calmly came can candidly cap** capable capably caption carry* case categorise* category cautiously
certainly chain chalk* challenging champ champion chapter character charm* chart chase* check* cheer cheers chiefly chug** chunky churn* claim* clap class* classic classified
classify* cleanly cleverly click* clinch* clock* close* closely clue coast* coda collect* column combination come* comfortable comfortably comfy command* commence* committed
compact comparison competently complet* complete* completely component composure comprise* compute* conclude* conclusion concrete conditions confidently confirm* congrats
congratulations conscientious conservatively consider* considerable consist* constitute* contain* continue* control controlled conversely coolly copied copies copy core
correct correctly correspond* correspondingly cosy count* course cover* craft crank* credit* creep* crisp crisply cross* crown* cruise* curiosity curtain cushy cut* dance*
data day day's dear decent dedicated deem* definitely delight* deliver* delivery demand* demonstrate* dense depart* department depict* describe* deserve* deservedly detail*
determinedly device dial* dictate* did diligent diligently directly discernible discipline dish* display* distribution do doable does doggedly done down downright drag* draw
drawn drew drive* driven drove duly during duties dutifully duty dwell* earn* earnestly easy echo* economical effective effectively effort* effortlessly elegantly element
elements else embark* embrace* emphasise* emphasize* encompass* end* enjoy* enough entail* entire entirely entirety entries entry episode equal* equally especially essentially
evaluate* evaluation even eventually ever every everybody everyone everything evidence evident evidently exact exactly exclude* excursion execut* execute* execution exhibit*
expedition explain* fact facts factual fairly faithfully fall* fallen fashion fat feasible feature* feet fell fide field figure* file* final finale finally find* finish* firm
firmly firstly fit fits fitted flew flow fluently fluidly fly* folks follow* foot footnote foresaw foresee* foreseen form* formally forward found frankly full fully fussy
garmin garner* garnish* gauge* gave generally generate* generous gentle gently genuine genuinely get* getting give* given glide* go* gone got gotten gps grab** gracefully
graciously grade* grant* grind ground* gun habit had hammer* hand* happily hard has hat have having he head* headline healthy heel hefty held here hereby herewith hero
highlight* hint hit* hoard* hold* home honest honestly hop* host* hour* house* hover* humbly hunt* hustle* i i'd idle if illustrate* immediately impress* include* inclusive
incorporate* indeed indicate* indication indicator individual info information initially intact interest* introduce* invest* invisible invite* involve* is it it'd item its
itself job jobs jog* journey judge* judgement judgment judiciously juicy just justified justifies justify keep* kept kick* kind kindly knock* knot kudos label* lad lads land*
landmark largely lastly later launch* lay leave* leg legend legs leisurely lesson lessons let lets letting level* lie* light likewise line lines linger* list* literally lively
locate* lock* log** loiter* look* loosely lot luckily lying madam made mainly maintain* make* man manage* manageable manner march* mark* match* mate matter meagre mean*
measurable measure* meaty mention* menu mere merely merit* milestone minute* mirror* mix mixture mode moderate modest mostly move* my n't nail* name* narrow naturally near
neat neatly need* nestle* net** nice nimble nitpick nod nominally notable notably notch* note* notice* noticeable novelty now nugget number* observation obtain* obvious
obviously odd oddity off offer* officially once one ones only onset onto open* openly ordinary otherwise our out outcome outing's outing* outright overview own* pace page
painlessly paint* paltry paragraph park* part* particular particularity particularly pass* patience patient patiently peacefully pedantic peg** per perceptible perch* perform*
performance performances perky permit** persistently phase phases pick* picky picture piece pieces pin** place* plain plant* please* plod** plop** pocket* point points
politely pop** portion portray* position* possess* post* power* practically precede* precise predominantly prepare* prescribe* pretty primarily principally proceed* produce*
professionalism profile progress* promptly proof proper properly prove* proven provide* prudently pull* punchy purely purpose purposes push* put* putting quality quantity
quick quickly quiet quietly quite race's rack* ran rank* rate* rather reach* react* read* reading* readout* real really reap* reasonable reasonably recap receive* reckon*
recorded recording reel* reflect* regard* register* relax* relentlessly remain* remark* remarkable remarkably report* represent* request* resemble* resolutely respect
respectable respectively respond* rest* restrained restraint result* resume* return* reveal* rich ride right rightful rightly rode role roles roll* roomy round* roundup route
routine row run's run* runner running s sadly said sail* sample samples sat saunter* save* saw say* scamper* scene score* screen seal* seamlessly second* secondly section
secure* sedate see* seek seem* seen sensibly sensor sentence separate sequence serenely series serious seriously serve* session's session* set sets setting settle* shape
share* sharp sharply she sheer sheet short shortly show* shown shuffle* sign* signal silently similarly simply sincerely sir sit* sitting situate* sizeable skilfully
skillfully slim slot** smart smooth smoothly snapshot snatch* sneak* snug somebody someone something sort* sought sound soundly spare* speak* speciality specifically speed*
spend* spent spoke spoken sport* spot* sprightly spring springs springy spritely sprung squeeze* stage* stand* star stars start* stat* state* stately statement stay* steadily
steady step* still stint stood stop stopped stops stopwatch story stream stress* stretch* strictly stride* string strode stroll stun** style subsequently succeed* succession
such suggest* suit* sum** summary supplied supply surely surface surprise* surprisingly sustain* sustainable sweetly swift swiftly symmetric symmetrical symmetry table* tag**
take* takeaway takeaways taken talk* tallied tallies tally tangible target* task tasty technically tell* term* terrain testimony testing textbook thank thankfully thanks the
their them themself themselves there thereafter thereby therein thereof these they thick thin thing* this thorough thoroughly those threw thrill* throughout throw* thumbs
tick* tidbit tidy tie* tight tightly time* tip tirelessly titbit title today today's together told tolerable took total* totalled totalling totally touch* tough trail training
translate* treat* tried tries trifling trim trip trot** trouble true truly trundle* try tuck* turn* type ultimately undaunted undemanding underline* underscore* understandably undisturbed
undoubtedly unfazed unfortunately unhurried uniformly unit* unremarkable unruffled unsurprisingly untroubled upon upshot us use* usually utter utterly value* verdict verified
verify veritable vertical very via viable visible visibly voyage wait* want warrant* was watch way ways we we've wear* weekly weigh* well went were what whatever whatsoever
whereby wherein whereupon whichever whilst whizz* whoever whole wholly whom whose wide widely will wind* wisely with within word words wore work* workable workload workmanlike
worn worth wound wrap** yardstick yield* you you'd you'll you're you've your yours yourself zip**
accounts accumulate* add** additionally adhere* admirably adopt* aerobic afford* afterward aimed align* although altogether angle announce* anticipate* apply apportion*
approach* arrange* artistry assemble* assignment athlete's attend* backbone badge bagged banked base* behavior behaviour besides bit's bless* block's blueprint body's
bonus bow bracketed brick build* building businesslike cake canvas cap capital carve* carved cater* central channel* characterise* characterize* cheerful cheerfully
cherry clear-cut closing's coach coach's coaching coincide* collected collecting columns commendably complement* compose* composed conceivably condense* conduct conduct*
confirming consequently conserve* considered consolidate* content contented converge* convey* coordinate* craftsmanship creditable creditably crisscross* crucial curious
curiously currency cycle* decide* dedicate* define* deliberate deliberately demonstrating dependable deposit derive* deserved deserving detect* devote* diary digest*
digits direct* discover* distribute* dividend document* dose* drill earned earns easygoing easygoingness emerge* employ* encounter* encouragingly endeavor endeavour
endurance engage* engine ensure* errand essence essential establish* etched evolve* exercise exercise* expectable expend* explore* express* extra extract* feather feel
feeling feels felt figures flanked flavour* focus* foreseeable forge* formulate* foundation* frame framed framework furnish* further furthermore gather* gathering gem
gist glad glimpse gratifying gratifyingly grin* guide* half's hallmark handling handy happy harvest* harvested heartening help* helpful hence highlighting hinting
honour* hoped however hugged hugging icing identify illustrating image implies imply implying important impression impressively imprint* indicating inform* inspect*
intended interesting interestingly interpret* interpretation investment jewel joyful judicious key kilometre's know-how laudably ledger legs' lens lighthearted likely
little's locked log logical logically lot's management managing manifest* manual map** marks mature maybe meaningful meanwhile measured measurement measurements merge*
merited merits message methodical methodically metric's metronome mind mind* minds mirroring mission monitor* moral moreover mould narrative natural navigate* negotiate*
nevertheless nonetheless notebook noteworthy numbers nutshell opening's operate* orderly organise* organised organize* organized orient* ovation package* parked
partition* pattern payoff pearl pencil* perhaps perk persistent perspective phrase* pinned playbook pleasant pleasantly pleasingly plot plus pocketed pointing poise
poised portrait possibly postcard potentially practical practise* predictable predictably present* preserve* presumably primary probably professional project promote*
pronounce* proud proudly proving purposeful purposefulness qualify query question* quote* readings reassuring reassuringly recall* recipe recognise* recognize* record
record* refer** reflecting rehearse* relate* relaxed relaxing relevant reliable rely remind* render* reply resolve* respectably responded rest's retain* revealing
revealingly review* reward* roadmap robust runner's salute sandwiched satisfyingly savvy saying says schedule* scribble* script sculpt* secondary seemingly segment's
select* sense senses sensing shelve* showing shrug* signaling signalling signature significant signify simmer* simple skeleton sketch sketch* skill skilled skills smile*
sober soberly solve* soon speaking speaks spelling spine spirited split's sprinkle* stack* stamp statistic statistics stats steadfast steadfastly steer* stimulus stitch*
stitched stored straight straightforward strike* striking structure* structured study stuff sturdy suggesting suggestive suggests supposedly surprising surround*
systematic tackle* tad's tale targeted telling tellingly tells temperate template testament testify theme then therefore though thoughtful thoughtfully thread thus toil*
token trace* track* trademark travel* tribute underlining underscoring understandable undertaking unflustered unfold* unforced unhurriedly unite* unpack* unsurprising
useful utilise* utilize* valuable venture venture* verse view view* viewpoint visit* vital weave* whereas while whole's wink* wisdom wise wished witness* worthwhile
worthy write written wrote yet
consecutive noise shaped shapes
accompanied accompanies accompany accompanying accuracy acted acting acts adequate adequately ado albeit allocated allotted alongside amounted amounting ample amply
anyhow appropriate appropriately apt aptly arithmetic assessed athletic backdrop backed backing barring behaved behaves behaving bonuses bookkeeping broad calculation
calculations centerpiece centrepiece chore chores chunk classed clear-eyed clear-headed clearcut coarse coarsely collectively combines combining compactly composition
context continuous continuously contributed contributes contributing contribution cool-headed coupled covering cumulatively deemed denotes densely details detected
detects devoted dominant dominate dominated dominates drama dramas each encompassing equated equates equating exactness exemplar exertion extent fairness feat filed
final-kilometre fine finely fireworks fitting fittingly footing functioned functioning functions fundamentally fuss gait gear gears graft granted headlines helping
hiccup hiccups highlights idea indicates individually ingredient ingredients instruction instructions joined joining joins jointly judged keeping keeps kilometres'
labeled labelled labor labour lasted level-headed logged lone lots lowlight luck machine machinery make-up makeup math mathematics maths means mechanics melodrama
metre's metres' minute's model motion narrowly nonstop notched noticed notices notion notwithstanding nuance nuances nutshells observe observed observes observing
occasion opening-kilometre order orders oscillated pair paired pairing pairs passable perceive perceived percentage phrased place-holder placeholder plentiful plodding
polished posted precisely preciseness precision prevail prevailed prevailing prevails proportion pure purest racked rated reference registered remainder repeatable
reproducible reserved reveals rewards roughness rounded sake sane sanely scenario seamless seasoning second's separately served serves serving showpiece single-minded
single-mindedly situation slice smoothness snugly somehow spanning spells splits' sporting spots spotted starters strategic strategically strategy stretching subtotal
success sufficient sufficiently suitable suitably suited suits sums supported supporting supports system tactic tactical tactically tactics tagged tallying tasks
textbook-like textural that totals translated translates translating trotting unbroken underpinned underpinning underpins uneventful uninterrupted unspectacular volume
wavered which wobbled wobbles worded workaday worked working works wrapped yardsticks
"""
FILLER_PHRASES = """\
at that speed|for that speed|at such a speed|for this speed|for such a speed|at your speed|at a speed like this|along with it|on the way|at the same pace as ever|side by side
pauses aside|pauses excluded|without pauses|not counting pauses|excluding pauses|leaving pauses aside|at the price of|at the cost of|in your case|in this case|all things considered|to be fair|fair to say|as it happens|which amounts to|that amounts to|amounts to|which is to say|that makes|which makes|of its own|beyond that|by the numbers|in the end result|as the figures show|as the numbers show|over the course of it|in the final analysis|all by themselves
within the block|across the block|in the block|over the block|during the block|through the block|what a kick|what a last kilometre|what a start|in no time|out of the gate|ticked by|tick* by|ticked off in|passed by|passed in|passed at|went through in|slipped by|at the finish line|on the line
at all|by any means|in any way|in every way|in its own right|if anything|for that matter|no wonder|needless to say|not surprisingly|without question|without doubt|no doubt|as you can see|as can be seen|as seen|as shown|as noted|as mentioned|it shows|it has to be said|truth be told|to sum up|in sum|in brief|in essence|at a glance|first of all|last of all|most of all|above all|by the way|all round|so far|on top|in turn|on paper|in practice|in principle|in particular|in general|in detail|in question|at hand|in place|by itself|for itself|of note|as ever|as always|as before|what is more|that said|having said that|even though it was|more or less exactly|for what it is worth|a case of|in the form of|in terms of|with respect to|in respect of|with regard to|in regard to|when it comes to|speaking of|as regards|in view of|in the light of|on the part of|at the level of|to the letter|from the watch|on your watch|by your watch|according to the watch|according to your watch|in the log|in the data|from the data|in the chart|in the evaluation|in the analysis|in the report|in the rating|in your rating|in the ratings|in your favour|on your side|on the whole|on this count|on that count|on all counts|in that department|in this department|on that front|on this front|on every front
well above board|pays off|paid off|hold* your own|kept it together|keep up|well worth it|worth a mention|worth mentioning|worth noting|worth a look|good to see|nice to see|great to see|pleasing to see|fair enough|fair play|job done|mission accomplished|box ticked|no complaints|nothing more|nothing less|no more and no less|neither more nor less|plain and simple|pure and simple|simple as that|and that was that|that is all|that was all|nothing else|and nothing else|all the same|just the same|all by itself
of the day|per step|with each step|with every step|each step|foot down|left the ground|leave the ground|leaves the ground|of the run|of the race|of the session|on the day|of the whole run|of the outing|of the workout|on this run|in this session|for the day|in this run|of this run|of all|of the set|of the lot|of your run|of your race|of the entire run|in the table|on the display|on the dial|on the list|of the bunch|of them all|of the whole session
eased into it|ease into it|eased into the run|what a finish|what a run|what a day|in numbers|in short|nicely done|well done|all in all|great race|a solid day|in figures|race day verdict|in summary|a big one|after rounding|rounded|relative to pace|for your speed|given the pace|given your pace|considering the pace|fell in|falls in|fell on|falls on|fall in|in between them|great job|good job|nice work|great work|good work|keep it up|hats off|chapeau|bravo|kudos
on the clock|on average|this time|at this pace|for this pace|at that pace|at your pace|for that pace|for your pace|at the pace you ran|at such a pace|at this speed|for a pace like this|at a pace like this|in the average|on the average
by contrast|in contrast|on the other hand|at the same time|in addition|by comparison|for its part|taken together|in fact|in the process|as one|by and large|at that|in between|of course|along the way|so to speak|on its own|on this occasion|to be exact|to be precise|as it should be|just as it should|as it should|no less|at the time|at best
over the run|across the run|across the whole run|over the entire run|over the session|during the run|throughout the run|from start to finish|as for|over the whole session|for the whole distance|over the whole distance|over everything|over the whole thing
is all there is|is what it took|to show for it|in the books|on record|on your part|as far as|worth of|on the board|on the watch|to your name|to its name|on the scale|in this respect|in that respect|for you|of you|in store
at it|of it|of them|in it|on it|with it|for it|about it|of those|of these|of which|that same|what is|what was|is what|was what|it is|it was|there is|there was|there were|there are|this is|this was|that is|that was
did you|you did|makes this|makes it|make this|makes for|made for|made this|stands out as|stood out as|goes to|went to|belongs to|belong to|turned out|comes out|came out|came out at|comes out at|came to|comes to|worked out at|works out at|out of the blue|came in at|came in|come in|comes in|was over in|is over in|was done in|is done in|was done at|flew by|went by|flew past|went past|clocked in|clocked in at|weighed in at|weighs in at|at a time|as much as|as many as|as high as|as low as|as long as|as little as|as few as|this one|that one|the former|was responsible|in your legs|in the bank
see sawed|see saw|see saws|no part worth mentioning|played no part|plays no part|played no role|plays no role|played hardly any part|give or take a few metres|give or take a few meters|a non factor|non factor|in other words|clean slate|job well done|where it counts|where it matters|when it mattered|as it were|if you like|if you will|what matters|what counts|what stands out|what stood out|what strikes|the story of|the tale of|tells the story|says it all|speaks for itself|speak for themselves|par excellence|in a row|back to back|on the trot|one after the other|one after another
to be proud of|something to build on|a good sign|a fine sign|a nice touch|a job well done|in good shape|in fine shape|in fine fettle|hard to fault|hard to beat|little to fault|as planned|as it were planned|like a metronome|metronome stuff|with metronomic precision|with clockwork precision|clockwork stuff
from the looks of it|by the look of it|by the looks of it|from what the data show|from what the numbers show|the data show|the data shows|the numbers show|the figures show|judging by the numbers|judging by the data|going by the numbers|looking at the numbers|numerically speaking|strictly speaking|broadly speaking|generally speaking|roughly put|put simply|simply put|put differently|to put it simply|to put it plainly
overall that is
tidy work|neat work|clean work|solid work|tidy stuff|good stuff|neat stuff|tidy running|steady stuff|honest work|tidy job|rounding things off|to round things off|rounding it off|to round it off|rounding off the picture|for all practical purposes|for practical purposes|to all intents and purposes|the file holds|the recording holds|every step|verdict|set for it|enough to|is responsible|are responsible|were responsible|came away with|comes away with|walked away with
settled to|settled at|settled around|settled back at
"""

_FILLER = "FILLER"
_KEPT_APART = frozenset({"to", "from", "by", "over"})
"""Small words at the end of a phrase that have a meaning of their own."""


class Lexicon:
    """Phrases, found by their first word, the longest first; the first meaning of one counts."""

    def __init__(self, rows: str, fillers: str, filler_phrases: str) -> None:
        self._lengths: dict[str, list[int]] = {}
        meanings: dict[tuple[str, ...], tuple[str, str]] = {}
        for row in rows.splitlines():
            head, _, phrases = row.partition(": ")
            kind, _, value = head.partition(" ")
            for words in _forms(phrases.split("|")):
                meanings.setdefault(words, (kind, value))
        for words in _forms([*filler_phrases.replace("\n", "|").split("|"), *fillers.split()]):
            meanings.setdefault(words, (_FILLER, ""))
        for words in sorted(meanings, key=len, reverse=True):
            lengths = self._lengths.setdefault(words[0], [])
            if len(words) not in lengths:
                lengths.append(len(words))
        self._meanings = meanings

    def chunks(self, tokens: Sequence[Token]) -> tuple[Chunk, ...] | None:
        """The chunks of a sentence without its filler; None: a word that is not known."""
        chunks: list[Chunk] = []
        at, gap = 0, False
        while at < len(tokens):
            token = tokens[at]
            if isinstance(token, Figure):
                chunks.append(Chunk("FIG", amount=Amount(token), gap=gap))
                at, gap = at + 1, False
                continue
            row = self._longest(tokens, at)
            if row is None:
                return None
            words, kind, value = row
            if kind == "TREND" and words[-1] in _KEPT_APART:
                words = words[:-1]
            if kind != _FILLER:
                chunks.append(Chunk(kind, value, text=" ".join(words), gap=gap))
            gap = kind == _FILLER
            at += len(words)
        return tuple(chunks)

    def _longest(self, tokens: Sequence[Token], at: int) -> tuple[tuple[str, ...], str, str] | None:
        for length in self._lengths.get(str(tokens[at]), ()):
            words = cast("tuple[str, ...]", tuple(tokens[at : at + length]))
            meaning = self._meanings.get(words)
            if meaning is not None:
                return words, *meaning
        return None


def _forms(phrases: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """The words of each phrase, in every form of a word with a star."""
    for phrase in phrases:
        words = phrase.split()
        if not words:
            continue
        starred = next((at for at, word in enumerate(words) if word.endswith("*")), None)
        if starred is None:
            yield tuple(words)
            continue
        for form in _inflected(words[starred]):
            yield (*words[:starred], form, *words[starred + 1 :])


def _inflected(word: str) -> tuple[str, ...]:
    stem = word.rstrip("*")
    if word.endswith("**"):
        return stem, f"{stem}s", f"{stem}{stem[-1]}ed", f"{stem}{stem[-1]}ing"
    if stem.endswith("e"):
        return stem, f"{stem}s", f"{stem}d", f"{stem[:-1]}ing"
    if re.search("[^aeiou]y$", stem):
        return stem, f"{stem[:-1]}ies", f"{stem[:-1]}ied", f"{stem}ing"
    plural = f"{stem}es" if re.search("(s|sh|ch|x|z)$", stem) else f"{stem}s"
    return stem, plural, f"{stem}ed", f"{stem}ing"
