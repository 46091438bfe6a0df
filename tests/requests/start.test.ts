import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { restartUnderLoad } from "../../drill/restart.mjs";

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
  running.clear();
});

describe("npm start", () => {
  it.each([
    ["PORT", "99999"],
    ["PUBLIC_URL", "example.com"],
  ])("says in one sentence that %s=%s is wrong, and stops", async (name, value) => {
    const { code, errors } = await start({ [name]: value }).ended;
    expect(code).toBe(1);
    expect(errors).toMatch(new RegExp(`^Environment: ${name}: [^\\n]+\\n$`));
  });

  it("names the field of the business file that is wrong, and stops", async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), "yard-start-")), "business.json");
    writeFileSync(file, JSON.stringify({ name: "Yard" }));
    const { code, errors } = await start({ BUSINESS_FILE: file }).ended;
    expect(code).toBe(1);
    expect(errors).toMatch(/business\.json: tagline: [^\n]+\n$/);
  });

  it("says so where the port is taken, and stops", async () => {
    const first = start({});
    const port = await first.port;
    const { code, errors } = await start({ PORT: String(port) }).ended;
    expect(code).toBe(1);
    expect(errors).toBe(`PORT: ${port} is already in use. Set PORT to another.\n`);
  });

  it("under https asks browsers to stay there, and keeps cookies to it", async () => {
    const site = start({ PUBLIC_URL: "https://yard.example", TRUST_PROXY: "1" });
    const port = await site.port;
    const page = await fetch(`http://127.0.0.1:${port}/`);
    expect(page.headers.get("Strict-Transport-Security")).toContain("max-age=31536000");
    const posted = await fetch(`http://127.0.0.1:${port}/partsrequest`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ step: "1", vin: "1HGCM82633A004352" }),
      headers: { Origin: "https://yard.example" },
    });
    expect(posted.headers.getSetCookie().length).toBeGreaterThan(0);
    for (const cookie of posted.headers.getSetCookie()) {
      expect(cookie).toMatch(/; HttpOnly/i);
      expect(cookie).toMatch(/; Secure/i);
      expect(cookie).toMatch(/; SameSite=Lax/i);
      expect(cookie).toMatch(/^__Host-/);
      expect(cookie).toMatch(/; Path=\/(;|$)/i);
      expect(cookie).not.toMatch(/; Domain=/i);
    }
  });

  it("loads no client of PostgreSQL or of a bucket where neither is asked for", async () => {
    const refuse =
      "export const resolve = (name, context, next) => { if (/^(pg|aws4fetch)$/.test(name)) throw new Error(name); return next(name, context); };";
    const hooks = `data:text/javascript,${encodeURIComponent(refuse)}`;
    const register = `import { register } from "node:module"; register(${JSON.stringify(hooks)});`;
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(register)}`;
    const site = start({ NODE_OPTIONS, DATABASE_URL: "" });
    const port = await site.port;
    expect((await fetch(`http://127.0.0.1:${port}/inventory`)).status).toBe(200);
    expect(
      (await start({ NODE_OPTIONS, DATABASE_URL: "postgres://127.0.0.1:1/yard" }).ended).errors,
    ).toContain("Error: pg");
  });

  it("says where to look", async () => {
    const site = start({});
    const port = await site.port;
    expect(site.output()).toContain(`is open at http://localhost:${port}`);
  });
});

describe("a start that builds first", () => {
  it("serves from a process that built nothing", async () => {
    const site = start({}, programToBuild("console.log('built by', process.pid);"));
    const port = await site.port;
    expect((await fetch(`http://127.0.0.1:${port}/about`)).status).toBe(200);
    const builders = [...site.output().matchAll(/^built by (\d+)$/gm)].map(([, pid]) => Number(pid));
    expect(builders).toHaveLength(2);
    for (const pid of builders) expect(isRunning(pid)).toBe(false);
    expect((await site.stop()).code).toBe(0);
  });

  it("ends the build where it is stopped before that is done", async () => {
    const site = start(
      {},
      programToBuild("console.log('built by', process.pid); setInterval(() => {}, 1000);"),
    );
    await expect.poll(site.output).toContain("built by");
    const builder = Number(/^built by (\d+)$/m.exec(site.output())?.[1]);
    await site.stop();
    expect(site.signal()).toBe("SIGTERM");
    expect(isRunning(builder)).toBe(false);
    expect(site.output()).not.toContain("is open at");
  });

  it("fails with the build", async () => {
    const { code } = await start({}, programToBuild("process.exit(3);")).ended;
    expect(code).toBe(3);
  });
});

it("npm run build ends well where nothing is stale", () => {
  const { status } = spawnSync(process.execPath, ["scripts/build.mjs"], { encoding: "utf8" });
  expect(status).toBe(0);
});

describe("the log", () => {
  it("has one JSON line a request, with an id, and nothing of what the visitor sent", async () => {
    const site = start({});
    const port = await site.port;
    const answer = await fetch(`http://127.0.0.1:${port}/inventory?q=secretword`, {
      headers: { Cookie: "a=secretcookie" },
    });
    await fetch(`http://127.0.0.1:${port}/partsmatrix`, {
      method: "POST",
      body: new URLSearchParams({ customerEmail: "secret@example.com", customerName: "" }),
    });
    await site.stop();
    const lines = site
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"));
    const requests = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line.path);
    expect(requests).toContainEqual(
      expect.objectContaining({
        requestId: answer.headers.get("X-Request-Id"),
        method: "GET",
        path: "/inventory",
        status: 200,
      }),
    );
    expect(site.output()).not.toMatch(/secret|127\.0\.0\.1/);
  });
});

describe("a graceful stop", () => {
  it("finishes what is in flight, takes nothing new, waits for no silent connection, and ends well", async () => {
    const site = start({});
    const port = await site.port;
    const body = "customerName=Ann";
    const inFlight = halfSent(port, body);
    await inFlight.sent;
    const silent = connect(port, "127.0.0.1");
    await once(silent, "connect");
    const silentClosed = once(silent, "close");
    const ended = site.stop();
    await expect
      .poll(() =>
        fetch(`http://127.0.0.1:${port}/healthz`).then(
          () => "open",
          () => "closed",
        ),
      )
      .toBe("closed");
    await silentClosed;
    inFlight.finish();
    expect(await inFlight.answer).toMatch(/\r\n\r\nHTTP\/1\.1 400 /);
    expect((await ended).code).toBe(0);
  });

  it("answers a request that comes over a kept connection, and says that it closes", async () => {
    const site = start({});
    const port = await site.port;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await ask(port, agent);
    const ended = site.stop();
    // Until the stop has begun, answers keep the connection.
    let answer = await ask(port, agent);
    while (answer.connection !== "close") answer = await ask(port, agent);
    expect(answer).toEqual({ status: 200, connection: "close", isKeptConnection: true });
    expect((await ended).code).toBe(0);
  });
});

describe("a restart behind systemd's socket", { timeout: 90_000 }, () => {
  it("loses no request of a proxy that keeps its connections", async () => {
    const seen = await restartUnderLoad({ stops: 2, requestsPerSecond: 60, secondsBetween: 0.5 });
    expect(seen.failures).toEqual({});
    expect(seen.answered).toBe(seen.sent);
    expect(seen.sent).toBeGreaterThan(60);
  });
});

/** A folder with this program, whose bundles are stale and are built by this script. */
function programToBuild(script: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), "yard-build-"));
  const words = ["app/vehicles/trade-words.json", "app/vehicles/trade-words.ts", "app/values/normalize.ts"];
  const files = ["package.json", "package-lock.json", "business.json", "teardown.json", "scripts"];
  for (const name of [...files, "app/interchange", ...words]) {
    cpSync(name, path.join(folder, name), { recursive: true });
  }
  writeFileSync(path.join(folder, "scripts", "bundle.mjs"), script);
  mkdirSync(path.join(folder, "build"));
  for (const name of ["node_modules", "build/client", "build/server", "build/vin", "build/interchange"]) {
    symlinkSync(path.resolve(name), path.join(folder, name));
  }
  return folder;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function start(environment: Record<string, string>, program = ".") {
  const folder = mkdtempSync(path.join(tmpdir(), "yard-start-"));
  const child = spawn(process.execPath, [path.join(program, "scripts", "start.mjs")], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: "0",
      DATA_DIR: path.join(folder, "data"),
      ...environment,
    },
  });
  running.add(child);
  let output = "";
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  const port = new Promise<number>((resolve) => {
    child.stdout.on("data", (chunk) => {
      output += chunk;
      const found = /http:\/\/localhost:(\d+)/.exec(output)?.[1];
      if (found) resolve(Number(found));
    });
  });
  const ended = new Promise<{ code: number | null; errors: string }>((resolve) => {
    child.once("close", (code) => resolve({ code, errors }));
  });
  const stop = () => {
    child.kill("SIGTERM");
    return ended;
  };
  return { port, ended, stop, output: () => output, signal: () => child.signalCode };
}

/** A request over the agent's one connection. */
function ask(port: number, agent: Agent) {
  return new Promise<{
    status: number | undefined;
    connection: string | undefined;
    isKeptConnection: boolean;
  }>((resolve, reject) => {
    const asked = request({ agent, port, host: "127.0.0.1", path: "/healthz" }, (response) => {
      const { statusCode: status, headers } = response;
      response
        .resume()
        .on("end", () =>
          resolve({ status, connection: headers.connection, isKeptConnection: asked.reusedSocket }),
        );
    });
    asked.on("error", reject).end();
  });
}

/** A form whose last byte waits until it is told to go. */
function halfSent(port: number, body: string) {
  const socket = connect(port, "127.0.0.1");
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  const answer = new Promise<string>((resolve) => socket.once("close", () => resolve(received)));
  // The server says that it has the request's head.
  const sent = new Promise<void>((resolve) => {
    socket.once("data", () => socket.write(body.slice(0, -1), () => resolve()));
  });
  socket.once("connect", () =>
    socket.write(
      `POST /partsmatrix HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    ),
  );
  return { sent, answer, finish: () => socket.write(body.slice(-1)) };
}
