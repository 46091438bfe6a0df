import { inflateSync } from "node:zlib";

/** A sheet of a printed page. */
export interface Sheet {
  /** In points. */
  width: number;
  height: number;
  /** Its words from top to bottom, a line of text each. */
  lines: string[];
}

/**
 * The sheets of a PDF as Chromium writes it: one content stream to a page, glyphs as hexadecimal codes, and for each font
 * a table of what they mean. Enough to ask what stands on which sheet.
 */
export function sheetsOf(pdf: Buffer): Sheet[] {
  const objects = objectsOf(pdf);
  return [...objects.values()]
    .filter(({ dictionary }) => /\/Type\s*\/Page\b/.test(dictionary))
    .map(({ dictionary }) => {
      const [width = 0, height = 0] = numbersIn(dictionary, "MediaBox").slice(2);
      const content = objects.get(referenceIn(dictionary, "Contents"))?.stream ?? "";
      return { width, height, lines: linesIn(content, fontsOf(dictionary, objects)) };
    });
}

interface PdfObject {
  dictionary: string;
  stream: string;
}

type Objects = Map<number, PdfObject>;
type Font = Map<number, string>;

function objectsOf(pdf: Buffer): Objects {
  const text = pdf.toString("latin1");
  const objects: Objects = new Map();
  for (const { 1: number, index } of text.matchAll(/^(\d+) 0 obj\b/gm)) {
    const end = text.indexOf("endobj", index);
    const body = text.slice(index, end);
    const start = body.search(/stream\r?\n/);
    const dictionary = start < 0 ? body : body.slice(0, start);
    objects.set(Number(number), { dictionary, stream: start < 0 ? "" : streamIn(pdf, index, dictionary) });
  }
  return objects;
}

function streamIn(pdf: Buffer, object: number, dictionary: string): string {
  const start = pdf.indexOf("stream", object + dictionary.length) + "stream".length;
  const first = start + (pdf[start] === 13 ? 2 : 1);
  const bytes = pdf.subarray(first, first + Number(/\/Length (\d+)/.exec(dictionary)?.[1]));
  return (/FlateDecode/.test(dictionary) ? inflateSync(bytes) : bytes).toString("latin1");
}

/** The fonts of a page by their names in its content: `F4`. */
function fontsOf(dictionary: string, objects: Objects): Map<string, Font> {
  const resources = objects.get(referenceIn(dictionary, "Resources"))?.dictionary ?? dictionary;
  const named = /\/Font\s*<<(.*?)>>/s.exec(resources)?.[1] ?? "";
  const fonts = [...named.matchAll(/\/(\w+) (\d+) 0 R/g)].map(([, name = "", number]): [string, Font] => {
    const font = objects.get(Number(number))?.dictionary ?? "";
    return [name, meaningsIn(objects.get(referenceIn(font, "ToUnicode"))?.stream ?? "")];
  });
  return new Map(fonts);
}

/** What each glyph's code means, by a font's own table. */
function meaningsIn(table: string): Font {
  const meanings: Font = new Map();
  for (const [, block = ""] of table.matchAll(/beginbfchar(.*?)endbfchar/gs))
    for (const [, code = "", words = ""] of block.matchAll(/<(\w+)>\s*<(\w+)>/g))
      meanings.set(Number.parseInt(code, 16), lettersOf(words));
  for (const [, block = ""] of table.matchAll(/beginbfrange(.*?)endbfrange/gs))
    for (const [, from = "", to = "", words = ""] of block.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g))
      for (let code = Number.parseInt(from, 16); code <= Number.parseInt(to, 16); code++)
        meanings.set(
          code,
          String.fromCodePoint(Number.parseInt(words, 16) + code - Number.parseInt(from, 16)),
        );
  return meanings;
}

/** The text of a page's content, line by line; pieces on one height are one line. */
function linesIn(content: string, fonts: Map<string, Font>): string[] {
  const lines: string[] = [];
  let font: Font = new Map();
  let height = "";
  for (const [, name, tail, shown] of content.matchAll(
    /\/(\w+) [\d.]+ Tf|([-\d.]+) Tm|((?:<\w*>|\[[^\]]*\])\s*T[jJ])/g,
  )) {
    if (name) font = fonts.get(name) ?? font;
    else if (tail) {
      if (tail !== height) lines.push("");
      height = tail;
    } else if (shown) {
      const codes = [...shown.matchAll(/<(\w*)>/g)].flatMap(([, hex = ""]) => hex.match(/.{4}/g) ?? []);
      const words = codes.map((code) => font.get(Number.parseInt(code, 16)) ?? "").join("");
      lines.push(`${lines.pop() ?? ""}${words}`);
    }
  }
  return lines.filter(Boolean);
}

function lettersOf(hex: string): string {
  return (hex.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join("");
}

function referenceIn(dictionary: string, key: string): number {
  return Number(new RegExp(`/${key} (\\d+) 0 R`).exec(dictionary)?.[1]);
}

function numbersIn(dictionary: string, key: string): number[] {
  return (new RegExp(`/${key}\\s*\\[([^\\]]*)\\]`).exec(dictionary)?.[1] ?? "")
    .trim()
    .split(/\s+/)
    .map(Number);
}
