/** Minutes after midnight of a time as typed: `14:30`, `2:30 pm`, `2pm`, `9 AM`. Undefined for anything else. */
export function parseTypedTime(text: string): number | undefined {
  const typed = /^(\d{1,2})(?::([0-5]\d)(?::00)?)?\s*(?:([ap])\.?m?\.?)?$/i.exec(text.trim());
  if (!typed) return undefined;
  const [, hours, minutes, half] = typed;
  const [hour, minute] = [Number(hours), Number(minutes ?? 0)];
  // A bare `2` could be either half of the day.
  if (!half) return minutes !== undefined && hour < 24 ? hour * 60 + minute : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return ((hour % 12) + (half.toLowerCase() === "p" ? 12 : 0)) * 60 + minute;
}

/** `14:30` for minutes after midnight, as a time field has it. */
export function formatTypedTime(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}
