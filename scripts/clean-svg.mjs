import { parse } from "postcss";
import { SaxesParser } from "saxes";

/*
 * A drawing is written anew from the elements and attributes listed here, since the renderer would read files of this machine that an
 * <image> names. How long that takes, and how much there is to draw, is not looked at: the process is ended (draw-svg.mjs).
 */

/** The drawn picture, in pixels. */
const WIDTH = 1000;
const HEIGHT = 500;
/** Wider or taller, and no header has a place for it. */
const WIDEST = 12;
const TALLEST = 2;

const ELEMENTS =
  words(`svg g defs symbol use path rect circle ellipse line polyline polygon clipPath mask linearGradient
  radialGradient stop style`);

/** What may stand in an attribute or in CSS. */
const STYLES =
  words(`transform fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset opacity color display visibility stop-color stop-opacity clip-path clip-rule mask
  paint-order mix-blend-mode isolation shape-rendering`);
const ATTRIBUTES = new Set([
  ...STYLES,
  ...words(`id class style d points x y x1 y1 x2 y2 cx cy r rx ry fx fy width height viewBox preserveAspectRatio pathLength offset
  gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits href xlink:href`),
]);

/** `red`, `rgb(0, 0, 0)`, `translate(1 2)`: nothing with which a second declaration could begin. */
const CSS_VALUE = /^(?!.*url\()[\w#.,%()\s+-]+$/is;
/** A gradient, and what to draw without it. */
const LOCAL_REFERENCE = /^url\(\s*["']?(#[\w:.-]+)["']?\s*\)(\s+[^\s].*)?$/is;
/** `.cls-1, g path`, `rect:first-child`, `[id="a"]`. */
const CSS_SELECTORS =
  /^(?:[\w.#\s,>*+~-]|:first-child|\[[\w-]+(?:[~|^$*]?=(?:"[\w .#-]*"|'[\w .#-]*'|[\w-]+))?\])+$/;

/** What keeps a drawing from being a logo. */
export class NoLogo extends Error {}

/**
 * Writes an SVG anew, with its size in pixels.
 * @throws NoLogo at the first thing that no logo has; another error where it is no XML
 */
export function cleanSvg(bytes) {
  const written = [];
  /** The names of the elements that are open; undefined for one that is left out. */
  const open = [];
  const css = [];
  // XML 1.1 has control characters, which would be left out after everything was looked at.
  const parser = new SaxesParser({ xmlns: false, defaultXMLVersion: "1.0", forceXMLVersion: true });
  // Thrown, so that nothing more is read.
  parser.on("error", (error) => {
    throw error;
  });
  // The parser knows none of them.
  parser.on("doctype", (text) => {
    if (text.includes("[")) throw new NoLogo("defines entities of its own. Save it again as a plain SVG");
  });
  parser.on("opentag", (tag) => {
    const name = tag.name.replace(/^svg:/, "");
    requireOutlines(name);
    const isRoot = open.length === 0;
    if (isRoot && name !== "svg") throw new NoLogo("is not an SVG");
    const isWithin = isRoot || (open.at(-1) !== undefined && open.at(-1) !== "style");
    const isKept = isWithin && ELEMENTS.has(name);
    open.push(isKept ? name : undefined);
    const attributes = { ...plainAttributes(tag.attributes), ...(isRoot && rootAttributes(tag.attributes)) };
    if (isKept) written.push(toStartTag(name, attributes));
  });
  parser.on("closetag", () => {
    const name = open.pop();
    // In one piece, so that nothing in it is hidden by where a CDATA section begins.
    if (name === "style") written.push(escapeXml(plainSheet(css.splice(0).join(""))));
    if (name) written.push(`</${name}>`);
  });
  const addText = (text) => {
    if (open.at(-1) === "style") css.push(text);
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.write(new TextDecoder("utf-8", { fatal: true }).decode(bytes)).close();
  return written.join("");
}

function requireOutlines(name) {
  if (/^(text|tspan|textPath)$/.test(name))
    throw new NoLogo("has text in it, whose font is not here. Save it with its text turned into outlines");
  if (/^(image|feImage|pattern|foreignObject)$/.test(name))
    throw new NoLogo("has a picture or a pattern in it. Save it as a PNG instead");
}

function rootAttributes(attributes) {
  const [x, y, width, height] = viewBoxOf(attributes);
  if (width / height > WIDEST || height / width > TALLEST)
    throw new NoLogo("is too long: at most twelve times as wide as high, or twice as high as wide");
  const scale = Math.min(WIDTH / width, HEIGHT / height);
  return {
    xmlns: "http://www.w3.org/2000/svg",
    "xmlns:xlink": "http://www.w3.org/1999/xlink",
    viewBox: [x, y, width, height].join(" "),
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

function viewBoxOf({ viewBox, width, height }) {
  const box = viewBox
    ? viewBox
        .trim()
        .split(/[\s,]+/)
        .map(Number)
    : [0, 0, toPixels(width), toPixels(height)];
  const [, , wide, high] = box;
  if (box.length === 4 && box.every(Number.isFinite) && wide > 0 && high > 0) return box;
  throw new NoLogo("does not say its size. Save it again with a viewBox");
}

function toPixels(length) {
  return /^\d+(\.\d+)?(px)?$/.test(length ?? "") ? Number.parseFloat(length) : Number.NaN;
}

function plainAttributes(attributes) {
  const plain = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (!ATTRIBUTES.has(name)) continue;
    if (/href$/.test(name)) {
      if (/^#[\w:.-]+$/.test(value)) plain["xlink:href"] = value;
    } else if (name === "style") plain.style = declarations(parseCss(value));
    else {
      const kept = /url\(/i.test(value) ? plainValue(value.trim()) : value;
      if (kept !== undefined) plain[name] = kept;
    }
  }
  return plain;
}

/** A style sheet written anew: of what is not understood here, the renderer sees nothing. What is for some screens alone is left out. */
function plainSheet(css) {
  const rules = parseCss(css).filter(({ type, selector }) => type === "rule" && CSS_SELECTORS.test(selector));
  return rules.map(({ selector, nodes }) => `${selector}{${declarations(nodes)}}`).join("");
}

/** The rules of a style sheet, or the declarations of a style; none of what is no CSS. */
function parseCss(css) {
  try {
    return parse(css).nodes;
  } catch {
    return [];
  }
}

/** Those of a style that say how lines are drawn and colored. */
function declarations(nodes) {
  return nodes
    .flatMap((node) => {
      const name = node.type === "decl" ? node.prop.toLowerCase() : "";
      const value = STYLES.has(name) ? plainValue(node.value.trim()) : undefined;
      return value === undefined ? [] : [`${name}:${value}${node.important ? " !important" : ""}`];
    })
    .join(";");
}

function plainValue(value) {
  const [, reference, otherwise = ""] = LOCAL_REFERENCE.exec(value) ?? [];
  const plain = reference === undefined ? value : otherwise.trim();
  if (plain !== "" && !CSS_VALUE.test(plain)) return undefined;
  return reference === undefined ? value : `url(${reference}) ${plain}`.trim();
}

function toStartTag(name, attributes) {
  const written = Object.entries(attributes).map(
    ([attribute, value]) => ` ${attribute}="${escapeXml(value)}"`,
  );
  return `<${name}${written.join("")}>`;
}

/** The parser lets no other sign in that XML doesn't have. */
function escapeXml(text) {
  return String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function words(text) {
  return new Set(text.trim().split(/\s+/));
}
