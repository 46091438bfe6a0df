import { createContext, useContext } from "react";

/** The nonce of this answer's scripts. In the browser it is empty: scripts have run by then. */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
