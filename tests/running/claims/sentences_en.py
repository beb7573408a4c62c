# ruff: noqa: E501
"""Sentences in the voices of several language models: run, whether true, text. A, B and C are the
runs of the shared cases; D is C on a warm day with a warm-up and a cool-down."""

SENTENCES: tuple[tuple[str, bool, str], ...] = tuple(
    (line[0], line[1] == "+", line[3:])
    for line in """\
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
""".splitlines()
)
