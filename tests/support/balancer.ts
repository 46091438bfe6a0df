import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { atEnd } from "./at-end";

const CHECK_MS = 200;
/** As load balancers ask. */
const USUAL_CHECK_MS = 2_000;
/** What may be sent again where no answer came: HTTP's word for it is idempotent. */
const SENT_AGAIN = ["GET", "HEAD"];

interface Upstream {
  port: number;
  isHealthy: boolean;
}

/**
 * A load balancer as they usually are: one process after the other, over connections that are kept, those alone that answer
 * `/healthz` with 200. What could not be sent goes to another one, and so does a GET that got no answer; nothing else is sent twice.
 * @param options.isSimple it sends nothing twice, and asks `/healthz` only every two seconds
 * @returns its address; it ends with the test file
 */
export async function startBalancer(ports: readonly number[], { isSimple = false } = {}): Promise<string> {
  const upstreams: Upstream[] = ports.map((port) => ({ port, isHealthy: true }));
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const next = () => {
    const healthy = upstreams.filter(({ isHealthy }) => isHealthy);
    const [first] = upstreams;
    turn += 1;
    return healthy[turn % healthy.length] ?? (first as Upstream);
  };

  const pass = (incoming: IncomingMessage, answer: ServerResponse, body: Buffer, attempt = 1) => {
    const { method = "GET", url: path, headers } = incoming;
    const upstream = next();
    const outgoing = request({ agent, host: "127.0.0.1", port: upstream.port, method, path, headers });
    outgoing.once("response", (response) => {
      answer.writeHead(response.statusCode ?? 502, withoutConnection(response.headers));
      response.once("error", () => answer.destroy()).pipe(answer);
    });
    outgoing.once("error", (error: NodeJS.ErrnoException) => {
      upstream.isHealthy = false;
      if (answer.headersSent) return;
      const mayGoAgain = error.code === "ECONNREFUSED" || SENT_AGAIN.includes(method);
      if (mayGoAgain && !isSimple && attempt < 2 * upstreams.length)
        pass(incoming, answer, body, attempt + 1);
      else answer.writeHead(502).end();
    });
    outgoing.end(body);
  };
  const server = createServer(async (incoming, answer) => pass(incoming, answer, await buffer(incoming)));

  const check = setInterval(
    async () => {
      for (const upstream of upstreams) {
        const health = fetch(`http://127.0.0.1:${upstream.port}/healthz`, {
          signal: AbortSignal.timeout(5_000),
        });
        upstream.isHealthy = await health.then(
          ({ ok }) => ok,
          () => false,
        );
      }
    },
    isSimple ? USUAL_CHECK_MS : CHECK_MS,
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => {
    clearInterval(check);
    agent.destroy();
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** That is between the balancer and the process. */
function withoutConnection(headers: IncomingMessage["headers"]): IncomingMessage["headers"] {
  const { connection: _connection, "keep-alive": _keepAlive, ...passed } = headers;
  return passed;
}
