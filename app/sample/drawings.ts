import { at, type Dice, drawBackdrop, pick, type Scene, SKY_NAMES, shade } from "./backdrops";
import { type BodyStyle, CAR_BODIES, type CarBody, type Point } from "./car-bodies";

/** What has already been taken off a vehicle that is being dismantled. */
export const DISMANTLED_LOOKS = [
  "whole",
  "wheels off",
  "hood up",
  "hood off",
  "door off",
  "odd fender",
] as const;
export type DismantledLook = (typeof DISMANTLED_LOOKS)[number];

export interface Drawing {
  bodyStyle: BodyStyle;
  /** The exterior colour as a dealer writes it, "Velvet Red Pearl"; its last known word decides the paint. */
  color: string | undefined;
  /** A hex colour that overrules the name. */
  paint?: string;
  background?: Scene;
  dismantled?: DismantledLook;
  /** Anything that names the vehicle; the backdrop, the wheels and the light follow from it. */
  seed?: string;
}

/** A vehicle seen from its side on a calm yard or lot, as an SVG of 1600 by 1200. The same wish draws the same picture. */
export function drawCar({ bodyStyle, color, paint, background, dismantled, seed = "" }: Drawing): string {
  const dice = diceFor(`${bodyStyle} ${color} ${seed}`);
  const scene = background ?? pick(dice, dismantled ? YARD_SCENES : LOT_SCENES);
  const sky = pick(dice, SKY_NAMES);
  const backdrop = drawBackdrop({ scene, sky, ground: dismantled ? "gravel" : "asphalt" }, dice);
  const coat = shade(paint ?? paintFor(color), at(dice, -7, 7));
  const vehicle =
    bodyStyle === "motorcycle"
      ? motorcycle(coat)
      : car(
          CAR_BODIES[bodyStyle],
          coat,
          dismantled ?? "whole",
          pickWheels(bodyStyle, dismantled, dice),
          dice() < 0.4,
        );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 1200" width="1600" height="1200">${backdrop}<g transform="${stance(dice)}">${vehicle}</g></svg>`;
}

/** The paint a colour's name stands for; an unknown or missing name is a plain silver. */
export function paintFor(color: string | undefined): string {
  const words = (color ?? "").toLowerCase().split(/[^a-z]+/);
  const paint = words.map((word) => PAINTS[word]).findLast((hex) => hex !== undefined) ?? "#b4babd";
  return words.reduce((hex, word) => shade(hex, DEPTHS[word] ?? 0), paint);
}

/** Some vehicles face right and none stands exactly like its neighbour; the wheels stay on the ground. */
function stance(dice: Dice): string {
  const scale = at(dice, 95, 101) / 100;
  const direction = dice() < 0.35 ? -1 : 1;
  return `translate(800 900) scale(${scale * direction} ${scale}) translate(-800 -900)`;
}

const LOT_SCENES = ["trees", "workshop", "hills", "fence"] as const satisfies readonly Scene[];
const YARD_SCENES = ["racks", "fence", "trees", "racks", "workshop"] as const satisfies readonly Scene[];

/** Words that make a paint deeper or brighter. */
const DEPTHS: Record<string, number> = {
  dark: -34,
  deep: -22,
  velvet: -40,
  dolphin: -20,
  antimatter: -44,
  twilight: -30,
  storm: -18,
  monte: -14,
  bright: 10,
  hyper: 22,
  laser: 34,
  gravity: 12,
  northsky: -12,
  marlin: 26,
  medium: 18,
};

const PAINTS: Record<string, string> = {
  white: "#eceeec",
  ivory: "#e9e3d2",
  pearl: "#e8e9e4",
  silver: "#b9bfc3",
  gray: "#7b8389",
  grey: "#7b8389",
  magnetic: "#666e74",
  granite: "#5d6468",
  gunmetal: "#565d62",
  graphite: "#5b6267",
  charcoal: "#4a5055",
  black: "#23272b",
  ebony: "#24282b",
  red: "#b3262a",
  maroon: "#6f1f28",
  burgundy: "#6d2230",
  ruby: "#8f1d2c",
  crimson: "#99202b",
  orange: "#d9641e",
  copper: "#a85a32",
  yellow: "#e6b422",
  gold: "#ab9a70",
  beige: "#cbbd9f",
  tan: "#b9a27c",
  champagne: "#c9bfa6",
  bronze: "#7d6547",
  brown: "#5d4433",
  mocha: "#5f4a3a",
  green: "#2f6245",
  teal: "#1f6d73",
  turquoise: "#2c8c93",
  blue: "#27538c",
  navy: "#1f3354",
  indigo: "#2b2f63",
  purple: "#553063",
  plum: "#4c2a45",
};

type Wheels = "five" | "twin" | "mesh" | "turbine" | "steel" | "six";

function pickWheels(bodyStyle: BodyStyle, dismantled: DismantledLook | undefined, dice: Dice): Wheels {
  if (dismantled && dice() < 0.35) return "steel";
  if (bodyStyle === "classic-sedan") return pick(dice, ["mesh", "steel", "turbine"]);
  if (bodyStyle === "regular-cab" || bodyStyle === "van") return pick(dice, ["steel", "six"]);
  if (bodyStyle === "pickup" || bodyStyle === "suv") return pick(dice, ["six", "five", "twin"]);
  return pick(dice, ["five", "twin", "mesh", "turbine"]);
}

function car(body: CarBody, paint: string, look: DismantledLook, wheels: Wheels, chrome: boolean): string {
  return `<defs>${definitions(body, paint)}</defs>${groundShadow(body)}${underbody(body)}${
    body.open ? cabin() : ""
  }${hoodOff(body, look)}${painted(body, paint, look)}${glasshouse(body, chrome)}${details(body, paint, look)}${
    look === "door off" ? missingDoor(body) : ""
  }${look === "hood up" ? raisedHood(body, paint) : ""}${body.axles
    .map((x) => (look === "wheels off" ? hub(x, body) : wheel(x, body, wheels)))
    .join("")}`;
}

function definitions(body: CarBody, paint: string): string {
  const glint = isDark(paint) ? 0.34 : 0.42;
  return `<clipPath id="body"><path d="${body.outline}"/></clipPath><clipPath id="windows"><path d="${body.windows}"/></clipPath>
<linearGradient id="coat" x1="0" y1="${topOf(body)}" x2="0" y2="${body.sill}" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="${shade(paint, 34)}"/><stop offset="0.42" stop-color="${shade(paint, 6)}"/><stop offset="0.62" stop-color="${paint}"/><stop offset="1" stop-color="${shade(paint, -44)}"/></linearGradient>
<linearGradient id="glint" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity="${glint}"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient>
<linearGradient id="glass" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#6f8791"/><stop offset="1" stop-color="#2f3d45"/></linearGradient>
<radialGradient id="shadow"><stop offset="0.55" stop-color="#14181a" stop-opacity="0.62"/><stop offset="1" stop-color="#14181a" stop-opacity="0"/></radialGradient>`;
}

function groundShadow(body: CarBody): string {
  const [front, rear] = body.axles;
  const centre = (front + rear) / 2;
  const reach = (rear - front) / 2;
  return `<ellipse cx="${centre}" cy="902" rx="${reach + 330}" ry="46" fill="url(#shadow)"/><path d="M${front - 190} 898 C${front - 100} ${body.sill} ${rear + 100} ${body.sill} ${rear + 200} 898 C${rear} 920 ${front} 920 ${front - 190} 898 Z" fill="#1b1f22" opacity="0.4"/>`;
}

/** The dark that shows below the sill and through the arches. */
function underbody(body: CarBody): string {
  const [front, rear] = body.axles;
  return `<path d="M${front - 120} ${body.sill - 70} H${rear + 110} V${body.sill + 6} Q${rear} ${body.sill + 34} ${rear - 100} ${body.sill + 26} H${front + 80} Q${front - 60} ${body.sill + 24} ${front - 120} ${body.sill + 6} Z" fill="#1b1f22"/>`;
}

/** Seats, head rests, steering wheel and windscreen frame of a car without a roof. */
function cabin(): string {
  const seat = (x: number, tone: string) =>
    `<path d="M${x} 640 L${x + 26} 566 Q${x + 34} 548 ${x + 56} 550 Q${x + 82} 552 ${x + 84} 576 L${x + 92} 640 Z" fill="${tone}"/><rect x="${x + 38}" y="522" width="44" height="36" rx="14" fill="${tone}"/>`;
  return `<path d="M560 640 H1120 V600 L900 610 L700 616 Z" fill="#1d2124"/>${seat(838, "#2b2f31")}${seat(868, "#3a3f42")}${seat(1000, "#33383b")}<path d="M716 616 L742 560" stroke="#15181a" stroke-width="9"/><ellipse cx="744" cy="574" rx="9" ry="38" fill="none" stroke="#15181a" stroke-width="8" transform="rotate(22 744 574)"/>`;
}

function painted(body: CarBody, paint: string, look: DismantledLook): string {
  const [front, rear] = body.axles;
  const arch = body.wheel + 16;
  const low = body.cladding ? cladding(body, arch) : "";
  const fender =
    look === "odd fender"
      ? `<path d="M${front - body.wheel} ${beltOf(body) + 50} L${frontDoorEdge(body)} ${beltOf(body) + 10} V${body.sill} H${front - body.wheel - 30} Z" fill="${isDark(paint) ? "#b9bfc3" : "#3f464b"}"/><path d="${body.doors[0]}" fill="url(#coat)"/>`
      : "";
  const wells = [front, rear]
    .map((x) => `<circle cx="${x}" cy="${900 - body.wheel}" r="${arch}" fill="#15181a"/>`)
    .join("");
  const lips = [front, rear]
    .map(
      (x) =>
        `<circle cx="${x}" cy="${900 - body.wheel}" r="${arch + 3}" fill="none" stroke="${body.cladding ? "#2b3033" : shade(paint, 26)}" stroke-width="6" opacity="${body.cladding ? 1 : 0.55}"/>`,
    )
    .join("");
  return `<g clip-path="url(#body)"><path d="${body.outline}" fill="url(#coat)"/>${fender}
<path d="${body.shoulder} V${body.sill - 60} C1100 ${body.sill - 110} 500 ${body.sill - 110} 100 ${body.sill - 60} Z" fill="#000" opacity="${isDark(paint) ? 0.2 : 0.1}"/>
<path d="${body.shoulder}" fill="none" stroke="#fff" stroke-width="7" opacity="${isDark(paint) ? 0.3 : 0.5}"/>
<path d="M0 ${body.sill - 46} C500 ${body.sill - 62} 1100 ${body.sill - 62} 1600 ${body.sill - 46} V900 H0 Z" fill="#000" opacity="0.16"/>
${low}${lips}${wells}</g><path d="${body.outline}" fill="none" stroke="${shade(paint, -62)}" stroke-width="2.5" opacity="0.7"/>`;
}

/** Unpainted plastic round the arches and along the sill. */
function cladding(body: CarBody, arch: number): string {
  const rings = body.axles
    .map((x) => `<circle cx="${x}" cy="${900 - body.wheel}" r="${arch + 17}" fill="#34393c"/>`)
    .join("");
  return `<path d="M0 ${body.sill - 24} H1600 V900 H0 Z" fill="#34393c"/>${rings}`;
}

function glasshouse(body: CarBody, chrome: boolean): string {
  const pillars = body.pillars
    .map(
      ([top, bottom, width]) =>
        `<path d="M${top - width / 2} 330 H${top + width / 2} L${bottom + width / 2} 640 H${bottom - width / 2} Z" fill="#14181b"/>`,
    )
    .join("");
  const slivers = body.slivers
    .map((path) => `<path d="${path}" fill="#3c4c54" stroke="#14181b" stroke-width="3"/>`)
    .join("");
  if (body.open) return `${slivers}<path d="${body.windows}" fill="#14181b"/>`;
  const moulding = chrome ? `<path d="${body.windows}" fill="none" stroke="#d3d9db" stroke-width="15"/>` : "";
  return `${slivers}${moulding}<path d="${body.windows}" fill="url(#glass)"/><g clip-path="url(#windows)">${seats(body)}
<path d="M640 300 L760 300 L560 660 L440 660 Z M1010 300 L1050 300 L850 660 L810 660 Z M1070 300 L1180 300 L980 660 L870 660 Z" fill="#fff" opacity="0.13"/>${pillars}</g><path d="${body.windows}" fill="none" stroke="#14181b" stroke-width="8" stroke-linejoin="round"/>`;
}

/** Head rests and a steering wheel, just visible through the tint. */
function seats(body: CarBody): string {
  const belt = beltOf(body);
  const [mirrorX] = body.mirror;
  const seat = (x: number) =>
    `<path d="M${x} ${belt + 40} L${x + 22} ${belt - 44} Q${x + 30} ${belt - 56} ${x + 52} ${belt - 54} Q${x + 78} ${belt - 50} ${x + 80} ${belt - 30} L${x + 90} ${belt + 40} Z" fill="#1d252a" opacity="0.75"/><rect x="${x + 36}" y="${belt - 82}" width="42" height="32" rx="12" fill="#1d252a" opacity="0.75"/>`;
  const rows = body.pillars.some(([, bottom]) => bottom > mirrorX + 210)
    ? [mirrorX + 150, mirrorX + 440]
    : [mirrorX + 150];
  return `${rows.map(seat).join("")}<ellipse cx="${mirrorX + 92}" cy="${belt - 14}" rx="9" ry="34" transform="rotate(24 ${mirrorX + 92} ${belt - 14})" fill="none" stroke="#1d252a" stroke-width="7" opacity="0.8"/>`;
}

function details(body: CarBody, paint: string, look: DismantledLook): string {
  const line = isDark(paint) ? "#000" : shade(paint, -96);
  const part = ({ path, tone }: CarBody["trim"][number]) => `<path d="${path}" fill="${TRIM[tone]}"/>`;
  const trim = body.trim
    .filter(({ tone }) => tone !== "rail")
    .map(part)
    .join("");
  const rails = body.trim
    .filter(({ tone }) => tone === "rail")
    .map(part)
    .join("");
  const seams = [...body.doors, ...body.seams]
    .map(
      (path) =>
        `<path d="${path}" fill="none" stroke="${line}" stroke-width="3.2" opacity="0.75" stroke-linejoin="round"/>`,
    )
    .join("");
  const handles = body.handles
    .filter((_, index) => !(look === "door off" && index === 0))
    .map(
      ([x, y]) =>
        `<rect x="${x - 27}" y="${y - 6}" width="54" height="13" rx="6.5" fill="${shade(paint, 30)}"/><rect x="${x - 27}" y="${y + 3}" width="54" height="5" rx="2.5" fill="#000" opacity="0.45"/>`,
    )
    .join("");
  const [x, y] = body.mirror;
  const mirror =
    look === "door off"
      ? ""
      : `<path d="M${x - 34} ${y + 6} Q${x - 40} ${y - 26} ${x - 8} ${y - 28} L${x + 22} ${y - 24} Q${x + 30} ${y - 8} ${x + 22} ${y + 10} Q${x - 10} ${y + 16} ${x - 34} ${y + 6} Z" fill="${shade(paint, 10)}" stroke="${shade(paint, -60)}" stroke-width="2.5"/>`;
  return `<g clip-path="url(#body)">${trim}</g>${rails}${seams}${headlight(body)}${taillight(body)}${handles}${mirror}`;
}

const TRIM = { dark: "#2b3033", bright: "#c3c9cc", grille: "#1a1e20", rail: "#4b5256" } as const;

function headlight(body: CarBody): string {
  const [x, y] = middleOf(body.headlight);
  const lens = (dx: number, radius: number) =>
    `<circle cx="${x + dx}" cy="${y}" r="${radius}" fill="#8fa0a8"/><circle cx="${x + dx}" cy="${y}" r="${radius * 0.66}" fill="#eef4f5"/>`;
  return `<clipPath id="lamp"><path d="${body.headlight}"/></clipPath><path d="${body.headlight}" fill="#c3d0d5"/><g clip-path="url(#lamp)">${lens(-14, 17)}${lens(28, 14)}</g><path d="${body.headlight}" fill="none" stroke="#2b3033" stroke-width="3.5"/>`;
}

function taillight(body: CarBody): string {
  return `<path d="${body.taillight}" fill="#a81d20" stroke="#4d0f12" stroke-width="3"/><path d="${body.taillight}" fill="url(#glint)" opacity="0.7"/>`;
}

function missingDoor(body: CarBody): string {
  const [door] = body.doors;
  const belt = beltOf(body);
  const [mirrorX] = body.mirror;
  const back = body.pillars.map(([, bottom]) => bottom).find((x) => x > mirrorX + 180) ?? mirrorX + 360;
  const floor = body.sill - 26;
  return `<g clip-path="url(#windows)"><rect x="${mirrorX - 80}" y="300" width="${back - mirrorX + 70}" height="400" fill="#4a565d"/></g><path d="${door}" fill="#23282b" stroke="#0e1112" stroke-width="5"/><path d="M${mirrorX - 20} ${belt + 14} Q${mirrorX + 40} ${belt - 6} ${mirrorX + 66} ${belt + 26} Q${mirrorX + 60} ${belt + 80} ${mirrorX + 10} ${belt + 96} Z" fill="#3a4145"/><g fill="#6a6257"><path d="M${mirrorX + 84} ${floor - 60} Q${mirrorX + 90} ${floor - 92} ${mirrorX + 126} ${floor - 88} L${mirrorX + 232} ${floor - 72} V${floor - 22} H${mirrorX + 96} Q${mirrorX + 82} ${floor - 30} ${mirrorX + 84} ${floor - 60} Z"/><path d="M${mirrorX + 176} ${floor - 70} L${mirrorX + 210} ${belt - 14} Q${mirrorX + 218} ${belt - 34} ${mirrorX + 242} ${belt - 30} Q${mirrorX + 264} ${belt - 24} ${mirrorX + 262} ${belt} L${mirrorX + 244} ${floor - 46} Z" fill="#7b7266"/><rect x="${mirrorX + 216}" y="${belt - 66}" width="46" height="36" rx="13" fill="#7b7266"/></g><path d="M${mirrorX + 50} ${belt + 40} L${mirrorX + 96} ${belt + 12}" stroke="#0e1112" stroke-width="9"/><ellipse cx="${mirrorX + 100}" cy="${belt + 12}" rx="10" ry="42" transform="rotate(24 ${mirrorX + 100} ${belt + 12})" fill="none" stroke="#0e1112" stroke-width="9"/>`;
}

function raisedHood(body: CarBody, paint: string): string {
  const [[frontX, frontY], [hingeX, hingeY]] = body.hood;
  const length = Math.hypot(hingeX - frontX, hingeY - frontY) * 0.92;
  return `<path d="M${frontX + 130} ${frontY - 20} L${hingeX - length * 0.42} ${hingeY - length * 0.5}" stroke="#34393c" stroke-width="6"/><g transform="translate(${hingeX} ${hingeY}) rotate(52)"><path d="M4 -4 C${-length * 0.3} -22 ${-length * 0.8} -20 ${-length} -2 L${-length + 6} 12 C${-length * 0.7} 2 ${-length * 0.3} 4 0 14 Z" fill="${paint}" stroke="${shade(paint, -70)}" stroke-width="3"/><path d="M0 14 C${-length * 0.3} 4 ${-length * 0.7} 2 ${-length + 6} 12 L${-length + 30} 20 C${-length * 0.6} 14 ${-length * 0.3} 16 -10 24 Z" fill="#2b3033"/></g>${engineTop(body)}`;
}

function hoodOff(body: CarBody, look: DismantledLook): string {
  return look === "hood off" ? engineTop(body) : "";
}

/** What stands above the fender once the bonnet is out of the way. */
function engineTop(body: CarBody): string {
  const [[frontX, frontY], [hingeX, hingeY]] = body.hood;
  const along = (t: number) => [frontX + (hingeX - frontX) * t, frontY + (hingeY - frontY) * t] as const;
  const [ax, ay] = along(0.28);
  const [bx, by] = along(0.5);
  const [cx, cy] = along(0.72);
  return `<g fill="#3a4043"><rect x="${ax - 26}" y="${ay - 44}" width="64" height="70" rx="6" fill="#22272a"/><rect x="${ax - 20}" y="${ay - 54}" width="14" height="14" fill="#b3262a"/><rect x="${bx - 60}" y="${by - 40}" width="128" height="60" rx="12"/><path d="M${bx - 46} ${by - 40} q10 -22 40 -20 h40 q20 4 22 20 Z" fill="#596064"/><circle cx="${cx}" cy="${cy - 18}" r="24" fill="#8f989c"/><circle cx="${cx}" cy="${cy - 18}" r="11" fill="#3a4043"/></g>`;
}

function wheel(x: number, { wheel: radius }: CarBody, wheels: Wheels): string {
  const rim = radius * (wheels === "steel" ? 0.62 : 0.72);
  return `<g transform="translate(${x} ${900 - radius})"><circle r="${radius}" fill="#1d2022"/><circle r="${radius * 0.93}" fill="none" stroke="#34393b" stroke-width="3"/><circle r="${rim + 5}" fill="#0f1112"/>${RIMS[wheels](rim)}</g>`;
}

const RIMS: Record<Wheels, (rim: number) => string> = {
  five: (rim) => alloy(rim, spokes(5, rim, 0.2, 0.13)),
  twin: (rim) => alloy(rim, spokes(5, rim, 0.075, 0.06, -11) + spokes(5, rim, 0.075, 0.06, 11)),
  six: (rim) => alloy(rim, spokes(6, rim, 0.19, 0.16)),
  mesh: (rim) => alloy(rim, spokes(12, rim, 0.075, 0.055)),
  turbine: (rim) => alloy(rim, spokes(9, rim, 0.1, 0.08, 0, 16)),
  steel: (rim) => {
    const holes = Array.from(
      { length: 8 },
      (_, i) =>
        `<ellipse cx="0" cy="${-rim * 0.68}" rx="${rim * 0.13}" ry="${rim * 0.1}" fill="#14181a" transform="rotate(${i * 45})"/>`,
    );
    return `<circle r="${rim}" fill="#6d7579"/><circle r="${rim * 0.9}" fill="#4e5559"/>${holes.join("")}<circle r="${rim * 0.42}" fill="#7f888c"/><circle r="${rim * 0.2}" fill="#3a4043"/>`;
  },
};

/** Bright rim and lip, the brake behind, the spokes on top. */
function alloy(rim: number, drawnSpokes: string): string {
  return `<circle r="${rim}" fill="#aeb6ba"/><circle r="${rim * 0.92}" fill="#24292c"/><circle r="${rim * 0.66}" fill="#767e82"/><circle r="${rim * 0.6}" fill="#565d61"/><g fill="#ced5d8" stroke="#868e92" stroke-width="1.5">${drawnSpokes}</g><circle r="${rim * 0.2}" fill="#bcc4c7"/><circle r="${rim * 0.1}" fill="#3a4043"/>`;
}

function spokes(count: number, rim: number, outer: number, inner: number, turn = 0, sweep = 0): string {
  const lean = Math.tan((sweep * Math.PI) / 180) * rim;
  const path = `M${-inner * rim} 0 L${(-outer * rim + lean).toFixed(1)} ${-rim * 0.95} H${(outer * rim + lean).toFixed(1)} L${inner * rim} 0 Z`;
  return Array.from(
    { length: count },
    (_, i) => `<path d="${path}" transform="rotate(${(i * 360) / count + turn})"/>`,
  ).join("");
}

/** Bare hub and brake disc, the car on a stand. */
function hub(x: number, body: CarBody): string {
  const y = 900 - body.wheel;
  const standX = x < 800 ? x + body.wheel + 70 : x - body.wheel - 70;
  const foot = body.sill - 4;
  return `<circle cx="${x}" cy="${y}" r="58" fill="#7c8488"/><circle cx="${x}" cy="${y}" r="52" fill="#939b9f"/><circle cx="${x}" cy="${y}" r="26" fill="#4b5256"/><circle cx="${x}" cy="${y}" r="10" fill="#23282b"/><path d="M${x - 58} ${y - 30} q-12 30 0 60 l22 -6 q-8 -24 0 -48 Z" fill="#8e3b34"/><path d="M${standX - 15} ${foot} h30 v14 h-8 L${standX + 46} 906 h-18 L${standX} 876 L${standX - 28} 906 h-18 L${standX - 7} ${foot + 14} h-8 Z" fill="#d98b28"/>`;
}

/** A touring motorcycle with its saddlebags; drawn apart, for it shares nothing with a car. */
function motorcycle(paint: string): string {
  const tyre = (x: number) =>
    `<g transform="translate(${x} 770)"><circle r="130" fill="#1d2022"/><circle r="98" fill="#c4cbce"/><circle r="88" fill="#7d858a"/><g fill="#ced5d8" stroke="#868e92">${spokes(10, 92, 0.06, 0.05)}</g><circle r="40" fill="#596064"/><circle r="18" fill="#c4cbce"/></g>`;
  return `<defs><radialGradient id="shadow"><stop offset="0.55" stop-color="#14181a" stop-opacity="0.62"/><stop offset="1" stop-color="#14181a" stop-opacity="0"/></radialGradient></defs>
<ellipse cx="800" cy="902" rx="620" ry="42" fill="url(#shadow)"/>
${tyre(390)}${tyre(1180)}
<path d="M390 770 L520 500" stroke="#aeb6ba" stroke-width="26"/><path d="M410 770 L536 500" stroke="#7d858a" stroke-width="8"/>
<path d="M540 520 L620 790 H1000 L1180 770" fill="none" stroke="#2b3033" stroke-width="24" stroke-linejoin="round"/>
<path d="M640 800 C760 860 900 830 1330 826" fill="none" stroke="#c4cbce" stroke-width="34" stroke-linecap="round"/>
<g><path d="M640 790 L690 640 H760 L770 790 Z" fill="#9ba3a7"/><path d="M790 790 L800 640 H870 L920 790 Z" fill="#9ba3a7"/><path d="M684 664 H766 M678 690 H768 M670 716 H768 M662 742 H770 M800 664 H876 M800 690 H884 M798 716 H892 M796 742 H900" stroke="#596064" stroke-width="8"/><circle cx="780" cy="786" r="58" fill="#c4cbce"/><circle cx="780" cy="786" r="34" fill="#868e92"/></g>
<path d="M590 560 C640 500 760 500 850 566 L870 640 H620 C590 620 580 590 590 560 Z" fill="${paint}"/><path d="M606 556 C660 516 750 516 830 572 C760 548 680 548 606 556 Z" fill="#fff" opacity="0.35"/>
<path d="M830 620 C860 590 900 600 960 610 C1010 618 1030 570 1060 560 L1150 566 C1160 610 1120 650 1060 656 H860 Z" fill="#23272a"/>
<path d="M496 424 C516 356 556 316 596 300 L622 440 C580 400 540 404 496 424 Z" fill="#c9d8dd" opacity="0.75" stroke="#2b3033" stroke-width="4"/><path d="M462 480 C484 408 580 392 622 440 L648 560 L566 604 C500 594 452 550 462 480 Z" fill="${paint}"/><path d="M478 470 C506 424 570 416 606 444" fill="none" stroke="#fff" stroke-width="8" opacity="0.4"/>
<circle cx="482" cy="500" r="30" fill="#e6eef0" stroke="#2b3033" stroke-width="6"/><path d="M606 470 L700 448 Q724 446 730 468" stroke="#2b3033" stroke-width="15" stroke-linecap="round" fill="none"/>
<path d="M1010 660 H1300 C1326 664 1330 700 1320 740 C1310 776 1290 786 1250 786 H1060 C1020 776 1000 720 1010 660 Z" fill="${paint}"/><path d="M1020 672 H1304" stroke="#fff" stroke-width="8" opacity="0.4"/>
<path d="M1160 660 V560 M1280 660 V560" stroke="#7d858a" stroke-width="14"/><path d="M1130 470 H1300 Q1326 474 1326 500 V566 H1130 Q1112 520 1130 470 Z" fill="${paint}"/><path d="M1128 500 H1324" stroke="#c4cbce" stroke-width="6"/>
<path d="M270 700 C300 640 400 620 470 660 L520 720 C460 660 340 660 290 724 Z" fill="${paint}"/>
<path d="M1296 620 h36 v30 h-36 Z" fill="#a81d20"/>`;
}

function topOf(body: CarBody): number {
  return Math.min(...yValues(body.outline));
}

function beltOf(body: CarBody): number {
  return body.mirror[1] + 8;
}

function frontDoorEdge(body: CarBody): number {
  return body.mirror[0] - 26;
}

function middleOf(path: string): Point {
  const xs = xValues(path);
  const ys = yValues(path);
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}

/** Every other number of a path made of absolute M, L and C commands is an x, the ones between are y. */
function xValues(path: string): number[] {
  return numbersOf(path).filter((_, index) => index % 2 === 0);
}

function yValues(path: string): number[] {
  return numbersOf(path).filter((_, index) => index % 2 === 1);
}

function numbersOf(path: string): number[] {
  return (path.match(/\d+/g) ?? []).map(Number);
}

function isDark(hex: string): boolean {
  const [r, g, b] = [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
  return (r ?? 0) * 0.3 + (g ?? 0) * 0.59 + (b ?? 0) * 0.11 < 90;
}

/** FNV-1a, then mulberry32: small, and the same everywhere. */
function diceFor(seed: string): Dice {
  let state = 0x811c9dc5;
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
