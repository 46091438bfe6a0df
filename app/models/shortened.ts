/** A text on one line, cut off behind a whole word where it is longer than `most` characters, the three dots included. */
export function shortened(text: string, most: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= most) return line;
  const head = line.slice(0, most);
  const space = head.lastIndexOf(" ");
  // A word longer than the room is cut, but never through a character of two halves.
  const whole = space > 0 ? head.slice(0, space) : head.slice(0, -1).replace(/[\ud800-\udbff]$/, "");
  return `${whole.replace(/[\s.,:;|–—-]+$/, "")}…`;
}
