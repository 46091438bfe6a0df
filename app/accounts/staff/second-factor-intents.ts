/** What the forms of the Second Factor page ask for. */
export const INTENTS = {
  app: "app",
  confirmApp: "confirm-app",
  appOff: "app-off",
  codes: "codes",
  passkeyOff: "passkey-off",
} as const;

export type Intent = (typeof INTENTS)[keyof typeof INTENTS];
