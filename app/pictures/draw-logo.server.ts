import { type ExecFileException, execFile } from "node:child_process";
import pLimit from "p-limit";
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
  stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset opacity color display visibility stop-color stop-opacity`);
const ATTRIBUTES = new Set([
  ...STYLES,
  ...words(`id class style d points x y x1 y1 x2 y2 cx cy r rx ry fx fy width height viewBox preserveAspectRatio pathLength offset
  gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits clip-path mask href xlink:href`),
]);

/** `red`, `rgb(0, 0, 0)`, `translate(1 2)`: nothing with which a second declaration could begin. */
const CSS_VALUE = /^(?!.*url\()[\w#.,%()\s+-]+$/is;
/** A gradient. */
const LOCAL_REFERENCE = /^url\(["']?(#[\w:.-]+)["']?\)$/i;
/** `.cls-1, g path`. */
const CSS_SELECTORS = /^[\w.#\s,>*-]+$/;

interface Element {
  name: string;
  attributes: Record<string, string>;
  children: (Element | string)[];
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
  let problem: string | undefined;
  let root: Element | undefined;
  const open: (Element | undefined)[] = [];
  const counts = { elements: 0, uses: 0, layers: 0 };
  // XML 1.1 has control characters, which would be left out after everything was looked at.
  const parser = new SaxesParser({ xmlns: false, defaultXMLVersion: "1.0", forceXMLVersion: true });
  const fail = (reason: string) => {
    problem ??= reason;
  };
  // It would go on, and say the same of each letter that follows.
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
    const isKept = ELEMENTS.has(name) && (open.length === 0 ? name === "svg" : parent !== undefined);
    const element = isKept ? toElement(name, tag.attributes) : undefined;
    open.push(element);
    if (!element) return;
    if (name === "use") counts.uses += 1;
    if (isLayer(element)) counts.layers += 1;
    if (counts.uses > MAX_USES || counts.layers > MAX_LAYERS)
      fail("has too many layers. Save it as a PNG instead");
    if (parent) parent.children.push(element);
    else if (open.length === 1) root = element;
  });
  parser.on("closetag", () => open.pop());
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element?.name !== "style") return;
    // In one piece, so that nothing in it is hidden by where a CDATA section begins.
    element.children = [element.children.join("") + text];
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  try {
    parser.write(new TextDecoder("utf-8", { fatal: true }).decode(bytes)).close();
  } catch {
    fail("is not a valid SVG. Save it again as a plain SVG");
  }
  if (problem === undefined && root) {
    if (openLayers(root, hasOpacity(root)) > MAX_OPEN_LAYERS)
      return { problem: "has too many layers. Save it as a PNG instead" };
    dropNestedReferences(root);
    return { root };
  }
  return { problem: problem ?? "is not an SVG" };
}

function toElement(name: string, given: Record<string, string>): Element {
  const attributes: Record<string, string> = {};
  for (const [attribute, value] of Object.entries(given)) {
    if (!ATTRIBUTES.has(attribute)) continue;
    if (/href$/.test(attribute)) {
      if (/^#[\w:.-]+$/.test(value)) attributes["xlink:href"] = value;
    } else if (attribute === "style") attributes.style = declarations(withoutComments(value));
    else if (!/url\(/i.test(value) || LOCAL_REFERENCE.test(value.trim())) attributes[attribute] = value;
  }
  return { name, attributes, children: [] };
}

/** A style sheet of plain rules, written anew: of what is not understood here, the renderer sees nothing. */
function plainSheet(css: string): string {
  return withoutComments(css)
    .split("}")
    .flatMap((rule) => {
      const at = rule.indexOf("{");
      const selectors = rule.slice(0, Math.max(0, at)).trim();
      return CSS_SELECTORS.test(selectors) ? [`${selectors}{${declarations(rule.slice(at + 1))}}`] : [];
    })
    .join("");
}

/** Those of a style that color and draw lines. A mask in it would be a layer that nobody has counted. */
function declarations(css: string): string {
  return css
    .split(";")
    .flatMap((declaration) => {
      const at = declaration.indexOf(":");
      const name = declaration.slice(0, Math.max(0, at)).trim().toLowerCase();
      if (!STYLES.has(name)) return [];
      const value = plainValue(declaration.slice(at + 1).trim());
      return value === undefined ? [] : [`${name}:${value}`];
    })
    .join(";");
}

function plainValue(value: string): string | undefined {
  const reference = LOCAL_REFERENCE.exec(value)?.[1];
  if (reference !== undefined) return `url(${reference})`;
  return CSS_VALUE.test(value) ? value : undefined;
}

/** Without a pattern, which would look for the end of each comment that has none through all of the text. */
function withoutComments(css: string): string {
  const [start = "", ...comments] = css.split("/*");
  const behind = comments.map((text) => {
    const end = text.indexOf("*/");
    return end < 0 ? "" : text.slice(end + 2);
  });
  return start + behind.join("");
}

function isLayer({ attributes }: Element): boolean {
  const { mask, opacity, style = "" } = attributes;
  return Boolean(mask || attributes["clip-path"] || opacity) || /(^|;)opacity:/.test(style);
}

/** Whether a style sheet makes layers, of whichever elements. */
function hasOpacity({ name, children }: Element): boolean {
  return children.some((child) =>
    typeof child === "string"
      ? name === "style" && /[{;]opacity:/.test(plainSheet(child))
      : hasOpacity(child),
  );
}

/** How many layers are in each other at most. */
function openLayers(element: Element, isAnyOne: boolean): number {
  const within = element.children.map((child) =>
    typeof child === "string" ? 0 : openLayers(child, isAnyOne),
  );
  return Math.max(0, ...within) + (isAnyOne || isLayer(element) ? 1 : 0);
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
    typeof child === "string" ? escapeXml(plainSheet(child)) : toXml(child, { inLayer: isLayer }),
  );
  return `<${name}${namespaces}${written}>${within.join("")}</${name}>`;
}

function words(text: string): Set<string> {
  return new Set(text.trim().split(/\s+/));
}
