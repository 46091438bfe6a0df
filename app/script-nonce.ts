import { createContext } from "react";

/** Marks the inline scripts that Remix renders; set only on the server, and removed before the page is sent. */
export const ScriptNonce = createContext<string | undefined>(undefined);
