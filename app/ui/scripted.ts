import { useEffect, useState } from "react";

/** True once script runs; false on the server and in the first render, so that both give the same page. */
export function useScripted(): boolean {
  const [scripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  return scripted;
}
