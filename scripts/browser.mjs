import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { SYSTEM_BROWSERS } from "./browser-paths.mjs";
import { inProject, ROOT } from "./project.mjs";
import { say } from "./ready.mjs";

/** Installs a browser for the tests where there is none: Playwright's own, else the system's Chromium. */
export async function installBrowserIfMissing() {
  const { chromium } = await import("playwright");
  const isInstalled = () => [chromium.executablePath(), ...SYSTEM_BROWSERS].some((file) => existsSync(file));
  if (isInstalled()) return;
  say("Installing a browser for the tests …");
  const attempts = [
    () =>
      attempt(process.execPath, [
        inProject("node_modules", "playwright", "cli.js"),
        "install",
        "--with-deps",
        "chromium",
      ]),
    () =>
      attempt(process.execPath, [inProject("node_modules", "playwright", "cli.js"), "install", "chromium"]),
    () =>
      attempt("apt-get", ["update", "-qq"]) &&
      attempt("apt-get", ["install", "-y", "-qq", "chromium-headless-shell"]),
    () => attempt("apt-get", ["install", "-y", "-qq", "chromium"]),
  ];
  for (const install of attempts) {
    install();
    if (isInstalled()) return;
  }
  console.error(
    "No browser could be installed. Install Chromium or Google Chrome, then run the tests again.",
  );
  process.exit(1);
}

function attempt(command, args) {
  const { status } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
    timeout: 300_000,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  return status === 0;
}
