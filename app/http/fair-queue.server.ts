/**
 * `waitingPerClient` or `waiting` when the task didn't run because that line is full. If the shared line is full, the last task of the
 * client with the most gives way.
 */
type QueueResult = "done" | "waitingPerClient" | "waiting";

/** Runs the task when it is the client's turn. */
export type FairQueue = (client: string, task: () => Promise<unknown>) => Promise<QueueResult>;

export interface FairQueueLimits {
  atOnce: number;
  atOncePerClient: number;
  waiting: number;
  waitingPerClient: number;
}

/**
 * Limits how many tasks run at once, in all and for one client. Clients take turns, so one with a hundred tasks delays another
 * client's first task by one.
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  /** Clients with running or waiting tasks; the next in turn comes first. */
  const clients = new Map<string, { running: number; waiting: ((mayRun: boolean) => void)[] }>();
  let running = 0;
  let waiting = 0;

  function startReady(): void {
    for (const [name, client] of clients) {
      if (running >= limits.atOnce) return;
      const start = client.running < limits.atOncePerClient ? client.waiting.shift() : undefined;
      if (!start) continue;
      running++;
      waiting--;
      client.running++;
      // To the end of the line; the loop comes to it again.
      clients.delete(name);
      clients.set(name, client);
      // After other input: rendering a page may never yield, and would make other connections wait.
      setImmediate(start, true);
    }
  }

  /** Turns away the last task of the client with the most, if that is more than `most`. */
  function makeRoom(most: number): boolean {
    const [longest] = [...clients.values()].sort((one, other) => other.waiting.length - one.waiting.length);
    if (!longest || longest.waiting.length <= most) return false;
    longest.waiting.pop()?.(false);
    waiting--;
    return true;
  }

  return async (name, task) => {
    const client = clients.get(name) ?? { running: 0, waiting: [] };
    if (client.waiting.length >= limits.waitingPerClient) return "waitingPerClient";
    if (waiting >= limits.waiting && !makeRoom(client.waiting.length + 1)) return "waiting";
    clients.set(name, client);
    waiting++;
    const mayRun = await new Promise<boolean>((start) => {
      client.waiting.push(start);
      startReady();
    });
    if (!mayRun) return "waiting";
    try {
      await task();
    } finally {
      running--;
      client.running--;
      if (client.running === 0 && client.waiting.length === 0) clients.delete(name);
      startReady();
    }
    return "done";
  };
}
