import { db, engine } from "~/db/connection.server";
import { openYard, workBeside } from "../tests/support/money-histories";
import { findBrokenInvariants } from "../tests/support/money-invariants";
import { afterWrites, MOST_WRITES } from "../tests/support/writes";

/*
 * A process of the drill "money: two processes" (money-processes.ts), which tells it what to do. It works at the counter beside another
 * one until it is told to stop, or is killed, or to die in the middle of what it stores; or it lays out the yard and looks for broken
 * rules while nobody works.
 */

/** What a process is told. */
export type Order = "open" | "check" | "work" | "die" | "stop";

/**
 * What it answers: that it is loaded; how many steps it has done, and how often the database was busy; which rules are broken, and how
 * many papers have a number.
 */
export type Answer =
  | { ready: true }
  | { opened: true }
  | { stopped: { steps: number; busy: number } }
  | { broken: string[]; numbered: number };

let isWorking = false;

process.on("message", (order: Order) => {
  if (order === "stop") isWorking = false;
  else if (order === "die")
    afterWrites(1 + Math.floor(Math.random() * MOST_WRITES), () => process.kill(process.pid, "SIGKILL"));
  else
    obey(order).catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    });
});
process.once("disconnect", () => process.exit());
tell({ ready: true });

async function obey(order: Exclude<Order, "stop" | "die">): Promise<void> {
  if (order === "work") return work();
  if (order === "check")
    return tell({ broken: await findBrokenInvariants(), numbered: await countNumbered() });
  await openYard();
  tell({ opened: true });
}

/** Sales, credit notes and payments on account. */
async function countNumbered(): Promise<number> {
  let numbered = 0;
  for (const table of ["sales", "creditNotes", "accountPayments"] as const) {
    const rows = await db.selectFrom(table).select("id").where("number", "is not", null).execute();
    numbered += rows.length;
  }
  return numbered;
}

async function work(): Promise<void> {
  isWorking = true;
  let [steps, busy] = [0, 0];
  while (isWorking) {
    try {
      for await (const _ of workBeside(Math.floor(Math.random() * 2 ** 31))) {
        steps += 1;
        // What it is told is heard between two steps.
        await new Promise((resolve) => setImmediate(resolve));
        if (!isWorking) break;
      }
    } catch (error) {
      if (!engine.isBusy(error)) throw error;
      busy += 1;
    }
  }
  tell({ stopped: { steps, busy } });
}

function tell(answer: Answer): void {
  process.send?.(answer);
}
