/** Numbers between 0 and 1, the same row for the same seed, so that a vehicle's picture never changes. */
export type Dice = () => number;

export type Scene = "trees" | "fence" | "workshop" | "hills" | "racks";

export interface Backdrop {
  scene: Scene;
  sky: Sky;
  ground: "asphalt" | "gravel";
}

const HORIZON = 640;

/** Flat daylight colours: sky, its lower band, clouds, far and near foliage, and the tint on the ground. */
const SKIES = {
  clear: { high: "#bcd8e6", low: "#dcebf0", cloud: "#f4f8f9", far: "#8fae9f", near: "#4f7a61", sun: "" },
  morning: {
    high: "#cfe0dc",
    low: "#f3ead6",
    cloud: "#fbf6ea",
    far: "#9db3a2",
    near: "#5b8065",
    sun: "#fff6df",
  },
  overcast: { high: "#cdd5d8", low: "#e3e7e6", cloud: "#eef1f0", far: "#95a79f", near: "#557364", sun: "" },
  evening: {
    high: "#e9d3b4",
    low: "#f6e6c8",
    cloud: "#fbf1de",
    far: "#a3a587",
    near: "#5d7357",
    sun: "#fbe3a6",
  },
} as const;
export type Sky = keyof typeof SKIES;
export const SKY_NAMES = ["clear", "morning", "overcast", "evening"] as const satisfies readonly Sky[];

/** Everything behind and under the car, from the sky to the dashed road line; 1600 by 1200. */
export function drawBackdrop({ scene, sky, ground }: Backdrop, dice: Dice): string {
  const light = SKIES[sky];
  return [
    `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${light.high}"/><stop offset="1" stop-color="${light.low}"/></linearGradient></defs>`,
    `<rect width="1600" height="700" fill="url(#sky)"/>`,
    light.sun &&
      `<circle cx="${at(dice, 200, 1400)}" cy="${at(dice, 170, 300)}" r="74" fill="${light.sun}"/>`,
    clouds(light.cloud, dice),
    SCENE_PAINTERS[scene](light, dice),
    ground === "asphalt" ? asphalt(dice) : gravel(dice),
  ].join("");
}

type Light = (typeof SKIES)[Sky];

const SCENE_PAINTERS: Record<Scene, (light: Light, dice: Dice) => string> = {
  trees: (light, dice) =>
    hill(light.far, 470, dice) + conifers(light.near, 26, 150, 290, dice) + hedge(light.near, dice),
  hills: (light, dice) =>
    mountains(light.far, dice) + hill(light.near, 560, dice) + poles(dice) + guardRail(),
  fence: (light, dice) => roundTrees(light.near, dice) + corrugatedFence(dice),
  workshop: (light, dice) => hill(light.far, 480, dice) + roundTrees(light.near, dice) + workshop(dice),
  racks: (light, dice) =>
    hill(light.far, 460, dice) + conifers(light.near, 14, 120, 240, dice) + racks(dice) + meshFence(),
};

function clouds(fill: string, dice: Dice): string {
  let slot = 0;
  return repeat(3, () => {
    const x = slot++ * 540 + at(dice, -60, 240);
    const y = at(dice, 90, 300);
    const r = at(dice, 34, 58);
    return `<path d="M${x} ${y} a${r * 0.6} ${r * 0.6} 0 0 1 ${r * 0.5} ${-r} a${r} ${r} 0 0 1 ${r * 1.7} ${-r * 0.5} a${r * 0.8} ${r * 0.8} 0 0 1 ${r * 1.4} ${r * 0.4} a${r * 0.56} ${r * 0.56} 0 0 1 ${r * 0.5} ${r * 1.1} Z" fill="${fill}" opacity="0.85"/>`;
  });
}

function hill(fill: string, top: number, dice: Dice): string {
  const a = top + at(dice, -40, 40);
  const b = top + at(dice, -50, 40);
  return `<path d="M0 ${a + 40} C260 ${a - 60} 480 ${a} 760 ${b + 20} C1040 ${b - 50} 1320 ${b - 60} 1600 ${b + 50} V700 H0 Z" fill="${fill}"/>`;
}

function mountains(fill: string, dice: Dice): string {
  const peaks = [at(dice, 240, 420), at(dice, 700, 880), at(dice, 1180, 1360)] as const;
  const ridge = peaks.map((x, i) => {
    const y = at(dice, 270, 370);
    return `<path d="M${x - 480} 700 L${x - 60} ${y + 30} L${x} ${y} L${x + 70} ${y + 46} L${x + 470} 700 Z" fill="${fill}" opacity="${0.55 + i * 0.12}"/>`;
  });
  return ridge.join("");
}

function conifers(fill: string, count: number, least: number, most: number, dice: Dice): string {
  let index = 0;
  return repeat(count, () => {
    const x = Math.round((index++ / count) * 1640 - 20 + at(dice, -18, 18));
    const h = at(dice, least, most);
    const w = Math.round(h * 0.24);
    const y = 660 - h;
    const tier = (top: number, half: number, low: number) =>
      `M${x} ${y + top} L${x + half} ${y + low} H${x - half} Z`;
    const path = [tier(0, w * 0.62, h * 0.42), tier(h * 0.2, w * 0.82, h * 0.68), tier(h * 0.42, w, h)].join(
      " ",
    );
    return `<path d="${path}" fill="${shade(fill, at(dice, -14, 12))}"/>`;
  });
}

function roundTrees(fill: string, dice: Dice): string {
  return repeat(8, () => {
    const x = at(dice, -40, 1640);
    const r = at(dice, 70, 130);
    const y = at(dice, 400, 470);
    const tone = shade(fill, at(dice, -10, 16));
    return `<rect x="${x - 8}" y="${y}" width="16" height="260" fill="#5e5144"/><g fill="${tone}"><circle cx="${x}" cy="${y}" r="${r}"/><circle cx="${x - r * 0.7}" cy="${y + r * 0.5}" r="${r * 0.7}"/><circle cx="${x + r * 0.75}" cy="${y + r * 0.45}" r="${r * 0.72}"/></g>`;
  });
}

function hedge(fill: string, dice: Dice): string {
  const tone = shade(fill, -16);
  return `<g fill="${tone}"><rect y="618" width="1600" height="60"/>${repeat(22, () => `<circle cx="${at(dice, 0, 1600)}" cy="622" r="${at(dice, 18, 40)}"/>`)}</g>`;
}

function poles(dice: Dice): string {
  const first = at(dice, 60, 260);
  const xs = [first, first + 560, first + 1120];
  const wires = xs.map(
    (x) =>
      `<path d="M${x - 560} 262 Q${x - 280} 312 ${x} 262 Q${x + 280} 312 ${x + 560} 262" fill="none" stroke="#6d6a63" stroke-width="2.5"/>`,
  );
  const posts = xs.map(
    (x) =>
      `<path d="M${x} 230 V680 M${x - 46} 262 H${x + 46}" stroke="#6b5d4e" stroke-width="11" fill="none"/>`,
  );
  return wires.join("") + posts.join("");
}

function guardRail(): string {
  const posts = Array.from(
    { length: 11 },
    (_, i) => `<rect x="${i * 160 + 4}" y="600" width="16" height="82" fill="#8b9195"/>`,
  );
  return `${posts.join("")}<rect y="604" width="1600" height="36" fill="#c3c9cc"/><rect y="618" width="1600" height="8" fill="#979da1"/>`;
}

function corrugatedFence(dice: Dice): string {
  const tone = pick(dice, ["#7d8f86", "#8d8f8c", "#8a7767", "#6f8794"]);
  const rib = shade(tone, -12);
  const ribs = Array.from({ length: 54 }, (_, i) => `M${i * 30 + 10} 424 V690`).join(" ");
  // Beside the roof, never behind it, where it would sit on the car like a taxi's sign.
  const sign = pick(dice, [40, 1370]);
  return `<rect y="420" width="1600" height="270" fill="${tone}"/><path d="${ribs}" stroke="${rib}" stroke-width="9"/><rect y="412" width="1600" height="16" fill="${shade(tone, -28)}"/><rect y="560" width="1600" height="8" fill="${shade(tone, -22)}"/>${signBoard(sign, 462, 190, 84)}`;
}

function workshop(dice: Dice): string {
  const wall = pick(dice, ["#e4ded0", "#d7dcd8", "#cfc6b6", "#dcd5cb"]);
  const x = at(dice, 60, 220);
  const width = 1180;
  const bays = [0, 1, 2].map((i) => {
    const left = x + 70 + i * 372;
    const open = i === 1 && dice() > 0.4;
    const lines = Array.from({ length: 6 }, (_, k) => `M${left} ${484 + k * 34} h300`).join(" ");
    return `<rect x="${left - 10}" y="440" width="320" height="250" fill="${shade(wall, -34)}"/><rect x="${left}" y="450" width="300" height="240" fill="${open ? "#3d4447" : "#f3f1ea"}"/>${
      open
        ? `<rect x="${left}" y="450" width="300" height="52" fill="#f3f1ea"/><path d="M${left + 40} 690 V560 h24 V690 M${left + 236} 690 V560 h24 V690" fill="#596267"/>`
        : `<path d="${lines}" stroke="#cfccc1" stroke-width="4"/>`
    }`;
  });
  return `<rect x="${x}" y="330" width="${width}" height="360" fill="${wall}"/><rect x="${x - 20}" y="306" width="${width + 40}" height="34" fill="${shade(wall, -46)}"/><rect x="${x}" y="340" width="${width}" height="72" fill="#0d6b45"/><rect x="${x + 8}" y="348" width="${width - 16}" height="56" rx="10" fill="none" stroke="#f4f6f2" stroke-width="4"/>${bays.join("")}`;
}

function racks(dice: Dice): string {
  const bay = (x: number) => {
    const loads = [0, 1].map((level) => {
      const floor = 676 - level * 118;
      return dice() > 0.5 ? tyres(x + 24, floor, dice) : panels(x + 20, floor, dice);
    });
    return `${loads.join("")}<path d="M${x} 420 V690 M${x + 300} 420 V690" stroke="#3f6d86" stroke-width="14"/><path d="M${x} 562 H${x + 300} M${x} 446 H${x + 300} M${x} 682 H${x + 300}" stroke="#d98b28" stroke-width="11"/>`;
  };
  const first = at(dice, -120, 60);
  return [0, 1, 2, 3, 4].map((i) => bay(first + i * 340)).join("");
}

function tyres(x: number, floor: number, dice: Dice): string {
  const count = 2 + Math.floor(dice() * 3);
  return Array.from({ length: count }, (_, i) => {
    const cx = x + 42 + i * 76;
    return `<circle cx="${cx}" cy="${floor - 40}" r="36" fill="#2f3437"/><circle cx="${cx}" cy="${floor - 40}" r="17" fill="#7d8487"/>`;
  }).join("");
}

function panels(x: number, floor: number, dice: Dice): string {
  return Array.from({ length: 4 }, (_, i) => {
    const tone = pick(dice, ["#8e3b34", "#3e5f7d", "#c9ccca", "#57665c", "#d0b25a", "#44494d"]);
    const h = at(dice, 60, 96);
    return `<path d="M${x + i * 62} ${floor - 4} v-${h} q4 -12 22 -12 h16 q14 2 14 18 v${h - 6} Z" fill="${tone}"/>`;
  }).join("");
}

function meshFence(): string {
  const wires = Array.from(
    { length: 48 },
    (_, i) => `M${i * 40 - 160} 690 l230 -230 M${i * 40 - 160} 460 l230 230`,
  ).join(" ");
  const posts = Array.from(
    { length: 6 },
    (_, i) => `<rect x="${i * 310 + 20}" y="446" width="11" height="244" fill="#9aa2a5"/>`,
  );
  return `<path d="${wires}" stroke="#c5cbcd" stroke-width="2" opacity="0.55"/>${posts.join("")}<rect y="450" width="1600" height="9" fill="#9aa2a5"/>`;
}

/** A road sign seen from afar: green field, white inset border, two bars where lettering would be. */
function signBoard(x: number, y: number, width: number, height: number): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="10" fill="#0d6b45"/><rect x="${x + 6}" y="${y + 6}" width="${width - 12}" height="${height - 12}" rx="7" fill="none" stroke="#f4f6f2" stroke-width="4"/><path d="M${x + 30} ${y + 34} H${x + width - 30} M${x + 30} ${y + 56} H${x + width - 70}" stroke="#f4f6f2" stroke-width="8"/>`;
}

function asphalt(dice: Dice): string {
  const specks = repeat(70, () => {
    const y = at(dice, 720, 1190);
    return `<rect x="${at(dice, 0, 1600)}" y="${y}" width="${at(dice, 3, 9)}" height="3" fill="${dice() > 0.5 ? "#8d9498" : "#646b6f"}"/>`;
  });
  return `<rect y="${HORIZON + 30}" width="1600" height="530" fill="#787f84"/><rect y="${HORIZON + 30}" width="1600" height="26" fill="#c8cac6"/><rect y="${HORIZON + 54}" width="1600" height="10" fill="#9da19f"/><rect y="704" width="1600" height="120" fill="#848b8f"/>${specks}<path d="M0 1010 H1600 V1200 H0 Z" fill="#6d7479"/>${centreLine(dice, "#f2c14a")}`;
}

function gravel(dice: Dice): string {
  const stones = repeat(150, () => {
    const y = at(dice, 700, 1190);
    const size = 3 + ((y - 700) / 490) * 7;
    return `<ellipse cx="${at(dice, 0, 1600)}" cy="${y}" rx="${size.toFixed(1)}" ry="${(size * 0.45).toFixed(1)}" fill="${pick(dice, ["#b9b1a1", "#8d867a", "#a79f90", "#7f796f"])}"/>`;
  });
  const weeds = repeat(6, () => {
    const x = at(dice, 0, 1600);
    const y = at(dice, 690, 730);
    return `<path d="M${x} ${y} l-14 -34 l12 22 l2 -40 l6 40 l14 -26 l-12 38 Z" fill="#71855a"/>`;
  });
  return `<rect y="${HORIZON + 30}" width="1600" height="530" fill="#a0998b"/><rect y="${HORIZON + 30}" width="1600" height="60" fill="#b0a999"/>${weeds}${stones}<path d="M0 1016 C400 1004 900 1026 1600 1010 V1200 H0 Z" fill="#6d7479"/>${centreLine(dice, "#eceae2")}`;
}

/** The one ornament of the house: a dashed centre line, along the lower edge. */
function centreLine(dice: Dice, fill: string): string {
  const shift = at(dice, 0, 240);
  const dashes = Array.from({ length: 8 }, (_, i) => {
    const x = i * 240 - shift;
    return `M${x} 1110 h132 l-8 20 h-132 Z`;
  });
  return `<path d="${dashes.join(" ")}" fill="${fill}"/>`;
}

/** A whole number from `least` to `most`. */
export function at(dice: Dice, least: number, most: number): number {
  return Math.round(least + dice() * (most - least));
}

export function pick<T>(dice: Dice, choices: readonly [T, ...T[]]): T {
  return choices[Math.floor(dice() * choices.length)] ?? choices[0];
}

/** A hex colour made lighter (positive) or darker (negative) by an amount out of 255. */
export function shade(hex: string, amount: number): string {
  const channels = [1, 3, 5].map((start) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) + amount;
    return Math.max(0, Math.min(255, Math.round(value)))
      .toString(16)
      .padStart(2, "0");
  });
  return `#${channels.join("")}`;
}

function repeat(times: number, draw: () => string): string {
  return Array.from({ length: times }, draw).join("");
}
