import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, expect } from "vitest";
import { isInstalled } from "../../scripts/installed.mjs";

const run = promisify(execFile);

/** One socket for each test file, so that its terminals end with it. */
const SOCKET = `yard-${process.pid}`;
/** High enough that every page fits without scrolling. */
const TERMINAL = ["-x", "120", "-y", "250"];
const MAX_TABS = 40;
/** How long a busy machine may take to answer a key or to show a page, in milliseconds. */
const PATIENCE_MS = 30_000;
const WAIT = { timeout: PATIENCE_MS, interval: 30 };
let opened = 0;

interface Kind {
  command: (folder: string, url: string) => string[];
  /** Where the focus is. */
  place: (session: string) => Promise<Place>;
  /** The keys that move the focus to the field or link with this number. */
  jumpKeys: (number: string) => string[];
  /** The key that ends typing into a field. */
  leaveKey: string;
  /** True if the key that ends typing has arrived: the focus was in the field `from`, and is now at `to`. */
  hasTyped: (text: string, from: Place, to: Place) => boolean;
}

const LYNX_SETTINGS = [
  "ACCEPT_ALL_COOKIES:TRUE",
  "DEFAULT_KEYPAD_MODE:LINKS_AND_FIELDS_ARE_NUMBERED",
  // Lynx drops keys while it loads, so it shows a page once that is whole.
  "PARTIAL:FALSE",
  ...["INFOSECS:0", "MESSAGESECS:0", "ALERTSECS:0", ""],
];

const KINDS = {
  Lynx: {
    command: (folder, url) => {
      const config = path.join(folder, "lynx.cfg");
      writeFileSync(config, LYNX_SETTINGS.join("\n"));
      return ["lynx", `-cfg=${config}`, "-nocolor", "-tna", url];
    },
    place: highlightedPlace,
    jumpKeys: (number) => [`${number}g`, "Enter"],
    leaveKey: "Tab",
    hasTyped: (_text, from, to) => to.number !== undefined && to.number !== from.number,
  },
  w3m: {
    command: (_folder, url) => ["w3m", "-o", "accept_cookie=1", "-o", "display_link_number=1", url],
    place: cursorPlace,
    jumpKeys: (number) => [`${number}[`],
    leaveKey: "Enter",
    // A field shows the start of its text, and stars for a password.
    hasTyped: (text, from, { before, after }) =>
      before === from.before &&
      [text, "*".repeat(text.length)].some((shown) => after.startsWith(shown.slice(0, 15))),
  },
} satisfies Record<string, Kind>;

export type TextBrowserName = keyof typeof KINDS;

/** True if the browser is installed, and tmux, which gives it a terminal. */
export function canRun(name: TextBrowserName): boolean {
  return isInstalled(name.toLowerCase()) && isInstalled("tmux");
}

export interface TextBrowser {
  /** Waits until the page shows these words. */
  sees(words: string): Promise<void>;
  /** The page as it is now. */
  words(): Promise<string>;
  /** Moves to the text field after this label and types into it. */
  fillIn(label: string, text: string): Promise<void>;
  /** Moves to a button or a link with this text, the first one below other words, and presses Enter. */
  press(text: string, options?: { below?: string }): Promise<void>;
}

/** A text browser in a terminal of its own, at a URL. */
export async function openTextBrowser(name: TextBrowserName, url: string): Promise<TextBrowser> {
  const { command, place, jumpKeys, leaveKey, hasTyped }: Kind = KINDS[name];
  const session = `browser-${++opened}`;
  const folder = mkdtempSync(path.join(tmpdir(), "yard-text-browser-"));
  const env = ["-e", `HOME=${folder}`, "-e", "LANG=C.UTF-8"];
  await tmux("new-session", "-d", "-s", session, ...TERMINAL, ...env, ...command(folder, url));
  const screen = async () => (await tmux("capture-pane", "-p", "-t", session)).replace(/\s+/g, " ");
  const keys = (...names: string[]) => tmux("send-keys", "-t", session, ...names);

  /** Moves the focus; each key waits for the one before, since a browser may take its time to answer. */
  async function moveTo(words: string, isThere: (place: Place) => boolean, below = ""): Promise<Place> {
    const beforeWords = async () => {
      const page = await tmux("capture-pane", "-p", "-t", session);
      const start = page.includes(below) ? page.indexOf(words, page.indexOf(below)) : -1;
      return start === -1 ? undefined : page.slice(0, start);
    };
    await expect.poll(beforeWords, { ...WAIT, message: `"${words}" on the page` }).toBeDefined();
    const number = numbersIn((await beforeWords()) ?? "").at(-1);
    if (number) {
      await keys(...jumpKeys(number));
      await expect.poll(async () => (await place(session)).number, WAIT).toBe(number);
    }
    for (let tabs = 0; tabs < MAX_TABS; tabs++) {
      const here = await place(session);
      if (isThere(here)) return here;
      await keys("Tab");
      await expect.poll(async () => (await place(session)).before, WAIT).not.toBe(here.before);
    }
    throw new Error(`${name} did not get to "${words}" in: ${await screen()}`);
  }

  return {
    sees: (words) => expect.poll(screen, WAIT).toContain(words),
    words: screen,
    fillIn: async (label, text) => {
      const field = await moveTo(label, ({ before }) => wordsSinceLastField(before).includes(label));
      await keys("Enter");
      await keys("-l", text);
      // Lynx leaves the end of a long text highlighted until it draws the screen again.
      await keys(leaveKey, "C-l");
      await expect.poll(async () => hasTyped(text, field, await place(session)), WAIT).toBe(true);
    },
    press: async (text, { below = "" } = {}) => {
      await moveTo(text, ({ before, after }) => before.includes(below) && after.startsWith(text), below);
      await keys("Enter");
    },
  };
}

/** The page's words before and after the start of the field, button or link that has the focus, and its number. */
interface Place {
  before: string;
  after: string;
  number: string | undefined;
}

function wordsSinceLastField(before: string): string {
  return before.split(/_{2,}|\[[^\]]*\]/).at(-1) ?? "";
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the terminal's escape sequences
const HIGHLIGHT = /\x1b\[(?:\d+;)*7m/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same
const STYLES = /\x1b\[[\d;]*m/g;

/** Lynx highlights what has the focus. It prefixes a button's text with its value: `(continue) Continue`. */
async function highlightedPlace(session: string): Promise<Place> {
  const [_title, ...lines] = (await tmux("capture-pane", "-p", "-e", "-t", session)).split("\n");
  const screen = lines.join("\n");
  const start = screen.search(HIGHLIGHT);
  // The page is still being drawn.
  if (start === -1) return { before: "", after: "", number: undefined };
  const here = placeAt(screen, start);
  return here.before.endsWith("(") ? { ...here, after: here.after.replace(/^[^)]*\) /, "") } : here;
}

/** w3m puts the cursor there. */
async function cursorPlace(session: string): Promise<Place> {
  const cursorAndScreen = ["#{cursor_x} #{cursor_y}", ";", "capture-pane", "-p", "-t", session];
  const [cursor = "", ...lines] = (
    await tmux("display-message", "-p", "-t", session, ...cursorAndScreen)
  ).split("\n");
  const [x = 0, y = 0] = cursor.split(" ").map(Number);
  return placeAt(
    lines.join("\n"),
    lines
      .slice(0, y)
      .map((line) => `${line}\n`)
      .join("").length + x,
  );
}

function placeAt(screen: string, start: number): Place {
  const [before, after] = [screen.slice(0, start), screen.slice(start)];
  // Lynx puts the number before what it numbers; w3m puts the cursor on a link's number.
  const number = /^\[(\d+)\]/.exec(after)?.[1] ?? numbersIn(before).at(-1);
  return { before: plain(before), after: plain(after), number };
}

/** The numbers of links and fields in this text, as the browser shows them. */
function numbersIn(text: string): string[] {
  return [...text.matchAll(/\[(\d+)\]/g)].map(([, number = ""]) => number);
}

function plain(text: string): string {
  return text
    .replace(STYLES, "")
    .replace(/\[\d+\]/g, "")
    .replace(/\s+/g, " ")
    .trimStart();
}

async function tmux(...args: string[]): Promise<string> {
  return (await run("tmux", ["-L", SOCKET, "-f", "/dev/null", ...args])).stdout;
}

afterAll(async () => {
  await tmux("kill-server").catch(() => {});
});
