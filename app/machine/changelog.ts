/** A release's tag, such as `v1.2.0`. */
export const TAG = /^v?(\d+)\.(\d+)\.(\d+)$/;

/** What a release changes, as CHANGELOG.md has it. */
export interface Changes {
  version: string;
  text: string;
}

/** Negative if the first version is the older one. */
export function compareTags(one: string, other: string): number {
  const [first, second] = [one, other].map((tag) => TAG.exec(tag)?.slice(1).map(Number) ?? [0, 0, 0]);
  for (const at of [0, 1, 2]) {
    const difference = (first?.[at] ?? 0) - (second?.[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The sections of a changelog, each under its version, newest first. */
export function sectionsOf(changelog: string): Changes[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = "", ...lines] = section.split("\n");
      return { version: /[\d.]+/.exec(heading)?.[0] ?? heading.trim(), text: lines.join("\n").trim() };
    });
}
