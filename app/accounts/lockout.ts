/** How many failures in a row lock the account for how many minutes, highest first. */
export const LOCKOUT_STEPS = [
  { failures: 5, minutes: 15 },
  { failures: 3, minutes: 1 },
] as const;

/** The minutes that this many failures lock the account; 0 for no lock. */
export function lockMinutesAfter(failures: number): number {
  return LOCKOUT_STEPS.find((step) => failures >= step.failures)?.minutes ?? 0;
}

/** The message of the failure that locks the account. */
export function lockedMessage(minutes: number): string {
  return `Too many failed attempts. Account locked for ${minutes} minute${minutes === 1 ? "" : "s"}.`;
}

/** The message while the account is locked. */
export function stillLockedMessage(secondsLeft: number): string {
  return `Too many failed attempts. Please try again in ${Math.max(1, Math.ceil(secondsLeft / 60))} minute(s).`;
}
