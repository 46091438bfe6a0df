import { type HTMLElement, parse } from "node-html-parser";
import type { PageFigures } from "./report";

/**
 * What is wrong with a page's pictures as the preload scanner finds them, in the HTML before any script: the largest is to be
 * there, eager and of high priority, every other one lazy, and each is to have its size and a choice of AVIF or WebP. A
 * drawing (SVG) fits every size as it is.
 */
export function pictureFaults(html: string, largest: PageFigures["largest"]): string[] {
  const pictures = parse(html).querySelectorAll("img");
  const eager = pictures.filter((picture) => picture.getAttribute("loading") !== "lazy");
  return [
    ...largestFaults(pictures, largest),
    ...eager
      .filter((picture) => picture.getAttribute("fetchpriority") !== "high")
      .map((picture) => `${named(picture)} is neither lazy nor the page's first picture`),
    ...(eager.length > 1 ? [`${eager.length} pictures are eager`] : []),
    ...pictures.flatMap(sizeFaults),
  ];
}

function largestFaults(pictures: readonly HTMLElement[], largest: PageFigures["largest"]): string[] {
  if (!largest?.isPicture) return [];
  // Lighthouse names the one of the choices that the browser took.
  const taken = parse(largest.tag).querySelector("img")?.getAttribute("src");
  if (taken === undefined)
    return [`the largest picture is no <img>, so the scanner cannot find it: ${largest.tag}`];
  // It cuts a long address short, with dots at its end.
  const known = pathOf(taken.replace(/…$/, ""));
  const found = pictures.find((picture) =>
    [picture.getAttribute("src"), ...choicesOf(picture)].some((choice) => pathOf(choice).startsWith(known)),
  );
  if (!found) return [`the largest picture ${taken} is not in the HTML`];
  return [
    ...(found.getAttribute("fetchpriority") === "high"
      ? []
      : [`${named(found)} is the largest and has no high priority`]),
    ...(found.getAttribute("loading") === "lazy" ? [`${named(found)} is the largest and lazy`] : []),
  ];
}

function sizeFaults(picture: HTMLElement): string[] {
  const missing = ["width", "height"].filter((name) => !/^\d+$/.test(picture.getAttribute(name) ?? ""));
  const faults = missing.map((name) => `${named(picture)} has no ${name}`);
  if (pathOf(picture.getAttribute("src")).endsWith(".svg")) return faults;
  const choices = choicesOf(picture);
  if (choices.length === 0) return [...faults, `${named(picture)} has no srcset`];
  const modern = choices.some((choice) => /\.(avif|webp)$/.test(pathOf(choice)));
  return modern ? faults : [...faults, `${named(picture)} offers neither AVIF nor WebP`];
}

/** The addresses of its `srcset`, and of those around it in a `<picture>`. */
function choicesOf(picture: HTMLElement): string[] {
  const around = picture.closest("picture")?.querySelectorAll("source") ?? [];
  return [picture, ...around]
    .flatMap((one) => (one.getAttribute("srcset") ?? "").split(","))
    .map((choice) => choice.trim().split(/\s/)[0] ?? "")
    .filter(Boolean);
}

function named(picture: HTMLElement): string {
  return `<img src="${picture.getAttribute("src")}">`;
}

function pathOf(address = ""): string {
  return new URL(address, "https://localhost").pathname;
}
