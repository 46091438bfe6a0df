import { DATA_BLOCK, type PageStart, START_BLOCK } from "./page-start";
import { watchTyping } from "./typed-early";

/** Whoever does one of these is about to do something with the page. */
const SIGNS_OF_LIFE = [
  "pointerdown",
  "pointermove",
  "touchstart",
  "wheel",
  "scroll",
  "keydown",
  "focusin",
] as const;

/*
 * A page is whole without its script, and most are read and left. So the hundred kilobytes of React and Remix come at the
 * visitor's first sign of life; a page that does something by itself brings them once everything in sight is there and the
 * browser rests. What must be said without either, whether we are open now, is an element of its own.
 */
const start: PageStart = JSON.parse(textOf(START_BLOCK));
const replayTyping = watchTyping();
let begun = false;
for (const sign of SIGNS_OF_LIFE) addEventListener(sign, begin, { capture: true, once: true, passive: true });
if (document.readyState === "complete") waitForRest();
else addEventListener("load", waitForRest, { once: true });

function waitForRest(): void {
  // Safari has no idle callback.
  if ("requestIdleCallback" in window) requestIdleCallback(whenAtRest, { timeout: 500 });
  else setTimeout(whenAtRest, 100);
}

function whenAtRest(): void {
  if (start.awake) begin();
  if (document.querySelector("open-now")) import("./ui/open-now-element");
}

async function begin(): Promise<void> {
  if (begun) return;
  begun = true;
  start.imports.forEach(preload);
  if (start.hotReload) await import(/* @vite-ignore */ start.hotReload);
  const [{ hydrate }, modules] = await Promise.all([
    import("./hydrate"),
    Promise.all(Object.values(start.routes).map((module) => import(/* @vite-ignore */ module))),
    import(/* @vite-ignore */ start.manifest),
  ]);
  window.__remixRouteModules = Object.fromEntries(
    Object.keys(start.routes).map((id, position) => [id, modules[position]]),
  );
  await hydrate(start.context, textOf(DATA_BLOCK), replayTyping);
}

function preload(href: string): void {
  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
}

function textOf(block: string): string {
  return document.getElementById(block)?.textContent ?? "";
}
