import { useEffect, useRef, useState } from "react";
import { FETCH_VEHICLES_FAILED } from "~/api-client/sentences";

/** What comes with the page on a document request, and may still be under way on a navigation in the browser. */
export type Arriving<Value> = Value | Promise<Value>;

/** `last` is what stood there before, while something newer is under way. */
export type Arrival<Value> =
  | { state: "loaded"; value: Value; last: Value }
  | { state: "loading"; last: Value | undefined }
  | { state: "failed"; message: string; last: Value | undefined };

/** How long a navigation waits for its data before it shows the loading state, in milliseconds. */
const PATIENCE_MS = 150;

/**
 * For a `clientLoader`: the value, where it comes so soon that a loading state would only flicker (and the page
 * keep its scroll place on the way back), else its promise, not awaited. Wrapped, because an async function
 * would await a bare one.
 */
export async function arriveSoon<Value>(promise: Promise<Value>): Promise<{ page: Arriving<Value> }> {
  const later = { page: promise };
  return Promise.race([
    // A failure is shown by whoever renders the promise.
    promise.then((page) => ({ page })).catch(() => later),
    new Promise<typeof later>((resolve) => setTimeout(resolve, PATIENCE_MS, later)),
  ]);
}

/** Each call aborts what the call before it had under way: only the latest list is worth loading. */
export function latestOnly(): () => AbortSignal {
  let current = new AbortController();
  return () => {
    current.abort();
    current = new AbortController();
    return current.signal;
  };
}

/** Follows loader data that is a value or a promise of one. */
export function useArrival<Value>(given: Arriving<Value>): Arrival<Value> {
  const [settled, setSettled] = useState<Settled<Value>>();
  const last = useRef<Value>();
  const arrival = judge(given, settled);

  useEffect(() => {
    if (!(given instanceof Promise)) return;
    let wanted = true;
    given.then(
      (value) => wanted && setSettled({ given, outcome: { state: "loaded", value } }),
      (error: unknown) => wanted && setSettled({ given, outcome: { state: "failed", message: said(error) } }),
    );
    return () => {
      wanted = false;
    };
  }, [given]);
  useEffect(() => {
    if (arrival.state === "loaded") last.current = arrival.value;
  });

  return arrival.state === "loaded"
    ? { ...arrival, last: arrival.value }
    : { ...arrival, last: last.current };
}

type Outcome<Value> =
  | { state: "loaded"; value: Value }
  | { state: "loading" }
  | { state: "failed"; message: string };
type Settled<Value> = { given: unknown; outcome: Outcome<Value> };

function judge<Value>(given: Arriving<Value>, settled: Settled<Value> | undefined): Outcome<Value> {
  if (!(given instanceof Promise)) return { state: "loaded", value: given };
  return settled?.given === given ? settled.outcome : { state: "loading" };
}

function said(error: unknown): string {
  return error instanceof Error && error.message ? error.message : FETCH_VEHICLES_FAILED;
}
