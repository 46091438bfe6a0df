import { expect, test } from "vitest";
import { createFairQueue } from "~/http/fair-queue.server";

/** Tasks that end when they are told to. */
function tasks() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const task = (name: string) => () => {
    started.push(name);
    return new Promise<void>((end) => ends.set(name, end));
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  return { started, task, end };
}

const LIMITS = { atOnce: 2, atOncePerClient: 1, waiting: 4, waitingPerClient: 3 };

test("clients take turns, however many tasks one of them has", async () => {
  const { started, task, end } = tasks();
  const run = createFairQueue({ ...LIMITS, atOnce: 1 });
  for (const name of ["a1", "a2", "a3"]) void run("a", task(name));
  void run("b", task("b1"));
  await end("");
  for (const name of ["a1", "a2", "b1", "a3"]) await end(name);
  expect(started).toEqual(["a1", "a2", "b1", "a3"]);
});

test("a client runs no more at once than it may, even if a place is free", async () => {
  const { started, task, end } = tasks();
  const run = createFairQueue(LIMITS);
  void run("a", task("a1"));
  void run("a", task("a2"));
  void run("b", task("b1"));
  await end("");
  expect(started).toEqual(["a1", "b1"]);
  await end("b1");
  expect(started).toEqual(["a1", "b1"]);
  await end("a1");
  expect(started).toEqual(["a1", "b1", "a2"]);
});

test("where everybody's line is full, the last of whoever has most in it gives way", async () => {
  const { started, task, end } = tasks();
  const run = createFairQueue({ ...LIMITS, atOnce: 1 });
  void run("a", task("a1"));
  await end("");
  const [, , last] = ["a2", "a3", "a4"].map((name) => run("a", task(name)));
  void run("b", task("b1"));
  void run("c", task("c1"));
  expect(await last).toBe("waiting");
  // It would have as many.
  expect(await run("b", task("b2"))).toBe("waiting");
  for (const name of ["a1", "a2", "b1", "c1"]) await end(name);
  expect(started).toEqual(["a1", "a2", "b1", "c1", "a3"]);
});

test("says whose line is full: the client's, or everybody's", async () => {
  const { task, end } = tasks();
  const run = createFairQueue(LIMITS);
  const results = ["a1", "a2", "a3", "a4", "a5"].map((name) => run("a", task(name)));
  expect(await results[4]).toBe("waitingPerClient");
  void run("b", task("b1"));
  void run("b", task("b2"));
  void run("b", task("b3"));
  expect(await results[3]).toBe("waiting");
  await end("");
  await end("a1");
  expect(await results[0]).toBe("done");
});

test("a task that fails leaves its place to the next", async () => {
  const { started, task, end } = tasks();
  const run = createFairQueue({ ...LIMITS, atOnce: 1 });
  const failed = run("a", () => Promise.reject(new Error("broken")));
  void run("a", task("a2"));
  await expect(failed).rejects.toThrow("broken");
  await end("");
  expect(started).toEqual(["a2"]);
});
