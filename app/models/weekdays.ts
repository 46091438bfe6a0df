const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const PHRASES: Record<string, string> = {
  daily: "sunday to saturday",
  "every day": "sunday to saturday",
  weekdays: "monday to friday",
};

/**
 * The days of the week that words name, Sunday being 0: `Monday to Friday`, `Tue, Thu and Sat`, `Fri-Mon`, `Every day`.
 * @returns undefined where the words name something else
 */
export function weekdaysNamed(words: string): number[] | undefined {
  const plain = words.trim().toLowerCase();
  const named = new Set<number>();
  for (const part of (PHRASES[plain] ?? plain).split(/\s*(?:,\s*and\b|,|&|\+|\band\b)\s*/)) {
    const ends = part.split(/\s*(?:\bto\b|\bthrough\b|[-–—])\s*/).map(weekday);
    const [first, last = first] = ends;
    if (first === undefined || last === undefined || ends.length > 2 || ends.includes(undefined))
      return undefined;
    for (let day = first; ; day = (day + 1) % 7) {
      named.add(day);
      if (day === last) break;
    }
  }
  return [...named].sort();
}

/** `Tuesday`, `Tuesdays`, `Tues.` and `Tue` are all 2. */
function weekday(word: string): number | undefined {
  const stem = word.replace(/\.$/, "").replace(/s$/, "");
  const day = stem.length < 3 ? -1 : WEEKDAYS.findIndex((name) => name.startsWith(stem));
  return day < 0 ? undefined : day;
}
