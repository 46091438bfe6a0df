/** The version that the writer has read, or several of which one must be stored; none for any stored version. */
export type ExpectedVersion = string | readonly string[] | undefined;

/** True if a stored version is one that the writer has read. */
export function isExpectedVersion(expected: ExpectedVersion, stored: string): boolean {
  return expected === undefined || [expected].flat().includes(stored);
}

/** The version of a save: its timestamp, but always later than the previous version, so two saves never share one. */
export function nextVersion(now: Date, version: string): string {
  return new Date(Math.max(now.getTime(), Date.parse(version) + 1)).toISOString();
}
