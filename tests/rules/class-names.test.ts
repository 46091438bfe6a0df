import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = files(/\.css$/).map((text) =>
  // Comments, addresses and text have dots as well.
  text.replace(/\/\*[\s\S]*?\*\/|url\([^)]*\)|"[^"]*"/g, ""),
);
const sources = files(/\.(?:tsx?|svg)$/).map((text) =>
  text.replace(/(?<=^|[\s{])(?:\/\*[\s\S]*?\*\/|\/\/.*$)/gm, ""),
);

const styled = new Set(
  css.flatMap((text) => [...text.matchAll(/\.([a-z_][\w-]*)/gi)].map(([, name = ""]) => name)),
);
/** Every word in a string of the sources, class name or not. */
const words = new Set(sources.flatMap(stringsIn).flatMap((text) => text.split(/\s+/)));
/** What a computed name begins with: the `badge--` of `badge--${tone}`. */
const prefixes = new Set(
  sources.flatMap((text) => [...text.matchAll(/([a-z][\w-]*(?:--|__))\$\{/g)].map(([, name = ""]) => name)),
);

test("every class in the markup has a style", () => {
  const marked = [
    ...sources.flatMap(classesIn),
    // A part or a variant of a block may stand in a constant as well.
    ...[...words].filter((word) => /^[a-z][a-z0-9]*(-[a-z0-9]+)*(__|--)[a-zA-Z][\w-]*$/.test(word)),
  ];
  const isStyled = (name: string) => styled.has(name) || [...styled].some((other) => isOf(name, other));
  expect([...new Set(marked)].filter((name) => !isStyled(name)).sort()).toEqual([]);
  expect([...prefixes].filter((prefix) => ![...styled].some((name) => name.startsWith(prefix)))).toEqual([]);
});

test("every class in the styles is in the markup", () => {
  const isMarked = (name: string) =>
    words.has(name) || [...prefixes].some((prefix) => name.startsWith(prefix));
  expect([...styled].filter((name) => !isMarked(name)).sort()).toEqual([]);
});

/** A block's own name may need no style where its parts and variants have theirs. */
function isOf(block: string, name: string): boolean {
  return name.startsWith(`${block}__`) || name.startsWith(`${block}--`);
}

/** The names in `className` and `class`, those of an expression's strings included. */
function classesIn(source: string): string[] {
  const names: string[] = [];
  for (const { 0: start, 1: plain, index } of source.matchAll(
    /\b(?:[a-z]+C|c)lass(?:Name)?=(?:"([^"]*)"|\{)/g,
  )) {
    const texts = plain === undefined ? stringsIn(expressionAt(source, index + start.length)) : [plain];
    names.push(...texts.flatMap((text) => text.split(/\s+/)));
  }
  return names.filter(Boolean);
}

/** What stands between a brace and the one that closes it. */
function expressionAt(source: string, start: number): string {
  let end = start;
  for (let depth = 1; depth > 0 && end < source.length; end++)
    depth += { "{": 1, "}": -1 }[source[end] ?? ""] ?? 0;
  // What a value is compared with is no class.
  return source.slice(start, end - 1).replace(/[=!]== "[^"]*"/g, "");
}

/** The strings of some code, without the computed words of its templates. */
function stringsIn(code: string): string[] {
  const plain = [...code.matchAll(/"([^"\n]*)"/g)].map(([, text = ""]) => text);
  const templates = [...code.matchAll(/`([^`]*)`/g)].map(([, text = ""]) =>
    text.replace(/\S*\$\{[^}]*\}\S*/g, " "),
  );
  return [...plain, ...templates];
}

/** What the files in `app` of these names say. */
function files(name: RegExp): string[] {
  const paths = readdirSync("app", { recursive: true, encoding: "utf8" });
  return paths.filter((path) => name.test(path)).map((path) => readFileSync(`app/${path}`, "utf8"));
}
