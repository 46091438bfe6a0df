const ends: (() => unknown)[] = [];

/** Calls this once the test file has ended. Vitest ignores an `afterAll` that is called within a hook or a test. */
export function atEnd(end: () => unknown): void {
  ends.push(end);
}

/** What the environment's `afterAll` calls: the last that was begun ends first. */
export async function endAll(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end();
}
