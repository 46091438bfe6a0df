import { Agent, get, type RequestOptions } from "node:http";

const TIMEOUT_MS = 20_000;

interface Crowd {
  port: number;
  people: number;
  clicks: number;
  headers?: Record<string, string>;
}

/**
 * Browsers behind one address, each with six connections, open pages with their files at the same moment.
 * @returns how often each status was answered
 */
export async function clickAtOnce({ port, people, clicks, headers = {} }: Crowd) {
  const statuses: Record<string, number> = {};
  const browse = async (person: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 6 });
    const ask = async (path: string) => {
      const status = await statusOf({ port, path, agent, headers });
      statuses[status] = (statuses[status] ?? 0) + 1;
    };
    for (let click = 0; click < clicks; click++) {
      await ask(`/inventory?search=${person}-${click}`);
      // A list page has a dozen files and two dozen pictures.
      await Promise.all(Array.from({ length: 36 }, () => ask("/favicon.svg")));
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: people }, (_, person) => browse(person)));
  return statuses;
}

/** The status of one GET; `failed` if no answer came. */
export function statusOf(options: RequestOptions): Promise<number | "failed"> {
  return new Promise((resolve) => {
    const request = get({ host: "127.0.0.1", timeout: TIMEOUT_MS, ...options }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode ?? "failed"));
      response.once("error", () => resolve("failed"));
    });
    request.once("timeout", () => request.destroy());
    request.once("error", () => resolve("failed"));
  });
}
