import { useEffect, useState } from "react";

/** True after hydration; false on the server and in the first render, which must match. */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated;
}
