import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { statusesIn, type Wire, wireTo } from "../../support/wire";

// Before anything reads the environment: the server as it is started, on a port of its own.
vi.hoisted(() => {
  process.env.PORT = "0";
  process.env.HOST = "127.0.0.1";
});

const CROWD = 150;
/** What each of a crowd has sent when it falls silent. */
const UNFINISHED = [
  "",
  "G",
  "GET / HTTP/1.1\r\nHost: yard\r\nX-Slow: ",
  "POST /partsmatrix HTTP/1.1\r\nHost: yard\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\na=",
  "POST /api/part-requests HTTP/1.1\r\nHost: yard\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
  "POST /api/admin/upload HTTP/1.1\r\nHost: yard\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 999\r\n\r\n--",
  "POST /admin/retail-vehicles/new HTTP/1.1\r\nHost: yard\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 999\r\n\r\n--",
  "GET / HTTP/1.1\r\nHost: yard\r\nContent-Length: 9\r\n\r\n",
];

let server: Server;
/** The times at which the server lets go. */
let times: Pick<Server, "headersTimeout" | "requestTimeout" | "keepAliveTimeout">;
let url: string;
const crowd: Wire[] = [];

beforeAll(async () => {
  const bundle = new URL("../../../build/server/index.js", import.meta.url).href;
  const built = (await import(/* @vite-ignore */ bundle)) as { serve(): Promise<Server> };
  server = await built.serve();
  const { headersTimeout, requestTimeout, keepAliveTimeout } = server;
  times = { headersTimeout, requestTimeout, keepAliveTimeout };
  // A busy machine may take longer to bring the crowd together.
  server.headersTimeout = 120_000;
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (let at = 0; at < CROWD; at++) {
    const wire = await wireTo({ url });
    await wire.send(UNFINISHED[at % UNFINISHED.length] ?? "");
    crowd.push(wire);
  }
});

afterAll(async () => {
  for (const { socket } of crowd) socket.destroy();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

describe(`with ${CROWD} connections that never finish`, () => {
  test("every other visitor has an answer: pages, pictures' door, the API, a form", async () => {
    const asked = ["/", "/inventory", "/about.data", "/api/retail-vehicles", "/healthz", "/favicon.svg"];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) => fetch(`${url}${asked[at % asked.length]}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(200));
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    const form = await fetch(`${url}/partsmatrix`, {
      method: "POST",
      headers: { Origin: url },
      body: new URLSearchParams({ customerName: "Ann" }),
    });
    expect(form.status).toBe(400);
    // The crowd is still there, so the answers above were given in its face.
    expect(crowd.filter((wire) => wire.open()).length).toBeGreaterThan(CROWD * 0.8);
  });

  test("the server has times at which it lets go", () => {
    expect(times).toEqual({
      headersTimeout: 15_000,
      requestTimeout: 300_000,
      keepAliveTimeout: 10_000,
    });
  });

  test("whoever is past their time is let go, what they began is not carried out", async () => {
    // As if the time were over: the server looks every few seconds.
    server.headersTimeout = 1;
    server.requestTimeout = 1;
    const received = await Promise.all(crowd.map(({ closed }) => closed));
    expect(received.flatMap(statusesIn).every((status) => status < 500)).toBe(true);
    expect(received.flatMap(statusesIn)).not.toContain(201);
    Object.assign(server, times);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });
});
