import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import puppeteer, { type ElementHandle, type Page } from "puppeteer-core";
import { FIREFOX, WEBKIT } from "../../scripts/browser-paths.mjs";
import { freePort } from "../../scripts/free-port.mjs";

/** What a journey needs of a browser: one tab, native clicks and keys, and script to look for things. */
interface Driver {
  goto(url: string): Promise<void>;
  /** The value of an expression in the page. */
  evaluate(expression: string): Promise<unknown>;
  click(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  attach(selector: string, file: string): Promise<void>;
  close(): Promise<void>;
}

/** A tab of any browser, used by what is seen: labels of fields, names of buttons and links, text. */
export interface Tab {
  goto(url: string): Promise<void>;
  fill(label: string, text: string): Promise<void>;
  /** Chooses an option of a select by its text. */
  choose(label: string, option: string): Promise<void>;
  press(name: string): Promise<void>;
  attach(label: string, file: string): Promise<void>;
  /** Waits until this text is in sight. */
  see(text: string): Promise<void>;
  /** Waits until this text is out of sight. */
  miss(text: string): Promise<void>;
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

/** How long a busy machine may take to show something, in milliseconds. */
const PATIENCE_MS = 60_000;
/** A browser that has not answered by then never does. */
const ANSWER_MS = 60_000;
const TARGET = "[data-journey]";
/** For the message of a failure. */
const WHERE = 'location.href + " " + document.body.innerText.slice(0, 500)';

/** A page in Firefox over WebDriver BiDi; its browser ends with `page.browser().close()`. */
export async function openFirefoxPage({ script = true, width = 1280, height = 1000 } = {}): Promise<Page> {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: installed(FIREFOX),
    headless: true,
    extraPrefsFirefox: { "javascript.enabled": script },
    timeout: ANSWER_MS,
    protocolTimeout: ANSWER_MS,
    defaultViewport: { width, height },
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(ANSWER_MS);
  return page;
}

export async function openFirefox(): Promise<Tab> {
  const page = await openFirefoxPage();
  return toTab({
    goto: async (url) => void (await page.goto(url)),
    evaluate: (expression) => page.evaluate(expression),
    click: (selector) => page.click(selector),
    async type(selector, text) {
      await page.click(selector, { count: 3 });
      await page.type(selector, text);
    },
    async attach(selector, file) {
      const input = await page.waitForSelector(selector);
      await (input as ElementHandle<HTMLInputElement> | null)?.uploadFile(file);
    },
    close: () => page.browser().close(),
  });
}

/** WebKitGTK's own small browser over WebDriver, on a display of its own. */
export async function openWebKit(): Promise<Tab> {
  const processes: ChildProcess[] = [];
  const stop = () => {
    for (const started of processes.reverse()) started.kill();
  };
  try {
    return await startWebKit(processes, stop);
  } catch (error) {
    stop();
    throw error;
  }
}

async function startWebKit(processes: ChildProcess[], stop: () => void): Promise<Tab> {
  const display = await startDisplay(processes);
  const port = await freePort();
  processes.push(
    spawn(installed(WEBKIT.driver), [`--port=${port}`], {
      env: {
        ...process.env,
        DISPLAY: display,
        GDK_BACKEND: "x11",
        LIBGL_ALWAYS_SOFTWARE: "1",
        WEBKIT_DISABLE_COMPOSITING_MODE: "1",
      },
      stdio: "ignore",
    }),
  );
  const send = (method: string, path: string, body?: object) =>
    command(`http://127.0.0.1:${port}${path}`, method, body);
  const options = { binary: installed(WEBKIT.browser), args: ["--automation"] };
  const capabilities = {
    alwaysMatch: { browserName: "MiniBrowser", "webkitgtk:browserOptions": options },
  };
  const started = await until(() => send("POST", "/session", { capabilities }));
  const { sessionId } = started as { sessionId: string };
  const session = `/session/${sessionId}`;
  const element = async (selector: string, action: string, body: object = {}) => {
    const found = await send("POST", `${session}/element`, { using: "css selector", value: selector });
    const [id] = Object.values(found as Record<string, string>);
    await send("POST", `${session}/element/${id}/${action}`, body);
  };
  await send("POST", `${session}/window/rect`, { width: 1280, height: 1000 });
  return toTab({
    goto: async (url) => void (await send("POST", `${session}/url`, { url })),
    evaluate: (expression) =>
      send("POST", `${session}/execute/sync`, { script: `return (${expression})`, args: [] }),
    click: (selector) => element(selector, "click"),
    async type(selector, text) {
      await element(selector, "clear");
      await element(selector, "value", { text });
    },
    attach: (selector, file) => element(selector, "value", { text: file }),
    async close() {
      await send("DELETE", session).catch(() => undefined);
      stop();
    },
  });
}

function toTab({ goto, evaluate, click, type, attach, close }: Driver): Tab {
  /** Marks what `find`, an expression, gives, once it is there; returns the mark's selector. */
  const mark = async (what: string, find: string) => {
    await until(async () => {
      const isMarked = await evaluate(`(() => {
        const named = (element, name) => [element.getAttribute("aria-label"), element.textContent]
          .map((text) => text?.replace(/\\s+/g, " ").trim())
          .some((text) => text === name || text === name + " (optional)");
        const visible = (element) => element.checkVisibility({ visibilityProperty: true });
        document.querySelector("${TARGET}")?.removeAttribute("data-journey");
        const element = ${find};
        element?.setAttribute("data-journey", "");
        element?.scrollIntoView({ block: "center", behavior: "instant" });
        return Boolean(element) && !element.disabled;
      })()`);
      if (!isMarked) throw new Error(`${what} is not there, on ${await evaluate(WHERE)}`);
    });
    return TARGET;
  };
  const field = (label: string) =>
    mark(
      `The field ${label}`,
      `[...document.querySelectorAll("label")].find((label) => named(label, ${JSON.stringify(label)}) && visible(label))?.control`,
    );
  const control = (name: string) =>
    mark(
      name,
      `[...document.querySelectorAll("button"), ...document.querySelectorAll("a")].find((control) => named(control, ${JSON.stringify(name)}) && visible(control))`,
    );
  const isInSight = (text: string) =>
    evaluate(
      `document.body.innerText.replace(/\\s+/g, " ").toLowerCase().includes(${JSON.stringify(text.toLowerCase())})`,
    );
  return {
    async goto(url) {
      await goto(url);
      await until(async () => {
        const isReady = `"hydrated" in document.documentElement.dataset || !("__remixContext" in window)`;
        if (!(await evaluate(isReady))) throw new Error(`${url} did not hydrate`);
      });
    },
    fill: async (label, text) => type(await field(label), text),
    async choose(label, option) {
      await field(label);
      await until(async () => {
        const isChosen = await evaluate(`(() => {
          const select = document.querySelector("${TARGET}");
          const option = [...select.options].find(({ text }) => text === ${JSON.stringify(option)});
          if (!option) return false;
          select.value = option.value;
          select.dispatchEvent(new Event("input", { bubbles: true }));
          select.dispatchEvent(new Event("change", { bubbles: true }));
          return true;
        })()`);
        if (!isChosen) throw new Error(`${label} has no option ${option}`);
      });
    },
    press: async (name) => click(await control(name)),
    attach: async (label, file) => attach(await field(label), file),
    see: (text) =>
      until(async () => {
        if (!(await isInSight(text))) throw new Error(`"${text}" is not in sight: ${await evaluate(WHERE)}`);
      }),
    miss: (text) =>
      until(async () => {
        if (await isInSight(text)) throw new Error(`"${text}" is still in sight`);
      }),
    evaluate,
    close,
  };
}

async function startDisplay(processes: ChildProcess[]): Promise<string> {
  const server = spawn(installed(WEBKIT.display), ["-displayfd", "3", "-screen", "0", "1300x1100x24"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  processes.push(server);
  const number = await new Promise<string>((resolve, reject) => {
    server.stdio[3]?.once("data", (data) => resolve(String(data).trim()));
    server.once("error", reject);
    server.once("exit", () => reject(new Error("Xvfb did not start")));
    setTimeout(ANSWER_MS, undefined, { ref: false }).then(() => reject(new Error("Xvfb does not answer")));
  });
  return `:${number}`;
}

async function command(url: string, method: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    signal: AbortSignal.timeout(ANSWER_MS),
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { value } = (await answer.json()) as { value: unknown };
  if (!answer.ok) throw new Error(`${method} ${url}: ${JSON.stringify(value)}`);
  return value;
}

function installed(files: readonly string[]): string {
  const file = files.find((known) => existsSync(known));
  if (!file) throw new Error(`None of ${files.join()} is installed`);
  return file;
}

/** Tries again until it does not fail, or fails for good once `PATIENCE_MS` are over. */
async function until<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
      await setTimeout(100);
    }
  }
}
