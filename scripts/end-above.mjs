/** How far apart the looks are: a picture can take a gigabyte in half a second. */
const WATCH_MS = 5;

/**
 * Ends this process where it takes more memory or lives longer. What takes it works in another thread, for which an exit would wait.
 * @param {{ bytes: number, seconds?: number }} limits
 */
export function endAbove({ bytes, seconds = Number.POSITIVE_INFINITY }) {
  setInterval(() => {
    const isOver = process.memoryUsage.rss() > bytes || process.uptime() > seconds;
    if (isOver) process.kill(process.pid, "SIGKILL");
  }, WATCH_MS).unref();
}
