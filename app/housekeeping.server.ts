import { log } from "./doors/log.server";
import { dropOldHeldForms } from "./models/held-form.server";
import { dropOldSubmissions } from "./models/submit-once.server";

const HOUR_MS = 60 * 60 * 1000;

/**
 * Drops, now and every hour, what is kept for a day alone and holds what somebody typed: a quiet week must not keep it
 * longer. What fails is logged and tried again an hour later.
 * @returns what ends it
 */
export function keepHouse(): () => void {
  const tidyUp = async () => {
    try {
      const now = new Date();
      await dropOldSubmissions(now);
      await dropOldHeldForms(now);
    } catch (error) {
      log.error({ failure: error instanceof Error ? error.name : "unknown" }, "house not kept");
    }
  };
  void tidyUp();
  const hourly = setInterval(tidyUp, HOUR_MS);
  hourly.unref();
  return () => clearInterval(hourly);
}
