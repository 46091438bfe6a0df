import { Resvg } from "@resvg/resvg-js";
import bodyStyles from "./body-styles.json";

export type BodyStyle = keyof typeof bodyStyles;
export const BODY_STYLES = Object.keys(bodyStyles) as BodyStyle[];

interface CarPicture {
  bodyStyle: BodyStyle;
  /** The color as a dealer writes it, such as "Velvet Red Pearl". */
  color: string | undefined;
  place: "yard" | "lot";
  /** Anything that identifies the vehicle, so that neighbors in a list differ and each keeps its picture. */
  seed: string;
  /** The whole car unless given. */
  view?: CarView;
}

/** What a picture shows, as the part of the drawing that fills it. */
const VIEWS = {
  side: "0 0 1600 1200",
  front: "40 480 720 540",
  rear: "840 480 720 540",
  windows: "440 420 720 540",
} as const;
export type CarView = keyof typeof VIEWS;

/** A car seen from the side, as a PNG of 1200 by 900. */
export function renderCarPicture(picture: CarPicture): Buffer {
  return new Resvg(carSvg(picture), { fitTo: { mode: "width", value: 1200 } }).render().asPng();
}

/** The same picture as an SVG of 1600 by 1200, or a part of it. */
export function carSvg({ bodyStyle, color, place, seed, view = "side" }: CarPicture): string {
  const variant = [...seed].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  const paint = paintFor(color);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${VIEWS[view]}">${gradients(paint)}${backdrop(variant, place)}
<g transform="translate(${variant % 3 === 0 ? "1600 0) scale(-1 1" : "0 0"})">${car(bodyStyle, paint)}</g></svg>`;
}

function gradients(paint: string): string {
  const vertical = `x1="0" x2="0" y1="0" y2="1"`;
  return `<defs>
<linearGradient id="paint" ${vertical}><stop stop-color="${shade(paint, 34)}"/><stop offset="0.55" stop-color="${paint}"/><stop offset="1" stop-color="${shade(paint, -44)}"/></linearGradient>
<linearGradient id="glass" ${vertical}><stop stop-color="#7f97a1"/><stop offset="1" stop-color="#2f3d45"/></linearGradient>
<radialGradient id="shadow"><stop offset="0.5" stop-color="#14181a" stop-opacity="0.6"/><stop offset="1" stop-color="#14181a" stop-opacity="0"/></radialGradient>
</defs>`;
}

const SKIES = ["#cfe3ec", "#e8eee8", "#dfe3e4", "#f1e3c9"];
const HILLS = ["#7d9f8b", "#8aa58f", "#7f968c", "#95a083"];

/** Sky, two rows of hills, the ground and a road with its dashed line. */
function backdrop(variant: number, place: CarPicture["place"]): string {
  const hill = HILLS[variant % HILLS.length] ?? "";
  const shift = (variant * 97) % 400;
  const fence = `<path d="M0 470H1600V700H0Z" fill="#8b9a93"/><path d="M${Array.from({ length: 40 }, (_, post) => `${post * 40 + 20} 470v230`).join("M")}" stroke="#788780" stroke-width="10"/>`;
  return `<path d="M0 0H1600V1200H0Z" fill="${SKIES[(variant >> 2) % SKIES.length]}"/>
<g transform="translate(${-shift} 0)"><path d="M0 520C260 400 480 430 760 500S1300 400 2000 520V700H0Z" fill="${hill}" opacity="0.6"/><path d="M0 600C300 520 560 600 900 570S1500 520 2000 590V700H0Z" fill="${hill}"/></g>
${place === "yard" ? fence : ""}<path d="M0 670H1600V1010H0Z" fill="${place === "yard" ? "#a69f90" : "#8b9195"}"/>
<path d="M0 1010H1600V1200H0Z" fill="#6d7479"/><path d="M${-(shift % 240)} 1120H1840" stroke="#f2c14a" stroke-width="20" stroke-dasharray="132 108"/>`;
}

function car(bodyStyle: BodyStyle, paint: string): string {
  const { axles, wheel, sill, outline, windows, pillars, lines, headlight, taillight, frame } =
    bodyStyles[bodyStyle];
  const [front = 0, rear = 0] = axles;
  const wheelWells = axles.map((x) => circle(x, 900 - wheel, wheel + 16, "#15181a")).join("");
  const wheels = axles
    .map((x) =>
      [
        circle(x, 900 - wheel, wheel, "#1d2022"),
        circle(x, 900 - wheel, wheel * 0.7, "#c3cacd"),
        circle(x, 900 - wheel, wheel * 0.52, "#7d858a"),
        circle(x, 900 - wheel, wheel * 0.18, "#dfe4e6"),
      ].join(""),
    )
    .join("");
  return `<clipPath id="body"><path d="${outline}"/></clipPath><clipPath id="windows"><path d="${windows}"/></clipPath>
<ellipse cx="${(front + rear) / 2}" cy="902" rx="${(rear - front) / 2 + 330}" ry="46" fill="url(#shadow)"/>
<path d="${frame}" fill="#2b3337"/><path d="${outline}" fill="url(#paint)" stroke="${shade(paint, -62)}" stroke-width="3"/>
<g clip-path="url(#body)"><path d="M0 ${sill - 46}H1600V900H0Z" opacity="0.2"/>${bodyStyle === "motorcycle" ? "" : wheelWells}</g>
<path d="${windows}" fill="url(#glass)" stroke="#14181b" stroke-width="8"/><g clip-path="url(#windows)"><path d="${pillars}" fill="#14181b"/></g>
<path d="${lines}" fill="none" stroke="${shade(paint, -80)}" stroke-width="4" opacity="0.7"/>
<path d="${headlight}" fill="#e4edf0" stroke="#2b3033" stroke-width="3"/><path d="${taillight}" fill="#a81d20" stroke="#4d0f12" stroke-width="3"/>${wheels}`;
}

function circle(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;
}

/** The last word of a color's name that names a paint decides; an unknown or missing color is silver. */
function paintFor(color = ""): string {
  const words = color.toLowerCase().split(/[^a-z]+/);
  const paint = words.map((word) => PAINTS[word]).findLast((hex) => hex !== undefined) ?? "#b4babd";
  return words.some((word) => DARK.has(word)) ? shade(paint, -30) : paint;
}

const DARK = new Set(["dark", "deep", "velvet", "dolphin", "antimatter", "twilight", "storm", "rapid"]);

const PAINTS: Record<string, string> = {
  white: "#eceeec",
  ivory: "#e9e3d2",
  pearl: "#e8e9e4",
  silver: "#b9bfc3",
  gray: "#7b8389",
  slate: "#69747a",
  granite: "#5d6468",
  graphite: "#5b6267",
  charcoal: "#4a5055",
  black: "#23272b",
  red: "#b3262a",
  orange: "#d9641e",
  yellow: "#e6b422",
  gold: "#ab9a70",
  beige: "#cbbd9f",
  bronze: "#7d6547",
  green: "#2f6245",
  blue: "#27538c",
  purple: "#553063",
  amethyst: "#553063",
};

/** A hex color made lighter (positive) or darker (negative) by an amount out of 255. */
function shade(hex: string, amount: number): string {
  const channels = [1, 3, 5].map((start) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) + amount;
    return Math.max(0, Math.min(255, value)).toString(16).padStart(2, "0");
  });
  return `#${channels.join("")}`;
}
