import type { AppLoadContext } from "@remix-run/node";
import { createFairQueue } from "./fair-queue.server";
import { networkKey } from "./rate-limits.server";

/** How many long lists one client may be in the middle of. Each has its ids and one batch in memory. */
const MAX_PER_CLIENT = 32;

const listsByClient = new Map<string, number>();

/** Counts a long list against the client until its connection has all of it; false if the client has too many. */
export function enterLongList({ clientIp, client }: AppLoadContext): boolean {
  const key = networkKey(clientIp);
  const open = listsByClient.get(key) ?? 0;
  if (open >= MAX_PER_CLIENT) return false;
  listsByClient.set(key, open + 1);
  client.onClose(() => {
    const left = (listsByClient.get(key) ?? 1) - 1;
    if (left > 0) listsByClient.set(key, left);
    else listsByClient.delete(key);
  });
  return true;
}

/** One piece at a time, client by client. */
const line = createFairQueue({
  atOnce: 1,
  atOncePerClient: 1,
  waiting: Number.POSITIVE_INFINITY,
  waitingPerClient: Number.POSITIVE_INFINITY,
});

/** The same pieces, each made when it is the client's turn; the site serves pages between two pieces. */
export async function* takeTurns<Piece>(
  pieces: AsyncGenerator<Piece>,
  clientIp: string,
): AsyncGenerator<Piece> {
  const client = networkKey(clientIp);
  try {
    for (;;) {
      let next: IteratorResult<Piece> | undefined;
      await line(client, async () => {
        next = await pieces.next();
      });
      if (next?.done !== false) return;
      yield next.value;
    }
  } finally {
    await pieces.return(undefined);
  }
}
