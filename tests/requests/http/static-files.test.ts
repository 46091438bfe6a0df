import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Site, startSite } from "../../support/site";
import { wireTo } from "../../support/wire";

const ASSETS = "build/client/assets";
/** Files of this test's own, there when the site starts. */
const VANISHING = [`vanishing-${process.pid}.js`, `vanishing-${process.pid}.css`] as const;
const content = "/* as before */\n".repeat(100);

let site: Site;
beforeAll(async () => {
  for (const name of VANISHING) {
    writeFileSync(path.join(ASSETS, name), content);
    writeFileSync(path.join(ASSETS, `${name}.br`), "not read");
  }
  site = await startSite();
});
afterAll(() => {
  for (const name of VANISHING) {
    for (const file of [name, `${name}.br`]) rmSync(path.join(ASSETS, file), { force: true });
  }
});

describe("a built asset", () => {
  const asset = readdirSync(ASSETS).find((name) => existsSync(path.join(ASSETS, `${name}.br`))) ?? "";
  const sizeOf = (extension: string) => statSync(path.join(ASSETS, asset + extension)).size;

  test.each([
    ["gzip, deflate, br, zstd", "br", ".br"],
    ["gzip", "gzip", ".gz"],
    ["br;q=0, gzip", "gzip", ".gz"],
    ["identity", undefined, ""],
    ["", undefined, ""],
  ])(
    "to a client that accepts %j is sent as %s, kept for a year, with its type",
    async (accepted, encoding, copy) => {
      const { status, headers } = await ask(`/assets/${asset}`, { "Accept-Encoding": accepted });
      expect(status).toBe(200);
      expect(headers["content-encoding"]).toBe(encoding);
      expect(headers["content-length"]).toBe(String(sizeOf(copy)));
      expect(headers.vary).toMatch(/accept-encoding/i);
      expect(headers["cache-control"]).toMatch(/max-age=31536000, ?immutable/);
      expect(headers["content-type"]).toMatch(/^text\/(javascript|css); ?charset=utf-8$/i);
    },
  );

  test("is not sent again to who has it, and not sent with HEAD", async () => {
    const accept = { "Accept-Encoding": "br" };
    const { headers } = await ask(`/assets/${asset}`, accept);
    const again = await ask(`/assets/${asset}`, { ...accept, "If-None-Match": String(headers.etag) });
    expect([again.status, again.bytes]).toEqual([304, 0]);
    const head = await ask(`/assets/${asset}`, accept, "HEAD");
    expect([head.status, head.headers["content-length"], head.bytes]).toEqual([
      200,
      String(sizeOf(".br")),
      0,
    ]);
  });

  test("that vanished is a 404, and the site goes on; one whose copy vanished is sent as it is", async () => {
    const [gone, copyGone] = VANISHING;
    for (const file of [gone, `${gone}.br`, `${copyGone}.br`]) rmSync(path.join(ASSETS, file));
    expect((await ask(`/assets/${gone}`, { "Accept-Encoding": "br" })).status).toBe(404);
    expect((await ask(`/assets/${gone}`, {})).status).toBe(404);
    const plain = await ask(`/assets/${copyGone}`, { "Accept-Encoding": "br" });
    expect([plain.status, plain.headers["content-encoding"], plain.bytes]).toEqual([
      200,
      undefined,
      content.length,
    ]);
  });

  test("asked for in a part that it doesn't have, or as it never was, is refused and no error of ours", async () => {
    const range = await ask(`/assets/${asset}`, { Range: "bytes=99999999-" });
    expect([range.status, range.headers["content-range"]]).toEqual([
      416,
      expect.stringMatching(/^bytes \*\/\d+$/),
    ]);
    expect((await ask("/favicon.svg", { "If-Match": '"another"' })).status).toBe(412);
  });

  test("in a folder whose name begins with a dot is not served", async () => {
    expect(readdirSync("build/client")).toContain(".vite");
    expect((await ask("/.vite/manifest.json", {})).status).toBe(404);
  });
});

test.skipIf(process.platform !== "linux")("visitors who leave while files come leave none open", async () => {
  const largest = readdirSync(ASSETS)
    .map((name) => ({ name, size: statSync(path.join(ASSETS, name)).size }))
    .sort((a, b) => b.size - a.size)[0];
  const get = `GET /assets/${largest?.name} HTTP/1.1\r\nHost: yard\r\nAccept-Encoding: identity\r\n\r\n`;
  const before = openFiles();
  for (let visitor = 0; visitor < 60; visitor++) {
    const { socket } = await wireTo(site);
    const first = new Promise((resolve) => socket.once("data", resolve));
    // Asked for in a row, so that some answers have not begun when the visitor leaves.
    socket.write(get.repeat(6));
    await first;
    socket.destroy();
  }
  await expect.poll(openFiles).toBeLessThan(before + 20);
});

/** The files and sockets that this process, which the site runs in, has open. */
function openFiles(): number {
  return readdirSync("/proc/self/fd").length;
}

function ask(
  address: string,
  headers: Record<string, string>,
  method = "GET",
): Promise<{ status: number | undefined; headers: http.IncomingHttpHeaders; bytes: number }> {
  return new Promise((resolve, reject) => {
    const request = http.request(site.url + address, { method, headers, agent: false }, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.once("end", () => resolve({ status: response.statusCode, headers: response.headers, bytes }));
    });
    request.once("error", reject);
    request.end();
  });
}
