import { type ExecFileException, execFile } from "node:child_process";
import pLimit from "p-limit";
import { type ChildNode, parse } from "postcss";
import { SaxesParser, type SaxesTagPlain } from "saxes";
import { inProgram } from "~/program.server";
import { escapeXml } from "~/values/xml";

/*
 * An uploaded SVG is never served: it is rebuilt from the elements and attributes of this list and drawn to a PNG, which is then
 * stored like any other picture. The renderer would read files of this machine that an <image> names, and nested references would let a small
 * file take all memory, so neither gets to it. A few kilobytes can still take it minutes, so it runs in a process that is ended.
 */

const MAX_BYTES = 256 * 1024;
const MAX_ELEMENTS = 5000;
const MAX_DEPTH = 40;
const MAX_USES = 50;
/** Each is a layer of its own while it is drawn. */
const MAX_LAYERS = 100;
/** In each other, of 10 MB each at most; what a mask or a `use` draws may have as many again. */
const MAX_OPEN_LAYERS = 10;
/** A logo takes a tenth of a second, with the start of the process. */
const TIMEOUT_MS = 10_000;
const MAX_PNG_BYTES = 8 * 1024 * 1024;
/** The drawn picture, in pixels. */
const WIDTH = 1000;
const HEIGHT = 500;
/** Wider or taller, and no header has a place for it. */
const WIDEST = 12;
const TALLEST = 2;

const SHAPES = ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon"];
const CONTAINERS = [
  "svg",
  "g",
  "defs",
  "symbol",
  "clipPath",
  "mask",
  "linearGradient",
  "radialGradient",
  "style",
];
const ELEMENTS = new Set([...SHAPES, ...CONTAINERS, "stop", "use"]);

/** What may stand in an attribute or in CSS. */
const STYLES =
  words(`transform fill fill-opacity fill-rule clip-rule stroke stroke-width stroke-opacity stroke-linecap
  stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset opacity color display visibility stop-color stop-opacity
  paint-order mix-blend-mode isolation shape-rendering`);
const ATTRIBUTES = new Set([
  ...STYLES,
  ...words(`id class style d points x y x1 y1 x2 y2 cx cy r rx ry fx fy width height viewBox preserveAspectRatio pathLength offset
  gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits clip-path mask href xlink:href`),
]);

/** `red`, `rgb(0, 0, 0)`, `translate(1 2)`: nothing with which a second declaration could begin. */
const CSS_VALUE = /^(?!.*url\()[\w#.,%()\s+-]+$/is;
/** A gradient, and what to draw without it. */
const LOCAL_REFERENCE = /^url\(\s*["']?(#[\w:.-]+)["']?\s*\)(\s+[^\s].*)?$/is;
/** `.cls-1, g path`, `rect:first-child`, `[id="a"]`. */
const CSS_SELECTORS =
  /^(?:[\w.#\s,>*+~-]|:first-child|\[[\w-]+(?:[~|^$*]?=(?:"[\w .#-]*"|'[\w .#-]*'|[\w-]+))?\])+$/;

interface Element {
  name: string;
  attributes: Record<string, string>;
  /** Texts of a style sheet alone. */
  children: (Element | string)[];
}

/** What keeps a drawing from being a logo. */
class NoLogo extends Error {
  override name = "NoLogo";
}

export type DrawnLogo = { ok: true; png: Buffer } | { ok: false; message: string };

/** Whether a file is an SVG, by its first bytes. */
export function looksLikeSvg(bytes: Buffer): boolean {
  const start = bytes
    .subarray(0, 1024)
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart();
  return /^<(\?xml|svg|!--|!DOCTYPE\s+svg)/i.test(start);
}

/** Draws an SVG to a PNG with a transparent ground, or says in a sentence what keeps it from being a logo. */
export async function drawLogo(bytes: Buffer, { timeoutMs = TIMEOUT_MS } = {}): Promise<DrawnLogo> {
  if (bytes.length > MAX_BYTES) return refused("is too large: an SVG can have at most 256 KB");
  const read = readDrawing(bytes);
  if ("problem" in read) return refused(read.problem);
  const { root } = read;
  const box = viewBoxOf(root);
  if (!box) return refused("does not say its size. Save it again with a viewBox");
  const [, , width = 1, height = 1] = box;
  if (width / height > WIDEST || height / width > TALLEST)
    return refused("is too long: at most twelve times as wide as high, or twice as high as wide");
  const scale = Math.min(WIDTH / width, HEIGHT / height);
  root.attributes = {
    ...root.attributes,
    viewBox: box.join(" "),
    width: String(Math.max(1, Math.round(width * scale))),
    height: String(Math.max(1, Math.round(height * scale))),
  };
  try {
    const xml = toXml(root, { inLayer: false, isRoot: true });
    return { ok: true, png: await inTurn(() => render(xml, timeoutMs)) };
  } catch (error) {
    if ((error as ExecFileException).killed)
      return refused("takes too long to draw. Save it as a PNG instead");
    return refused("can't be drawn. Save it again as a plain SVG, or as a PNG");
  }
}

/** Each takes a core. */
const inTurn = pLimit(1);

function render(xml: string, timeoutMs: number): Promise<Buffer> {
  // It needs none of the site's secrets.
  const env = { NODE_ENV: "production" } as const;
  const options = { timeout: timeoutMs, killSignal: "SIGKILL", maxBuffer: MAX_PNG_BYTES, env } as const;
  return new Promise((resolve, reject) => {
    const drawing = execFile(
      process.execPath,
      [inProgram("scripts", "draw-svg.mjs")],
      { ...options, encoding: "buffer" },
      (error, png) => (error ? reject(error) : resolve(png)),
    );
    // One that was ended reads no longer.
    drawing.stdin?.on("error", () => {});
    drawing.stdin?.end(xml);
  });
}

function refused(problem: string): DrawnLogo {
  return { ok: false, message: `The drawing ${problem}.` };
}

function readDrawing(bytes: Buffer): { root: Element } | { problem: string } {
  try {
    const root = parseDrawing(bytes);
    const layered = cleanSheets(root);
    if (openLayers(root, layered) > MAX_OPEN_LAYERS) return { problem: TOO_MANY_LAYERS };
    dropNestedReferences(root);
    return { root };
  } catch (error) {
    if (error instanceof NoLogo) return { problem: error.message };
    return { problem: "is not a valid SVG. Save it again as a plain SVG" };
  }
}

const TOO_MANY_LAYERS = "has too many layers. Save it as a PNG instead";

/** @throws NoLogo at the first thing that no logo has; another error where it is no XML */
function parseDrawing(bytes: Buffer): Element {
  let root: Element | undefined;
  const open: (Element | undefined)[] = [];
  const counts = { elements: 0, uses: 0, layers: 0 };
  // XML 1.1 has control characters, which would be left out after everything was looked at.
  const parser = new SaxesParser({ xmlns: false, defaultXMLVersion: "1.0", forceXMLVersion: true });
  // Thrown, so that nothing more is read.
  const fail = (reason: string) => {
    throw new NoLogo(reason);
  };
  parser.on("error", (error) => {
    throw error;
  });
  // An entity could make a few bytes millions.
  parser.on("doctype", (text) => {
    if (text.includes("[")) fail("defines entities of its own. Save it again as a plain SVG");
  });
  parser.on("opentag", (tag: SaxesTagPlain) => {
    const parent = open.at(-1);
    const name = tag.name.replace(/^svg:/, "");
    if (/^(text|tspan|textPath)$/.test(name))
      fail("has text in it, whose font is not here. Save it with its text turned into outlines");
    if (/^(image|feImage|pattern|foreignObject)$/.test(name))
      fail("has a picture or a pattern in it. Save it as a PNG instead");
    counts.elements += 1;
    if (counts.elements > MAX_ELEMENTS || open.length >= MAX_DEPTH)
      fail("has too many parts. Save it as a PNG instead");
    const isWithin = parent !== undefined && parent.name !== "style";
    const isKept = ELEMENTS.has(name) && (open.length === 0 ? name === "svg" : isWithin);
    const element = isKept ? toElement(name, tag.attributes) : undefined;
    open.push(element);
    if (!element) return;
    if (name === "use") counts.uses += 1;
    if (hasLayerAttribute(element)) counts.layers += 1;
    if (counts.uses > MAX_USES || counts.layers > MAX_LAYERS) fail(TOO_MANY_LAYERS);
    if (parent) parent.children.push(element);
    else if (open.length === 1) root = element;
  });
  parser.on("closetag", () => open.pop());
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element?.name === "style") element.children.push(text);
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.write(new TextDecoder("utf-8", { fatal: true }).decode(bytes)).close();
  return root ?? fail("is not an SVG");
}

function toElement(name: string, given: Record<string, string>): Element {
  const attributes: Record<string, string> = {};
  for (const [attribute, value] of Object.entries(given)) {
    if (!ATTRIBUTES.has(attribute)) continue;
    if (/href$/.test(attribute)) {
      if (/^#[\w:.-]+$/.test(value)) attributes["xlink:href"] = value;
    } else if (attribute === "style") attributes.style = declarations(parseCss(value));
    else {
      const plain = /url\(/i.test(value) ? plainValue(value.trim()) : value;
      if (plain !== undefined) attributes[attribute] = plain;
    }
  }
  return { name, attributes, children: [] };
}

/**
 * Writes each style sheet anew: of what is not understood here, the renderer sees nothing.
 * @returns what the selectors of its layers name: `.a`, `#b`, `g`; `*` for anything
 */
function cleanSheets({ name, children }: Element, layered = new Set<string>()): Set<string> {
  for (const child of children) if (typeof child !== "string") cleanSheets(child, layered);
  if (name !== "style") return layered;
  // In one piece, so that nothing in it is hidden by where a CDATA section begins. What is for some screens alone is left out.
  const rules = parseCss(children.join("")).filter((node) => node.type === "rule");
  const plain = rules.flatMap(({ selector, nodes }) => {
    if (!CSS_SELECTORS.test(selector)) return [];
    const style = declarations(nodes);
    if (isLayerStyle(style))
      for (const [part] of selector.matchAll(/[.#]?[\w-]+|\*|\[/g)) layered.add(part === "[" ? "*" : part);
    return [`${selector}{${style}}`];
  });
  children.splice(0, children.length, plain.join(""));
  return layered;
}

/** The rules of a style sheet, or the declarations of a style; none of what is no CSS. */
function parseCss(css: string): ChildNode[] {
  try {
    return parse(css).nodes;
  } catch {
    return [];
  }
}

/** Those of a style that color and draw lines. A mask in it would be a layer that nobody has counted. */
function declarations(nodes: readonly ChildNode[]): string {
  return nodes
    .flatMap((node) => {
      const name = node.type === "decl" ? node.prop.toLowerCase() : "";
      const value = node.type === "decl" && STYLES.has(name) ? plainValue(node.value.trim()) : undefined;
      if (node.type !== "decl" || value === undefined) return [];
      return [`${name}:${value}${node.important ? " !important" : ""}`];
    })
    .join(";");
}

function plainValue(value: string): string | undefined {
  const [, reference, otherwise = ""] = LOCAL_REFERENCE.exec(value) ?? [];
  const plain = reference === undefined ? value : otherwise.trim();
  if (plain !== "" && !CSS_VALUE.test(plain)) return undefined;
  return reference === undefined ? value : `url(${reference}) ${plain}`.trim();
}

/** Whether a style, as it is written anew, makes a layer. */
function isLayerStyle(style: string): boolean {
  return style.split(";").some((declaration) => {
    const [name, value = ""] = declaration.replace(" !important", "").split(":");
    if (name === "opacity") return isTranslucent(value);
    return name === "isolation" ? value === "isolate" : name === "mix-blend-mode" && value !== "normal";
  });
}

/** Whether an opacity is less than `1`, `1.0` or `100%`. */
function isTranslucent(opacity: string): boolean {
  return !(Number.parseFloat(opacity) >= (opacity.trim().endsWith("%") ? 100 : 1));
}

function hasLayerAttribute({ attributes: { mask, opacity, ...others } }: Element): boolean {
  return Boolean(mask || others["clip-path"]) || (opacity !== undefined && isTranslucent(opacity));
}

/** How many layers are in each other at most. */
function openLayers(element: Element, layered: ReadonlySet<string>): number {
  const { name, attributes, children } = element;
  const { style = "", id = "", class: classes = "" } = attributes;
  const names = ["*", name, `#${id}`, ...classes.split(/\s+/).map((one) => `.${one}`)];
  const isLayer = hasLayerAttribute(element) || isLayerStyle(style) || names.some((one) => layered.has(one));
  const within = children.map((child) => (typeof child === "string" ? 0 : openLayers(child, layered)));
  return Math.max(0, ...within) + (isLayer ? 1 : 0);
}

/** What has a reference in it can't be referred to, so that none is drawn more than once for each `use`. */
function dropNestedReferences(element: Element): boolean {
  let has = element.name === "use";
  for (const child of element.children)
    if (typeof child !== "string" && dropNestedReferences(child)) has = true;
  if (has || element.name === "svg") delete element.attributes.id;
  return has;
}

function viewBoxOf({ attributes }: Element): number[] | undefined {
  const { viewBox, width, height } = attributes;
  const box = viewBox
    ? viewBox
        .trim()
        .split(/[\s,]+/)
        .map(Number)
    : [0, 0, size(width), size(height)];
  const [, , wide = 0, high = 0] = box;
  return box.length === 4 && box.every(Number.isFinite) && wide > 0 && high > 0 ? box : undefined;
}

function size(length: string | undefined): number {
  return /^\d+(\.\d+)?(px)?$/.test(length ?? "") ? Number.parseFloat(length ?? "") : Number.NaN;
}

interface Place {
  /** Within a mask or clip path, which can't have others. */
  inLayer: boolean;
  isRoot?: boolean;
}

function toXml({ name, attributes, children }: Element, { inLayer, isRoot = false }: Place): string {
  const isLayer = inLayer || name === "mask" || name === "clipPath";
  const namespaces = isRoot
    ? ' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    : "";
  const written = Object.entries(attributes)
    .filter(([attribute]) => !isLayer || (attribute !== "mask" && attribute !== "clip-path"))
    .map(([attribute, value]) => ` ${attribute}="${escapeXml(value)}"`)
    .join("");
  const within = children.map((child) =>
    typeof child === "string" ? escapeXml(child) : toXml(child, { inLayer: isLayer }),
  );
  return `<${name}${namespaces}${written}>${within.join("")}</${name}>`;
}

function words(text: string): Set<string> {
  return new Set(text.trim().split(/\s+/));
}
