import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { drawLogo, looksLikeSvg } from "~/pictures/draw-logo.server";

const svg = (inside: string, head = 'viewBox="0 0 40 20"') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${head}>${inside}</svg>`,
  );

async function draw(bytes: Buffer) {
  const drawn = await drawLogo(bytes);
  if (!drawn.ok) throw new Error(drawn.message);
  return sharp(drawn.png).raw().toBuffer({ resolveWithObject: true });
}

/** The red, green, blue and opacity of the picture's middle. */
async function middleOf(bytes: Buffer) {
  const { data, info } = await draw(bytes);
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
  return [...data.subarray(at, at + 4)];
}

describe("a drawing", () => {
  it("is drawn large, on a transparent ground", async () => {
    const { info } = await draw(svg('<rect x="10" width="20" height="20" fill="#0d6b45"/>'));
    expect(info).toMatchObject({ width: 1000, height: 500, channels: 4 });
    expect(await middleOf(svg('<rect x="10" width="20" height="20" fill="#0d6b45"/>'))).toEqual([
      13, 107, 69, 255,
    ]);
    expect(await middleOf(svg('<rect width="1" height="1"/>'))).toEqual([0, 0, 0, 0]);
  });

  it("keeps what drawing programs write: classes, gradients, one use of a shape", async () => {
    const inside = `<defs><style>.a{fill:#ff0000}</style><path id="p" class="a" d="M0 0h40v20H0z"/></defs><use xlink:href="#p"/>`;
    expect(await middleOf(svg(inside))).toEqual([255, 0, 0, 255]);
  });

  it.each([
    ["a rule that is important", ".a{fill:#ff0000!important}"],
    ["what is for a printer", "@media print{.b{fill:#00f}.a{display:none}}.a{fill:#ff0000}"],
    ["what is for dark pages", "@media (prefers-color-scheme:dark){.b{x:y}.a{fill:#00ff00}}.a{fill:#ff0000}"],
    ["the first of its group", "rect:first-child{fill:#ff0000}"],
    ["a shape with an attribute", '[id="x"]{fill:#ff0000}'],
    ["a color in place of a gradient that isn't there", ".a{fill:url(#nope) #ff0000}"],
    ["a style in two pieces", "/* one */.a{fill:#00ff00}<![CDATA[.a{fill:#ff0000}]]>"],
    ["a shape as opaque as can be", ".a{opacity:1;fill:#ff0000;paint-order:stroke}"],
  ])("keeps %s", async (_what, css) => {
    const inside = `<style>${css}</style><g><rect class="a" id="x" width="40" height="20"/></g>`;
    expect(await middleOf(svg(inside))).toEqual([255, 0, 0, 255]);
  });

  it("may have as many parts as Inkscape gives an opacity of 1, and one that is translucent below groups", async () => {
    const part = '<path style="opacity:1;fill:#ff0000" d="M0 0h40v20H0z"/>';
    expect(await middleOf(svg(part.repeat(150)))).toEqual([255, 0, 0, 255]);
    const groups = ['<g style="opacity:1">'.repeat(15), "</g>".repeat(15)];
    const faint = `<style>.t{opacity:.4}</style>${groups[0]}<rect class="t" width="40" height="20"/>${groups[1]}`;
    expect((await middleOf(svg(faint)))[3]).toBe(102);
  });

  it("is clipped and masked by classes, in masks of masks and uses of uses as well", async () => {
    const clips = '<clipPath id="c"><rect width="10" height="20"/></clipPath>';
    const masks = `<mask id="m" mask="url(#n)"><path d="M0 0h40v20H0z" fill="#ffffff"/></mask><mask id="n"><path d="M0 0h10v20H0z" fill="#ffffff"/></mask>`;
    for (const style of ["clip-path:url(#c)", "mask:url(#m)"]) {
      const inside = `<defs><style>.a{${style}}</style>${clips}${masks}<rect id="r" width="40" height="20" fill="#ff0000"/><use id="u" href="#r"/></defs><g class="a"><use href="#u"/></g>`;
      const { data } = await draw(svg(inside));
      expect([[...data.subarray(0, 4)], await middleOf(svg(inside))]).toEqual([
        [255, 0, 0, 255],
        [0, 0, 0, 0],
      ]);
    }
  });

  it("multiplies where it is told to", async () => {
    const inside = `<rect width="40" height="20" fill="#ff0000"/><rect style="mix-blend-mode:multiply" width="40" height="20" fill="#00ff00"/>`;
    expect(await middleOf(svg(inside))).toEqual([0, 0, 0, 255]);
  });

  it("is known by its bytes, whatever it is called", () => {
    expect(looksLikeSvg(Buffer.from("\uFEFF<?xml version='1.0'?><svg/>"))).toBe(true);
    expect(looksLikeSvg(Buffer.from("\x89PNG\r\n\x1a\n<svg"))).toBe(false);
    expect(looksLikeSvg(Buffer.from("<html><svg/></html>"))).toBe(false);
  });
});

describe("an attack", () => {
  it("with a file of this machine draws none", async () => {
    const file = path.join(tmpdir(), `secret-${process.pid}.svg`);
    writeFileSync(file, svg('<rect width="40" height="20" fill="#ff0000"/>'));
    for (const href of [file, `file://${file}`]) {
      const drawn = await drawLogo(svg(`<image width="40" height="20" href="${href}"/>`));
      expect(drawn).toMatchObject({
        ok: false,
        message: expect.stringContaining("a picture or a pattern in it"),
      });
      expect(await middleOf(svg(`<use href="${href}"/><use xlink:href="${href}#x"/>`))).toEqual([0, 0, 0, 0]);
    }
  });

  it("with scripts or foreign markup leaves nothing but the drawing", async () => {
    const inside = `<script>alert(1)</script><rect width="40" height="20" fill="#00ff00" onload="alert(1)"/>`;
    expect(await middleOf(svg(inside))).toEqual([0, 255, 0, 255]);
  });

  it.each<[string, Buffer, string]>([
    [
      "entities that grow",
      Buffer.from(
        `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><svg viewBox="0 0 1 1"><g>&b;</g></svg>`,
      ),
      "entities",
    ],
    ["text", svg("<text>Yard</text>"), "outlines"],
    ["foreign markup", svg("<foreignObject/>"), "PNG"],
    ["a shape too long", svg("", 'viewBox="0 0 1 100000"'), "too long"],
    ["no size", svg("", ""), "does not say its size"],
    ["a size that is no number", svg("", 'viewBox="0 0 1e999 1"'), "does not say its size"],
    ["a page", Buffer.from("<html/>"), "is not an SVG"],
    ["half a file", Buffer.from("<svg viewBox='0 0 1 1'><g>"), "not a valid SVG"],
    ["bytes that are no text", Buffer.from([0x3c, 0x73, 0x76, 0x67, 0xff, 0xfe]), "not a valid SVG"],
    ["a file too large", Buffer.alloc(300_000, " "), "too large"],
  ])("with %s gets a sentence", async (_name, bytes, words) => {
    expect(await drawLogo(bytes)).toMatchObject({ ok: false, message: expect.stringContaining(words) });
  });

  it("with characters of XML 1.1 hides no style from the check", async () => {
    const xml = Buffer.from(
      `<?xml version="1.1"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect style="m&#1;ask:url(#m)"/></svg>`,
    );
    expect(await drawLogo(xml)).toMatchObject({
      ok: false,
      message: expect.stringContaining("not a valid SVG"),
    });
  });

  it("with comments, or a word in two pieces, brings in no style that isn't known", async () => {
    // Nothing is drawn of what a filter that isn't there is for.
    const shown = '<rect class="a" width="40" height="20"/>';
    const sheet = (css: string) => svg(`<style>.a{${css}fill:#ff0000}</style>${shown}`);
    for (const css of [
      "filter:url(#f);",
      "fil<![CDATA[ter:url(#f);]]>",
      "filter:x;filter:url(#f);",
      "*filter:url(#f);",
      "filter/**/:url(#f);",
      "f\\69lter:url(#f);",
      "}@media all{.a{filter:url(#f)}}.a{",
    ])
      expect(await middleOf(sheet(css))).toEqual([255, 0, 0, 255]);
    // A sheet that is no CSS is left out.
    for (const css of [
      "fil/* a /* b */ter:url(#f);",
      "fill:red!importantfilter:url(#f);",
      "fill:red}.a{stroke:red!importantfilter:url(#f);",
    ])
      expect(await middleOf(sheet(css))).toEqual([0, 0, 0, 255]);
  });

  it.each<[string, string, string]>([
    [
      "layers that a style sheet makes of all groups, again in what is used and in its mask",
      `<style>:first-child{opacity:.5}</style><defs><g><mask id="m" maskUnits="userSpaceOnUse" x="-40" y="-40" width="99" height="99">${nest("<g>", 33)}</mask></g><g><g id="u">${nest("<g>", 33, '<g mask="url(#m)"><path d="M-40-40h99v99h-99z"/></g>')}</g></g></defs><g>${nest("<g>", 33, '<use href="#u"/>')}</g>`,
      "takes too much memory to draw. Save it as a PNG instead",
    ],
    ["a thousand layers", nest('<g opacity=".5">', 900), "takes too much memory"],
    ["drawings in drawings", nest('<svg width="40" height="20">', 300), "takes too much memory"],
    [
      "masks of masks",
      `${grow((at) => `<mask id="a${at + 1}">${`<rect width="40" height="20" mask="url(#a${at})"/>`.repeat(5)}</mask>`)}<rect width="40" height="20" mask="url(#a9)"/>`,
      "takes too much memory",
    ],
    [
      "uses of uses",
      `<path id="a0" d="M0 0h9v9z"/>${grow((at) => `<g id="a${at + 1}">${`<use href="#a${at}"/>`.repeat(10)}</g>`)}`,
      "not a valid SVG",
    ],
    ["a tower of groups", nest("<g>", 30_000), "not a valid SVG"],
    [
      "a use of itself, by another",
      '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>',
      "not a valid SVG",
    ],
  ])("of %s is ended, and gets a sentence", async (_name, inside, words) => {
    expect(await drawLogo(svg(inside))).toMatchObject({ ok: false, message: expect.stringContaining(words) });
  });

  it.each([
    [
      "comments that don't end",
      `<rect style="fill:#ff0000;${"/*a".repeat(80_000)}" width="40" height="20"/>`,
    ],
    ["elements and letters by turns in a style sheet", `<style>${"<g/>x".repeat(45_000)}</style>`],
    ["many parts", "<g/>".repeat(60_000)],
  ])("of %s is drawn", async (_name, inside) => {
    expect((await drawLogo(svg(inside))).ok).toBe(true);
  });
});

/** Elements in each other, with a drawing in the last. */
function nest(tag: string, depth: number, inside = '<path d="M-40-40h99v99h-99z"/>'): string {
  const [name] = /\w+/.exec(tag) ?? [];
  return `${tag.repeat(depth)}${inside}${`</${name}>`.repeat(depth)}`;
}

/** Nine that each refer to the one before. */
function grow(toXml: (at: number) => string): string {
  return Array.from({ length: 9 }, (_, at) => toXml(at)).join("");
}
