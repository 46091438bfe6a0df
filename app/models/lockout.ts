/** So many failures in a row lock the account for so many minutes, the higher step first (specification, section 4). */
export const LOCKOUT_STEPS = [
  { failures: 5, minutes: 15 },
  { failures: 3, minutes: 1 },
] as const;

/** How long the account is locked after its last failure, in minutes; 0 where it stays open. */
export function lockMinutesAfter(failures: number): number {
  return LOCKOUT_STEPS.find((step) => failures >= step.failures)?.minutes ?? 0;
}

/** What the failure says that locks the account (specification, section 8). */
export function lockedForSentence(minutes: number): string {
  return `Too many failed attempts. Account locked for ${minutes} minute${minutes === 1 ? "" : "s"}.`;
}

/** What an attempt hears while the account is locked (specification, section 8). */
export function stillLockedSentence(secondsLeft: number): string {
  return `Too many failed attempts. Please try again in ${Math.max(1, Math.ceil(secondsLeft / 60))} minute(s).`;
}
