/** The runs of these years, in order: 2008, 2009 and 2011 are 2008 to 2009, and 2011. */
export function runsOfYears(years: readonly number[]): [from: number, to: number][] {
  const runs: [number, number][] = [];
  for (const year of years.toSorted((one, other) => one - other)) {
    const last = runs.at(-1);
    if (last && last[1] === year - 1) last[1] = year;
    else runs.push([year, year]);
  }
  return runs;
}
