# ruff: noqa: E501
"""Sentences in the voices of several language models: run, whether true, text. A, B and C are the
runs of the shared cases; D is C on a warm day with a warm-up and a cool-down."""

SENTENCES: tuple[tuple[str, bool, str], ...] = tuple(
    (line[0], line[1] == "+", line[3:])
    for line in """\
C+ A 14.22 km long run in 1:31:37, average heart rate 133.
C+ 14.22 km in 1:31:37 makes this a long run at 6:27/km with an average heart rate of 133.
C+ Four stars for the session and a form score of 100.
C+ Fastest on kilometre 9 (6:11/km), slowest on the closing one (6:40/km).
C+ First half 6:30/km, second half 6:24/km.
C+ Contact time -3.9%, outside your usual range.
C+ Form score 100, and nothing to fix.
C+ Kilometre 9: 6:11/km, your fastest of the day.
C+ None of the three metrics needs work.
C- A 14.22 km tempo run in 1:31:37.
C- Five stars for the session and a form score of 100.
C- A 12.42 km long run, four stars.
C- Fastest on kilometre 8 (6:16/km).
C- Contact time +3.9%, outside your usual range.
C- Contact time -3.9%, inside your usual range.
C- First half 6:24/km, second half 6:30/km.
C- Both halves came out at 6:27/km.
C- Only contact time needs improvement.
C- You averaged 133 bpm and 6:27/km over an hour and twenty minutes.
C- No stars are given, because races aren't rated.
C- Kilometre 9 came in at 6:40/km, your slowest of the day.
C+ You covered 14.22 km in 1:31:37, averaging 6:27/km with a heart rate of 133 bpm.
C+ This long run of 14.2 km took 91 minutes 37 seconds at an average pace of 6:27/km.
C+ Your average heart rate for the run was 133 bpm.
C+ The second half was about 6 seconds per km faster than the first.
C+ Kilometre 9 was your fastest at 6:11/km, while km 14 was the slowest at 6:40/km.
C+ Heart rate climbed from 123 bpm in km 1 to 137 bpm in km 12.
C+ Ground contact time averaged 280 ms, below the expected 292 ms.
C+ Vertical oscillation was 6.4 cm against an expected 6.8 cm.
C+ Cadence sat at 166 spm, just 1 spm below the expected 167 spm.
C+ All three form metrics earned five stars.
C+ Your overall form score was a full 100 out of 100.
C+ The vertical ratio of 7.0% was lower than the expected 7.5%.
C+ Pace ranged from 6:11/km to 6:40/km across the 14 splits.
C+ Every kilometre was run slower than 6:00/km.
C+ No kilometre was faster than 6:10/km.
C+ The opening kilometre was run at 6:38/km and 123 bpm.
C+ You finished with a 6:40 final kilometre at 134 bpm.
C+ Contact time was 11 ms shorter than expected, and vertical oscillation was 0.4 cm lower than expected.
C+ The first half averaged 6:30/km at 131 bpm, the second half 6:24/km at 134 bpm.
C+ You ran a slight negative split, with the second half 6 seconds per kilometre faster than the first.
C+ In km 8 and km 9 you ran 6:16/km and 6:11/km.
C+ The session was rated four stars.
C+ The run earned 4 out of 5 stars.
C+ Ground contact time, at 280 ms, was shorter than your usual range of 284-300 ms.
C+ Cadence of 166 spm was within your usual range of 165-170 spm.
C+ Vertical ratio stayed within your usual range.
C+ None of the three metrics needs improvement.
C+ Heart rate never exceeded 140 bpm.
C+ Heart rate peaked in km 12 at 137 bpm.
C+ The lowest heart rate came in km 1, at 123 bpm.
C+ Km 14 was 29 seconds per km slower than km 9.
C+ Km 9 was faster than km 8.
C+ On 21 June 2026 you ran 14.2 km.
C+ The two fastest kilometres were km 9 at 6:11/km and km 8 at 6:16/km.
C+ Pace slowed from 6:11/km in km 9 to 6:40/km in km 14.
C+ Your left foot took 50.6% of the contact time and the right 49.4%.
C+ The training load came to 92.
C+ At 6:27/km and 133 bpm, this was a long run of 14.2 km.
C+ Compared with the expected 292 ms, ground contact time was 3.9% shorter.
C+ After the opening kilometre at 123 bpm, heart rate stayed above 130 bpm.
C+ Heart rate was 3 bpm higher in the second half than in the first.
C+ The pace dropped from 6:40/km in km 14.
C+ Heart rate in the second half was 134 bpm, up from 131 bpm in the first.
C+ The main part met both of its criteria.
C+ The main part met 2 of 2 criteria, while the warm-up and cool-down met 0 of 1 each.
C+ Contact time was shorter than expected; vertical oscillation and vertical ratio were also lower than expected.
C+ It was a long run.
B+ This tempo run covered 8.31 km in 48:47.
B+ The tempo run earned all five stars.
B+ From km 3 to km 7 the pace stayed between 5:10/km and 5:18/km.
B+ Km 5 was the fastest split at 5:10/km with a heart rate of 152 bpm.
B+ Km 3 was run at 5:18/km and km 4 at 5:15/km.
B+ You averaged 5:54/km in the first half and 5:42/km in the second.
B+ Your heart rate averaged 138 bpm in the first half and 145 bpm in the second.
B+ The second half was 12 s/km faster.
B+ The slowest kilometre was the last one, at 7:12/km.
B+ Vertical oscillation was 7.5 cm, 10.7% above the expected 6.8 cm.
B+ Vertical oscillation lost 7.1 points and earned four stars.
B+ Vertical oscillation lies above your usual range of 6.3-7.2 cm.
B+ Cadence was practically identical to the expected value.
B+ Cadence was 172 spm, in line with the expected 172 spm.
B+ The warm-up covered 1.9 km, the main part 4.97 km and the cool-down 1.44 km.
B+ The warm-up met 5 of 5 criteria.
B+ All five warm-up criteria were met.
B+ The form score was 97.1 out of 100, or five stars.
B+ Contact time does not need improvement.
B+ Heart rate rose by 6 bpm from the first half to the second.
B+ Heart rate stayed below 155 bpm in every split.
B+ Five of the eight splits were faster than 5:20/km.
B+ Your cadence averaged 172 steps per minute.
B+ Heart rate jumped from 130 bpm in km 2 to 149 bpm in km 3.
B+ Vertical ratio was 6.8%, slightly above your usual range.
B+ On April 17, you completed a tempo run of 8.3 km at 5:52/km.
B+ The cool-down was 1.4 km long.
B+ Contact time was only slightly longer than expected, by 6 ms.
A+ You completed 10 reps of about 101 seconds each.
A+ The interval session included ten repetitions.
A+ The fastest rep was rep 5 at 4:04/km.
A+ Your slowest rep was the ninth at 4:25/km.
A+ All ten reps were faster than 4:30/km.
A+ The reps averaged 4:17/km with a heart rate of 157 bpm.
A+ Across the ten repetitions you averaged 4:17/km.
A+ Rep paces ranged from 4:04/km to 4:25/km.
A+ The last rep was run at 4:19/km.
A+ Vertical ratio was 5.5%, 14.5% higher than the expected 4.8%.
A+ Vertical ratio needs improvement.
A+ At 5.5%, vertical ratio was clearly above your usual range of 4.4-5.2%.
A+ Your overall form score of 95.3 gave you five stars.
A+ The work part met only 1 of its 2 criteria.
A+ The warm-up met all five criteria.
A+ The second half of the reps was 5 s/km slower than the first.
A+ The cooldown was 1.62 km long, the warm-up 2.19 km.
A+ Contact time was 255 ms, slightly above your usual range of 239-254 ms.
A+ Ground contact time came in 9 ms longer than expected but still scored 100 points.
A+ Cadence was 175 spm, above the minimum of 173 spm.
A+ Heart rate was steady, with 157 bpm in both halves.
D+ It was 27.4°C with 71% humidity.
D+ The temperature was 27°C, the humidity 71% and the wind 2.1 m/s.
D+ Total elevation gain was 48 m.
D+ The course was flat, with 3.4 m of climb per km.
D+ You ran on flat terrain.
D+ The slower pace was partly due to the heat.
D+ The warm-up averaged 7:05/km at 118 bpm.
D+ The cool-down was run at 7:20/km.
D+ The heat probably cost you some pace.
D+ At 27°C it was warm.
C- You covered 14.22 km in 1:13:37, averaging 6:27/km with a heart rate of 133 bpm.
C- This long run of 12.4 km took 91 minutes 37 seconds at an average pace of 6:27/km.
C- This tempo run of 14.2 km took 91 minutes 37 seconds.
C- Your average heart rate for the run was 143 bpm.
C- The second half was about 6 seconds per km slower than the first.
C- The first half was about 6 seconds per km faster than the second.
C- The second half was about 12 seconds per km faster than the first.
C- Kilometre 8 was your fastest at 6:16/km, while km 14 was the slowest at 6:40/km.
C- Heart rate climbed from 123 bpm in km 2 to 137 bpm in km 12.
C- Heart rate fell from 123 bpm in km 1 to 137 bpm in km 12.
C- Ground contact time averaged 280 ms, above the expected 292 ms.
C- Ground contact time averaged 292 ms, above the expected 280 ms.
C- Vertical oscillation was 6.4 mm against an expected 6.8 cm.
C- Vertical oscillation was 6.4% against an expected 6.8%.
C- Vertical ratio was 6.4 cm.
C- Cadence sat at 166 bpm.
C- All three form metrics earned four stars.
C- Two of the three form metrics earned five stars.
C- Your overall form score was 98 out of 100.
C- The vertical ratio of 7.0% was higher than the expected 7.5%.
C- Pace ranged from 6:11/km to 6:30/km across the 14 splits.
C- Pace ranged from 6:11/km to 6:40/km across the 12 splits.
C- Every kilometre was run faster than 6:00/km.
C- No kilometre was faster than 6:30/km.
C- Every kilometre was run slower than 6:15/km.
C- The opening kilometre was run at 6:38/km and 132 bpm.
C- The closing kilometre was run at 6:38/km.
C- You finished with a 6:38 final kilometre at 134 bpm.
C- Contact time was 11 ms longer than expected.
C- Contact time was 11% shorter than expected.
C- The first half averaged 6:24/km, the second half 6:30/km.
C- The first half averaged 6:30/km at 134 bpm, the second half 6:24/km at 131 bpm.
C- You ran a positive split.
C- You ran a large negative split.
C- The session was rated five stars.
C- Ground contact time, at 280 ms, was inside your usual range of 284-300 ms.
C- Ground contact time was outside your usual range and needs improvement.
C- Vertical ratio was above your usual range.
C- Contact time needs improvement.
C- Vertical oscillation is a weak point.
C- Your contact time is excellent.
C- Heart rate never exceeded 135 bpm.
C- Heart rate never dropped below 125 bpm.
C- Heart rate peaked in km 14 at 134 bpm.
C- Heart rate peaked in km 12 at 142 bpm.
C- The lowest heart rate came in km 2, at 131 bpm.
C- Km 14 was 19 seconds per km slower than km 9.
C- Km 9 was slower than km 8.
C- On 20 June 2026 you ran 14.2 km.
C- On June 12 you covered 14.2 km.
C- The three fastest kilometres were km 9, km 8 and km 10.
C- Pace quickened from 6:11/km in km 9 to 6:40/km in km 14.
C- Contact time was not shorter than expected.
C- Heart rate did not rise in the second half.
C- You ran more than 14.5 km.
C- You ran less than 14 km.
C- Heart rate was at least 140 bpm on average.
C- Average heart rate was nearly 150 bpm.
C- The slower pace was partly due to the heat.
C- It was a race.
C- The run was done on a hilly course.
C- You were tired after the long week.
C- You ran with a friend for 14.2 km.
C- Contact time doubled in the second half.
C- The course climbed 44 m.
C- The main part met 1 of 2 criteria.
C- The warm-up met 1 of 1 criteria.
C- You should run 14.2 km again next week at 6:27/km.
C- Heart rate rose steadily with every split.
C- From km 2 to km 14 heart rate stayed below 135 bpm.
C- Your average pace was 6:27/km in the first half.
C- The average pace was 6:27 per mile.
C- Cadence was 166 spm, above the expected 167 spm.
C- Cadence was well below the expected 167 spm.
C- Vertical oscillation was sharply lower than your usual range.
C- Heart rate was 133 bpm in km 3.
C- Km 12 was the fastest kilometre.
C- The fastest kilometre was km 14 at 6:40/km.
C- The slowest kilometre was run at 6:11/km.
C- Contact time was longer than expected, but vertical oscillation was lower.
B- Heart rate eased from 130 bpm in km 2 to 149 bpm in km 3.
B- From km 3 to km 7 the pace stayed between 5:00/km and 5:18/km.
B- From km 2 to km 7 the pace stayed between 5:10/km and 5:18/km.
B- Four of the eight splits were faster than 5:20/km.
B- Km 4 was the fastest split at 5:15/km.
B- The warm-up covered 1.9 km, the main part 1.44 km and the cool-down 4.97 km.
B- Vertical oscillation was 7.5 cm, 10.7% below the expected 6.8 cm.
B- Vertical oscillation lost 1.5 points and earned five stars.
B- Vertical ratio lost 7.1 points.
B- Vertical oscillation lies inside your usual range of 6.3-7.2 cm.
B- Cadence was clearly above the expected value.
B- Cadence missed the target of 169 spm.
B- The tempo run earned four stars.
B- The interval session covered 8.31 km in 48:47.
B- You averaged 5:13/km over the run.
B- The second half was 12 s/km slower.
B- Heart rate rose by 16 bpm from the first half to the second.
B- Heart rate averaged 145 bpm in the first half and 138 bpm in the second.
B- The form score was 97.1 out of 100, or four stars.
B- No points were deducted for vertical oscillation.
B- The cool-down was missing.
A- The fastest rep was rep 9 at 4:25/km.
A- The fastest rep was rep 12 at 4:04/km.
A- Your slowest rep was rep 5 at 4:04/km.
A- All ten reps were faster than 4:20/km.
A- All eight reps were faster than 4:30/km.
A- You completed 12 reps of about 101 seconds each.
A- You completed 10 reps of about 111 seconds each.
A- You averaged 4:17/km over the whole run.
A- Km 5 was the fastest at 4:04/km.
A- Vertical ratio was 5.5%, 14.5% lower than the expected 4.8%.
A- Vertical ratio does not need improvement.
A- Contact time needs improvement.
A- The high vertical ratio was due to fatigue.
A- Vertical ratio was inside your usual range.
A- The work part met both criteria.
A- Heart rate rose clearly from the first half of the reps to the second.
A- The cool-down met all four criteria.
A- Cadence was 175 spm, below the minimum of 173 spm.
D- It was 24.7°C with 71% humidity.
D- The humidity was 27% and the temperature 71°C.
D- Total elevation gain was 84 m.
D- The course was hilly.
D- The slower pace was due to the wind.
D- Heart rate was higher because of the heat.
D- The warm-up averaged 7:20/km at 118 bpm.
D- A headwind of 2.1 m/s slowed you down.
D- You climbed 3.4 m in total.
D- The weather was not recorded.
C+ Over 14.2 km, you held an average pace of 6:27/km with an average heart rate of 133 bpm.
C+ Your pace was remarkably consistent, ranging from 6:11/km to 6:40/km.
C+ Your fastest split was the ninth kilometer at 6:11/km.
C+ The slowest split came in kilometer 14 at 6:40/km.
C+ The difference between your fastest and slowest kilometre was 29 seconds.
C+ Your heart rate averaged 133 bpm across the run.
C+ Ground contact time of 280 ms was 11 ms below the expected 292 ms.
C+ Your ground contact time (280 ms) was shorter than expected (292 ms).
C+ Vertical oscillation came in at 6.4 cm, which is 5.5% lower than expected.
C+ Vertical oscillation of 6.4 cm and a vertical ratio of 7.0% were both below expectation.
C+ GCT was 280 ms vs. the expected 292 ms.
C+ Your cadence averaged 166 spm, slightly below the expected 167 spm.
C+ Cadence was 166 spm, within your usual range.
C+ Overall, your form scored 100 points.
C+ Form was rated five stars with a score of 100.
C+ All three metrics scored 100.
C+ None of the form metrics needed improvement.
C+ Your heart rate drifted upward from 131 bpm in the first half to 134 bpm in the second half.
C+ The second half was run at 6:24/km compared with 6:30/km in the first half.
C+ You picked up the pace in the second half, going from 6:30/km to 6:24/km.
C+ You sped up by about 6 seconds per km in the second half.
C+ After halfway, the pace improved from 6:30/km to 6:24/km.
C+ Km 9 (6:11/km) and km 8 (6:16/km) were the fastest.
C+ Your last kilometre, at 6:40/km, was the slowest of the run.
C+ The final kilometer was also the slowest, at 6:40/km.
C+ Heart rate reached its highest average of 137 bpm in km 12.
C+ In km 12, heart rate was 137 bpm.
C+ From km 9 to km 14, the pace slowed from 6:11/km to 6:40/km.
C+ The first kilometre was the second slowest at 6:38/km.
C+ No weather data is available for this run.
C+ Balance was 50.6/49.4, close to even.
C+ The long run received four stars.
C+ You ran for 1:31:37.
C+ The run lasted just over 91 minutes.
C+ Contact time was 4% shorter than usual at this pace.
C+ Your vertical ratio is fine.
C+ Your contact time fell below your usual range of 284 to 300 ms.
B+ The main part of the tempo run covered 4.97 km.
B+ After a 1.9 km warm-up, you ran 4.97 km in the main part.
B+ The tempo section, km 3 to km 7, was run between 5:10/km and 5:18/km.
B+ Km 3 through km 7 were all faster than 5:20/km.
B+ Your heart rate reached 154 bpm in km 7, the highest of any split.
B+ Vertical oscillation (7.5 cm) was higher than the expected 6.8 cm and above your usual range.
B+ Vertical oscillation scored 92.9 points.
B+ Vertical ratio scored 98.5 points and five stars.
B+ Contact time earned five stars, while vertical oscillation earned four.
B+ The average pace of 5:52/km includes the warm-up and cool-down.
B+ All phases met all of their criteria.
B+ The workout met all 13 criteria.
B+ You slowed to 7:12/km in the last kilometre.
B+ Km 8 was the slowest at 7:12/km, 122 seconds per km slower than km 7.
B+ Heart rate dropped from 154 bpm in km 7 to 127 bpm in km 8.
B+ Cadence was right on the expected 172 spm.
B+ Compared to the first half, the second half was 12 seconds per kilometer faster.
A+ You ran ten work intervals at an average of 4:17/km.
A+ Your intervals averaged 4:17/km.
A+ The fastest interval (4:04/km) was the fifth.
A+ The spread between the fastest and slowest rep was 21 seconds per km.
A+ Half of the ten reps were faster than 4:17/km.
A+ Average heart rate during the reps was 157 bpm.
A+ Heart rate stayed between 156 and 159 bpm across all ten reps.
A+ Your vertical ratio of 5.5% exceeded your usual range of 4.4% to 5.2%.
A+ Vertical ratio is the one metric that needs improvement.
A+ The session covered 9.46 km in 55:17.
A+ In total, you covered 9.46 km at 5:51/km.
A+ The warm-up was 2.2 km and the cool-down 1.6 km.
A+ Recovery sections totalled 1.72 km.
A+ Contact time scored 100 despite being 3.5% longer than expected.
D+ Temperatures of 27°C and humidity of 71% made for warm conditions.
D+ The wind was light at 2.1 m/s.
D+ Conditions were warm at 27°C with 71% humidity.
D+ The route climbed 48 m in total.
D+ With 48 m of elevation gain, the course was flat.
C+ The run covered 14.22 kilometers over 1 hour 31 minutes, with an average pace of 6:27 per kilometer.
C+ You maintained an average heart rate of 133 bpm.
C+ A negative split: the second half was 6 s/km faster than the first.
C+ The second half (6:24/km) was faster than the first (6:30/km).
C+ Your pace in the second half was 6:24/km, about 6 seconds faster than in the first half.
C+ Splits ranged between 6:11/km and 6:40/km, with km 9 the fastest and km 14 the slowest.
C+ The heart rate stayed in a narrow range between 123 and 137 bpm.
C+ The final three kilometres were all slower than 6:25/km.
C+ Your ground contact time is 11 ms lower than expected at this pace.
C+ Ground contact time was 280 ms, about 4% below the expected value of 292 ms.
C+ At 166 spm your cadence was just below the expected 167 spm but above the target of 165 spm.
C+ Vertical ratio (7.0%) sat inside your usual range of 6.9% to 8.0%.
C+ Vertical oscillation was within the usual range, and so was vertical ratio.
C+ Form was scored at 100/100.
C+ The form score reached 100 points with five stars.
C+ There is no need to improve contact time.
C+ The left/right balance was 50.6% to 49.4%.
C+ No cool-down was recorded.
C+ There was no separate warm-up.
C+ Your fastest kilometre came at km 9 in 6:11.
C+ In the 9th kilometre you were fastest at 6:11/km.
C+ Pace was 6:30/km in the first half and 6:24/km in the second half.
C+ Heart rate began at 123 bpm in the first kilometre and rose to 137 bpm by km 12.
C+ The last two kilometres were run at 6:34/km and 6:40/km.
C+ Weather data is missing for this run.
B+ Km 1 and km 2 were run at 6:36/km and 6:29/km.
B+ The 8.31 km tempo run took 48:47.
B+ This was a tempo run of 8.31 km in 48:47.
B+ Vertical oscillation was the only metric that earned four stars.
B+ With 7.5 cm, vertical oscillation was 0.7 cm above the expected 6.8 cm.
B+ Vertical oscillation exceeded the expected value by 10.7%, costing 7.1 points.
B+ Vertical ratio was 8.5% higher than expected and slightly outside your usual range.
B+ Contact time was 2.3% longer than expected, which is still within your usual range.
B+ The overall form score of 97.1 corresponds to five stars.
B+ The warm-up, main part and cool-down met all of their criteria.
B+ Heart rate climbed to 154 bpm in km 7.
B+ Km 3 to km 7 were run between 5:10/km and 5:18/km.
B+ You ran the second half 12 seconds per km faster than the first.
B+ Your average heart rate was 145 bpm in the second half, 6 bpm higher than in the first.
A+ The ten repetitions lasted about 1:41 each.
A+ Your average pace over the ten reps was 4:17/km.
A+ You ran the fifth rep fastest, at 4:04/km.
A+ Rep 5 was the fastest at 4:04/km and rep 9 the slowest at 4:25/km.
A+ The first half of the reps averaged 4:15/km and the second half 4:19/km.
A+ Vertical ratio lost 12.7 points, the largest deduction of all metrics.
A+ Vertical oscillation lost only 1.3 points and still earned five stars.
A+ The interval session on 9 June consisted of 10 repetitions.
D+ It was warm, with a temperature of 27°C and a humidity of 71%.
D+ The run took place on flat terrain at 27°C.
D+ Winds of 2.1 m/s were light.
D+ Elevation gain totalled 48 m.
D+ The heat may have slowed you.
C- You maintained an average heart rate of 133 bpm despite the headwind.
C- Your average heart rate of 133 bpm is in the aerobic zone.
C- Your pace improved thanks to better fitness.
C- Ground contact time of 280 ms shows good efficiency.
C- Ground contact time was 280 ms, the best of this month.
C- Heart rate was 10 bpm higher in km 14 than in km 2.
C- Heart rate was 11 bpm lower in km 14 than in km 1.
C- The second half (6:30/km) was faster than the first (6:24/km).
C- Splits ranged between 6:11/km and 6:40/km, with km 8 the fastest and km 14 the slowest.
C- Splits ranged between 6:11/km and 6:40/km, with km 14 the fastest and km 9 the slowest.
C- The final three kilometres were all slower than 6:35/km.
C- The final three kilometres were all faster than 6:35/km.
C- The last two kilometres were run at 6:40/km and 6:34/km.
C- Vertical ratio (7.0%) sat inside your usual range of 6.4% to 7.3%.
C- Vertical oscillation was outside the usual range.
C- Pace was 6:30/km in the second half and 6:24/km in the first half.
C- Heart rate began at 123 bpm in the first kilometre and fell to 137 bpm by km 12.
C- Km 14 was faster than km 13.
C- Contact time was neither longer nor shorter than expected.
C- Contact time was unusually short for you.
C- Contact time was much shorter than your usual range.
C- Cadence was exactly as expected.
C- A consistent effort.
C- You ran all splits below 6:40/km.
C- You ran only 13 splits.
C- The form score fell to 100 points.
C- Your heart rate of 133 bpm was 5% lower than expected.
C- Your heart rate was lower than usual.
C- You ran faster than usual.
C- Your average pace was better than expected.
C- Most splits were slower than 6:30/km.
B- The main part averaged 5:52/km.
B- Km 1 and km 2 were run at 6:29/km and 6:36/km.
B- Vertical oscillation exceeded the expected value by 7.1%, costing 10.7 points.
B- Vertical ratio was 8.5% higher than expected but within your usual range.
B- Contact time was 2.3% longer than expected, which is outside your usual range.
B- Your average heart rate was 145 bpm in the second half, 6 bpm lower than in the first.
B- Heart rate climbed to 154 bpm in km 6.
B- You ran the second half 12 seconds per km slower than the first.
B- You ran a negative split, with 5:42/km in the first half and 5:54/km in the second.
A- Rep 5 was the slowest at 4:04/km and rep 9 the fastest at 4:25/km.
A- The ten repetitions lasted about 4:17 each.
A- Your average pace over the ten reps was 5:51/km.
A- The average rep was 4:17 long.
A- The rest of 101 seconds kept heart rate low.
D- The heat slowed you by 5%.
D- The heat raised your heart rate.
D- It was cool, with a temperature of 27°C.
D- It was dry at 71% humidity.
D- Elevation gain totalled 3.4 m.
C+ You kept your heart rate below 140 bpm in every kilometre.
C+ Your pace quickened from 6:30/km in the first half to 6:24/km in the second.
C+ Pace improved by 6 seconds per km in the second half.
C+ In the second half, your pace improved to 6:24/km while your heart rate rose to 134 bpm.
C+ You ran the second half faster than the first.
C+ The second half was slightly faster than the first, at 6:24/km versus 6:30/km.
C+ Average pace: 6:27/km, average heart rate: 133 bpm.
C+ With an average heart rate of 133 bpm and a pace of 6:27/km, you covered 14.22 km.
C+ Your vertical oscillation of 6.4 cm was 0.4 cm lower than expected.
C+ Your form metrics were all within or better than your usual range.
C+ Ground contact time, vertical oscillation and vertical ratio all earned five stars.
C+ The vertical ratio was 7.0%, compared with an expected 7.5%.
C+ The expected ground contact time was 292 ms; you recorded 280 ms.
C+ Your cadence of 166 spm was close to the expected 167 spm.
C+ Km 8 to km 9 was the fastest stretch.
C+ The fastest kilometre was 29 seconds faster than the slowest.
C+ Nine of the fourteen splits were faster than 6:29/km.
C+ The long run on June 21 lasted 1:31:37.
C+ The average heart rate was 131 bpm in the first half and 134 bpm in the second half.
C+ Total distance was 14.22 km and total time 1:31:37.
C+ Heart rate increased slightly, from 131 to 134 bpm, in the second half.
C+ Heart rate increased slightly from the first half (131 bpm) to the second half (134 bpm).
C+ Contact time was lower than your usual range.
C+ Your form is good: contact time, vertical oscillation and vertical ratio need no improvement.
C+ You scored 100 points overall.
C+ You earned five stars for form.
C+ The session itself was rated four stars, and your form five stars.
B+ Vertical oscillation was the weakest metric with 92.9 points.
B+ Km 5 was your fastest kilometre (5:10/km), and km 8 your slowest (7:12/km).
B+ Your fastest kilometre was km 5 (5:10/km).
B+ Pace ranged from 5:10/km in km 5 to 7:12/km in km 8.
B+ You ran the last kilometre in 7:12.
B+ Vertical oscillation was 10.7% higher than expected, just outside your usual range of 6.3 to 7.2 cm.
B+ At 7.5 cm, vertical oscillation was higher than expected, while contact time was within your usual range.
B+ The tempo run had an average pace of 5:52/km and an average heart rate of 140 bpm.
B+ Contact time was 273 ms, 6 ms longer than the expected 267 ms but within your usual range of 255-279 ms.
B+ Cadence matched the expected 172 spm.
B+ You averaged 5:52/km for the whole run.
B+ The warm-up met all five of its criteria.
B+ The cool-down covered 1.44 km and met all four criteria.
B+ Vertical ratio lost 1.5 points but still earned five stars.
A+ The reps were run between 4:04/km and 4:25/km.
A+ Your fastest rep was 21 seconds per km faster than your slowest.
A+ Heart rate averaged 157 bpm across the reps.
A+ The work part met one of two criteria, the cool-down three of four.
A+ You ran 10 × 101 seconds.
A+ Vertical ratio was the only metric outside its tolerance.
A+ Vertical ratio lost 12.7 points and needs improvement.
A+ Cadence was slightly below the expected 176 spm but above your minimum of 173 spm.
A+ Each rep lasted about 101 seconds.
A+ The warm-up and cool-down were 2.19 km and 1.62 km long.
D+ Humidity was 71%.
D+ The average temperature was 27.4°C.
D+ It was a warm day at 27°C.
D+ At 27.4°C and 71% humidity, you ran 14.2 km.
D+ The terrain was flat with 48 m of total climb.
C- You kept your heart rate below 135 bpm in every kilometre.
C- Pace improved by 16 seconds per km in the second half.
C- In the second half, your pace improved to 6:30/km while your heart rate rose to 134 bpm.
C- You ran the second half slower than the first.
C- The second half was slightly faster than the first, at 6:30/km versus 6:24/km.
C- Average pace: 6:17/km, average heart rate: 133 bpm.
C- Your form metrics were all above your usual range.
C- The expected ground contact time was 280 ms; you recorded 292 ms.
C- The fastest kilometre was 19 seconds faster than the slowest.
C- Eight of the fourteen splits were faster than 6:29/km.
C- Heart rate increased slightly, from 134 to 131 bpm, in the second half.
C- You earned five stars for the session.
C- The session itself was rated five stars, and your form four stars.
B- Km 5 was your fastest kilometre (5:10/km), and km 1 your slowest (6:36/km).
B- You ran the last kilometre in 6:12.
B- Contact time was 273 ms, 6 ms shorter than the expected 267 ms but within your usual range of 255-279 ms.
B- Vertical oscillation was 10.7% higher than expected, just inside your usual range of 6.3 to 7.2 cm.
A- Your fastest rep was 12 seconds per km faster than your slowest.
A- The work part met two of two criteria, the cool-down three of four.
A- Each rep lasted about 91 seconds.
D- Humidity was 27%.
""".splitlines()
)
