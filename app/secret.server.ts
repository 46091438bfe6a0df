import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { config } from "./config.server";

/** Signs cookies and tokens: SESSION_SECRET, else one made at the first start and kept in DATA_DIR. */
export const sessionSecret: string =
  config.SESSION_SECRET ?? keptSecret(path.join(config.DATA_DIR, "session-secret"));

function keptSecret(file: string): string {
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    try {
      // `wx`: where two processes start at once, the second takes what the first has written.
      writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  return readFileSync(file, "utf8");
}
