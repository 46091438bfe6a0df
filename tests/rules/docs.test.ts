import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const files = [
  ...readdirSync("."),
  ...["app", "bench", "docs", "drill", "scripts", "tests"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => !file.includes("node_modules"))
      .map((file) => path.join(folder, file)),
  ),
];
const pages = files.filter((file) => file.endsWith(".md"));

describe("the documentation", () => {
  it("has no link that leads nowhere", () => {
    const broken = pages.flatMap((page) =>
      linksOf(page)
        .filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(page, link))
        .map((link) => `${page}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it("has every page that code names", () => {
    const code = files.filter((file) => /\.(ts|tsx|mjs|css|h)$/.test(file));
    const missing = code.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/docs\/[a-z0-9/-]+\.md/g)]
        .filter(([page]) => !existsSync(page))
        .map(([page]) => `${file}: ${page}`),
    );
    expect(missing).toEqual([]);
  });
});

function linksOf(page: string): string[] {
  return [...readFileSync(page, "utf8").matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
}

function leadsSomewhere(page: string, link: string): boolean {
  const [to = "", anchor] = link.split("#");
  const target = to ? path.join(path.dirname(page), to) : page;
  return existsSync(target) && (!anchor || anchorsOf(target).includes(anchor));
}

/** The anchors of a page's headings as GitHub makes them: the second of a name ends with `-1`. */
function anchorsOf(page: string): string[] {
  const text = readFileSync(page, "utf8").replace(/^```.*?^```/gms, "");
  const names = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
  return names.map((name, index) => {
    const before = names.slice(0, index).filter((other) => other === name).length;
    return before ? `${name}-${before}` : name;
  });
}
