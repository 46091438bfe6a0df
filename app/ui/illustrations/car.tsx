import { GLASS, PALE, STEEL, TIRE } from "./scene";

interface CarBody {
  outline: string;
  /** The shaded area below the shoulder line. */
  lower: string;
  windows: string;
  /** Windshield and rear window, seen from the side. */
  slivers: string;
  pillars: string;
  doors: string;
  headlight: string;
  taillight: string;
  /** x of the front and of the rear axle, and the tire's radius. */
  axles: readonly [front: number, rear: number];
  wheel: number;
}

/** Side views that face left, 350 wide, with the ground at y = 225. */
export const SEDAN: CarBody = {
  outline:
    "M32 210C26 208 24 200 25 191C25 184 27 178 32 173C38 167 50 164 66 160C85 156 108 152 126 150C144 138 165 127 184 122C204 118 234 118 258 122C281 126 301 137 320 147C338 148 352 148 366 152C371 153 373 160 374 169C376 180 376 192 374 203C372 210 368 212 360 213L38 213C35 213 34 212 32 210z",
  lower:
    "M34 176C75 166 130 162 200 160C270 159 330 159 374 166L374 203C372 210 368 212 360 213L38 213C26 212 25 200 25 191z",
  windows:
    "M142 151C156 140 173 131 189 127C208 123 232 123 254 126C272 130 288 138 301 147C302 149 299 150 295 150C240 150 190 151 142 151z",
  slivers:
    "M129 150C147 139 167 128 184 124L187 126C171 130 153 140 136 150zM260 124C281 128 300 138 316 147L308 148C291 138 274 130 258 126z",
  pillars: "M210 122l4 29M274 124l6 26",
  doors:
    "M140 152C136 170 136 192 144 208L218 208C216 190 214 172 214 150M218 208L260 208C262 192 270 179 286 172C291 165 293 158 295 150M194 163h12M268 161h12",
  headlight: "M28 178C34 171 48 166 63 163C62 170 51 176 39 178C33 180 28 180 28 178z",
  taillight: "M362 152C370 152 373 160 374 172C368 172 360 170 356 166C354 161 356 154 362 152z",
  axles: [88, 294],
  wheel: 26,
};

export const SUV: CarBody = {
  outline:
    "M35 202C30 200 28 192 28 184L28 159C29 151 32 147 40 146C65 142 100 139 121 138C132 124 144 112 154 106C160 102 170 101 185 100L190 96L324 96L332 100C348 100 354 102 356 110L364 140C368 142 371 146 372 153L372 185C373 198 371 204 365 205L40 206C38 205 36 204 35 202z",
  lower:
    "M28 155C75 150 135 147 205 146L372 148L372 185C373 198 371 204 365 205L40 206C30 204 28 192 28 184z",
  windows:
    "M138 138C146 128 154 117 162 111C168 108 173 108 182 107L332 107C340 107 344 110 346 115L351 134C352 136 350 138 346 138z",
  slivers: "M124 137C136 125 146 114 156 108L158 110C150 116 142 126 132 138z",
  pillars: "M203 106l3 32M274 106l4 32",
  doors:
    "M136 139C135 160 136 182 142 200L209 200C208 180 207 160 206 138M209 200L256 200C257 182 265 170 280 163L280 138M186 150h14M258 150h14",
  headlight: "M28 160C29 152 34 150 42 150L49 150L48 162L29 164z",
  taillight: "M360 140C368 141 371 146 372 155L372 175L366 175C364 165 362 152 360 140z",
  axles: [92, 293],
  wheel: 30,
};

export const PICKUP: CarBody = {
  outline:
    "M23 200C18 198 16 192 16 184L17 161C18 153 20 149 27 147C50 143 80 140 100 139C106 138 110 138 112 136C126 122 137 112 150 108C165 106 200 105 220 106C230 107 234 110 236 118L240 140L242 142L376 142C381 142 383 144 383 148L384 185C384 194 382 201 376 202L28 204C26 203 24 202 23 200z",
  lower:
    "M18 156C60 150 120 148 190 148L383 149L384 185C384 194 382 201 376 202L28 204C18 202 16 192 16 184z",
  windows:
    "M126 138C138 126 146 118 154 115C166 112 200 111 216 112C223 113 226 116 227 122L230 135C231 138 229 138 225 138z",
  slivers: "M116 136C128 123 139 114 150 110L152 112C142 116 132 127 124 137z",
  pillars: "M182 110l2 28",
  doors:
    "M125 140C124 160 125 182 131 199L187 199C186 180 186 160 185 138M187 199L234 199C236 180 235 160 232 139M242 143C244 160 244 182 243 200M164 150h14M214 150h14",
  headlight: "M17 162C18 154 22 152 30 150L38 150L36 166L17 167z",
  taillight: "M376 145L382 146L384 172L376 172z",
  axles: [80, 308],
  wheel: 29,
};

interface CarProps {
  body: CarBody;
  x: number;
  /** The y of the ground. */
  ground: number;
  length: number;
  paint: string;
}

/** A car seen from its side. */
export function Car({ body, x, ground, length, paint }: CarProps) {
  return (
    <g transform={placed(x, ground, length)}>
      <path d={body.outline} fill={paint} />
      <path d={body.lower} opacity=".16" />
      <path d={body.windows + body.slivers} fill={GLASS} />
      <path d={body.pillars} stroke={paint} strokeWidth="5" />
      <path d={body.doors} fill="none" stroke={GLASS} strokeWidth="1.5" opacity=".7" />
      <path d={body.headlight} fill="#fff6dc" />
      <path d={body.taillight} fill="#c8322b" />
      {body.axles.map((axle) => (
        <g key={axle}>
          <circle cx={axle} cy={225 - body.wheel} r={body.wheel + 4} fill={TIRE} />
          <Wheel x={axle} ground={225} radius={body.wheel} />
        </g>
      ))}
    </g>
  );
}

/** A car in one color, for signs. */
export function CarSign({ x, ground, length, on }: Omit<CarProps, "body" | "paint"> & { on: string }) {
  return (
    <g transform={placed(x, ground, length)}>
      <path d={SEDAN.outline} fill="#fff" />
      <path d={SEDAN.windows} fill={on} />
      {SEDAN.axles.map((axle) => (
        <circle key={axle} cx={axle} cy="199" r="30" fill="#fff" stroke={on} strokeWidth="9" />
      ))}
    </g>
  );
}

/** A tire on a rim of five spokes. */
export function Wheel({ x, ground, radius }: { x: number; ground: number; radius: number }) {
  const round = (share: number) => Math.round(radius * share * 10) / 10;
  return (
    <g transform={`translate(${x} ${ground - radius})`}>
      <circle r={radius} fill={TIRE} />
      <circle r={round(0.86)} fill="none" stroke="#2a3034" />
      <circle r={round(0.68)} fill={PALE} />
      <circle
        r={round(0.42)}
        fill="none"
        stroke={GLASS}
        strokeWidth={round(0.36)}
        strokeDasharray={`${round(0.36)} ${round(0.168)}`}
      />
      <circle r={round(0.14)} fill={STEEL} />
    </g>
  );
}

function placed(x: number, ground: number, length: number): string {
  const scale = Math.round((length / 350) * 1000) / 1000;
  return `translate(${x} ${ground}) scale(${scale}) translate(-25 -225)`;
}
