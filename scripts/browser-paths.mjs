import { existsSync } from "node:fs";
import { isInstalled } from "./installed.mjs";

/** Where systems install Chromium or Chrome, the one without windows first: it takes 40 % less of the processor. */
export const SYSTEM_BROWSERS = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Where Debian installs Firefox, and what WebKit takes: its driver, its browser, and a display without a screen. */
export const FIREFOX = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];
export const WEBKIT = {
  driver: ["/usr/bin/WebKitWebDriver"],
  browser: [
    "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
    "/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
    "/usr/libexec/webkit2gtk-4.1/MiniBrowser",
  ],
  display: ["/usr/bin/Xvfb"],
};

/** The programs of tests that are skipped without them: journeys in other browsers, and text browsers in a terminal. */
export function missingBrowsers() {
  const isMissing = (files) => !files.some((file) => existsSync(file));
  return [
    ...(isMissing(FIREFOX) ? ["Firefox"] : []),
    ...(Object.values(WEBKIT).some(isMissing) ? ["WebKitGTK"] : []),
    ...["lynx", "w3m", "tmux"].filter((name) => !isInstalled(name)),
  ];
}
