import type { ReactNode } from "react";

// The hero is asphalt in the light scheme and the dark, so its drawings keep one set of colours.
const GREEN = "#0d6b45";
const AMBER = "#ffb81c";
const WHITE = "#fff";
const STEEL = "#949c9f";
const DIM = "#525a5e";
const SHADE = "#3a4145";
const GLASS = "#1b1f22";
const TYRE = "#0d0f11";

/** A car under a gantry whose three signs stand for the three trades. */
export function HomeDrawing() {
  return (
    <Scene>
      <path d="M0 300l96-72 56 26 84-76 76 58 72-46 84 62 92 48z" fill={SHADE} />
      <path d="M56 300V34M504 300V34" stroke={STEEL} strokeWidth="10" />
      <path d="M40 40h480M40 64h480" stroke={STEEL} strokeWidth="5" />
      <path
        d="M56 64l24-24 24 24 24-24 24 24 24-24 24 24 24-24 24 24 24-24 24 24 24-24 24 24 24-24 24 24 24-24 24 24 24-24 24 24 16-16"
        stroke={STEEL}
        strokeWidth="3"
        fill="none"
      />
      <Sign x={84} y={50} width={124} height={92}>
        <path
          d="M146 74a20 20 0 1 0 .1 0zM146 82.500a11.5 11.5 0 1 0 .1 0z"
          fill={WHITE}
          fillRule="evenodd"
        />
        <path
          d="M146 66v10M146 112v10M118 94h10M164 94h10M126.2 74.200l7.1 7.100M158.7 106.700l7.1 7.100M126.2 113.800l7.1-7.100M158.7 81.300l7.1-7.1"
          stroke={WHITE}
          strokeWidth="8"
        />
      </Sign>
      <Sign x={218} y={50} width={124} height={92}>
        <path
          d="M304 74a20 20 0 0 1-27 23l-22 22a7.5 7.5 0 0 1-11-11l22-22a20 20 0 0 1 23-27l-11 12 2 12 12 2z"
          fill={WHITE}
        />
      </Sign>
      <Sign x={352} y={50} width={124} height={92}>
        <Car x={366} ground={116} length={96} paint={WHITE} glass={GREEN} tyre={WHITE} rim={GREEN} />
      </Sign>
      <Car x={120} ground={300} length={300} paint={AMBER} />
    </Scene>
  );
}

/** Shelves of a parts store: wheels, an engine, a door, lamps. */
export function PartsDrawing() {
  return (
    <Scene>
      <path d="M60 300V30M280 300V30M500 300V30" stroke={STEEL} strokeWidth="9" />
      <path d="M54 128h452M54 214h452" stroke={STEEL} strokeWidth="9" />
      <path d="M64 296h432" stroke={STEEL} strokeWidth="8" />
      <Wheel x={112} ground={292} radius={35} />
      <Wheel x={190} ground={292} radius={35} />
      <Engine x={318} ground={292} />
      <path
        d="M84 210v-44c0-6 3-10 8-14l26-22h74c6 0 10 4 10 10v70zM98 164h92v-24h-68z"
        fill={GREEN}
        fillRule="evenodd"
        stroke={WHITE}
        strokeWidth="3"
      />
      <path d="M178 178h16" stroke={WHITE} strokeWidth="5" />
      <path d="M300 210v-30h60l14 12v18z" fill={DIM} />
      <path d="M306 180v-8h14v8M338 180v-8h14v8" fill={AMBER} />
      <path d="M404 210v-54h70v54z" fill={SHADE} stroke={STEEL} strokeWidth="3" />
      <path d="M416 210v-54M428 210v-54M440 210v-54M452 210v-54M464 210v-54" stroke={STEEL} strokeWidth="3" />
      <path d="M84 124c0-34 18-52 62-56 34-2 60 4 84 16v40z" fill={WHITE} />
      <path d="M98 116c4-22 18-32 46-34 18-2 30 0 40 2l-14 32z" fill={AMBER} />
      <path d="M316 124V92c0-14 10-22 24-22h30c14 0 22 8 22 22v32z" fill={DIM} />
      <path d="M328 82h52v18h-52z" fill={STEEL} />
      <circle cx="446" cy="92" r="32" fill={STEEL} />
      <circle cx="446" cy="92" r="12" fill={GLASS} />
      <path d="M446 66v8M446 110v8M420 92h8M464 92h8" stroke={GLASS} strokeWidth="6" />
    </Scene>
  );
}

/** A car on a two-post lift. */
export function RepairDrawing() {
  return (
    <Scene>
      <path d="M84 300V26h24v274zM452 300V26h24v274z" fill={STEEL} />
      <path d="M68 292h56v8H68zM436 292h56v8h-56z" fill={DIM} />
      <path d="M84 26h392v14H84z" fill={DIM} />
      <path d="M76 190h40v34H76zM444 190h40v34h-40z" fill={GREEN} />
      <path d="M108 214h92v10h-92zM360 214h92v10h-92z" fill={AMBER} />
      <path d="M190 200h20v16h-20zM350 200h20v16h-20z" fill={AMBER} />
      <Car x={126} ground={236} length={308} paint={WHITE} />
      <path d="M232 300v-62h96v62z" fill={GREEN} />
      <path d="M240 246h80v12h-80zM240 264h80v12h-80zM240 282h80v12h-80z" fill={WHITE} opacity="0.9" />
      <path d="M270 252h20M270 270h20M270 288h20" stroke={GREEN} strokeWidth="3" />
      <path d="M248 238v-10M262 238v-14M276 238v-8" stroke={STEEL} strokeWidth="5" />
    </Scene>
  );
}

/** A brake taken apart along its axle, the wanted part in amber. */
export function RequestDrawing() {
  return (
    <Scene>
      <path d="M20 170h520" stroke={WHITE} strokeWidth="4" strokeDasharray="28 20" />
      <path d="M30 124h20v92H30z" fill={DIM} />
      <path d="M50 140h30v60H50zM80 156h22v28H80z" fill={STEEL} />
      <ellipse cx="170" cy="170" rx="30" ry="84" fill={DIM} />
      <ellipse cx="162" cy="170" rx="30" ry="84" fill={STEEL} />
      <ellipse cx="162" cy="170" rx="14" ry="38" fill={SHADE} />
      <ellipse cx="162" cy="170" rx="7" ry="18" fill={GLASS} />
      <path d="M234 76h34c22 0 34 18 34 42v30h-20v-24c0-10-5-14-14-14h-34z" fill={AMBER} />
      <path d="M234 76v34M252 76v34" stroke={GLASS} strokeWidth="4" />
      <ellipse cx="420" cy="170" rx="62" ry="122" fill={TYRE} stroke={DIM} strokeWidth="4" />
      <ellipse cx="400" cy="170" rx="62" ry="122" fill={TYRE} stroke={STEEL} strokeWidth="5" />
      <ellipse cx="394" cy="170" rx="42" ry="86" fill={STEEL} />
      <path d="M394 84v172M352 170h84M365 109l58 122M423 109l-58 122" stroke={GLASS} strokeWidth="9" />
      <ellipse cx="394" cy="170" rx="13" ry="27" fill={WHITE} />
      <Sign x={190} y={12} width={150} height={48}>
        <path d="M212 36h60M284 36h36" stroke={WHITE} strokeWidth="9" />
      </Sign>
      <path d="M268 60v12" stroke={WHITE} strokeWidth="4" />
    </Scene>
  );
}

/** Three cars in a row under the pennants of the lot. */
export function InventoryDrawing() {
  return (
    <Scene>
      <path d="M40 300V36M520 300V36" stroke={STEEL} strokeWidth="9" />
      <path d="M40 44c140 70 340 70 480 0" stroke={STEEL} strokeWidth="3" fill="none" />
      {PENNANTS.map(([x, y], position) => (
        <path key={x} d={`M${x - 13} ${y}h26l-13 28z`} fill={position % 2 ? AMBER : WHITE} />
      ))}
      <Car x={252} ground={262} length={232} paint={DIM} />
      <Car x={72} ground={276} length={236} paint={GREEN} />
      <Car x={176} ground={300} length={262} paint={WHITE} />
    </Scene>
  );
}

/** The house itself: a shop with two bays behind its fence. */
export function AboutDrawing() {
  return (
    <Scene>
      <path d="M0 300v-96h88v96zM472 300v-96h88v96z" fill={SHADE} />
      <path
        d="M0 204h88M472 204h88M14 204v96M36 204v96M58 204v96M80 204v96M484 204v96M506 204v96M528 204v96M550 204v96"
        stroke={DIM}
        strokeWidth="4"
      />
      <path d="M88 300V116h384v184z" fill={STEEL} />
      <path d="M76 98h408v22H76z" fill={DIM} />
      <path d="M116 300V168h148v132zM296 300V168h148v132z" fill={GLASS} />
      <path d="M116 168h148v44H116z" fill={WHITE} />
      <path d="M116 182h148M116 197h148" stroke={STEEL} strokeWidth="3" />
      <path d="M296 168h148v132H296z" fill={WHITE} />
      <path d="M296 190h148M296 212h148M296 234h148M296 256h148M296 278h148" stroke={STEEL} strokeWidth="3" />
      <path d="M340 218h24v14h-24zM376 218h24v14h-24z" fill={GLASS} />
      <Car x={126} ground={300} length={128} paint={AMBER} tyre={SHADE} />
      <Sign x={190} y={26} width={180} height={62}>
        <Car x={218} ground={72} length={84} paint={WHITE} glass={GREEN} tyre={WHITE} rim={GREEN} />
        <path d="M318 48h34M318 62h34" stroke={WHITE} strokeWidth="7" />
      </Sign>
      <path d="M220 88v12M340 88v12" stroke={STEEL} strokeWidth="6" />
    </Scene>
  );
}

const PENNANTS = [
  [100, 68],
  [160, 84],
  [220, 93],
  [280, 96],
  [340, 93],
  [400, 84],
  [460, 68],
] as const;

/** The end of the road: a barrier for the pages that do not exist. */
export function RoadClosedDrawing() {
  return (
    <svg viewBox="0 0 560 220" aria-hidden="true" focusable="false">
      <path d="M120 220V60M440 220V60" stroke={DIM} strokeWidth="14" />
      <path d="M84 212h72v8H84zM404 212h72v8h-72z" fill={DIM} />
      <g stroke={DIM} strokeWidth="3">
        <rect x="40" y="60" width="480" height="52" rx="6" fill={WHITE} />
        <rect x="40" y="136" width="480" height="40" rx="6" fill={WHITE} />
      </g>
      <path
        d="M70 112l40-52h40l-40 52zM150 112l40-52h40l-40 52zM230 112l40-52h40l-40 52zM310 112l40-52h40l-40 52zM390 112l40-52h40l-40 52zM100 176l31-40h40l-31 40zM200 176l31-40h40l-31 40zM300 176l31-40h40l-31 40zM400 176l31-40h40l-31 40z"
        fill={AMBER}
      />
      <circle cx="120" cy="42" r="18" fill={AMBER} stroke={DIM} strokeWidth="4" />
      <circle cx="440" cy="42" r="18" fill={AMBER} stroke={DIM} strokeWidth="4" />
    </svg>
  );
}

function Scene({ children }: { children: ReactNode }) {
  return (
    <svg className="hero__drawing" viewBox="0 0 560 300" aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}

interface CarProps {
  x: number;
  /** Where the wheels stand. */
  ground: number;
  length: number;
  paint: string;
  glass?: string;
  tyre?: string;
  rim?: string;
}

/** The silhouette of the placeholder picture, 694 units long. */
function Car({ x, ground, length, paint, glass = GLASS, tyre = TYRE, rim = STEEL }: CarProps) {
  return (
    <g transform={`translate(${x} ${ground}) scale(${length / 694}) translate(-156 -506)`}>
      <path
        d="M170 452c-12-4-16-22-14-44 1-22 8-36 24-44 28-14 66-22 112-30 44-32 92-58 136-66 48-9 106-9 158 1 56 12 102 34 146 60 34 1 62 3 80 9 14 5 18 22 20 46 3 26 2 44-2 54-4 11-14 14-30 14h-24a69 69 0 0 0-138 0H370a69 69 0 0 0-138 0h-34c-12 0-20 2-28 0z"
        fill={paint}
      />
      <path
        d="M336 336c36-26 72-44 106-50l42-5 8 55zM508 280c30-1 60 1 88 7 36 8 68 24 98 46l-6 3H516z"
        fill={glass}
      />
      {[301, 707].map((hub) => (
        <g key={hub}>
          <circle cx={hub} cy="452" r="54" fill={tyre} />
          <circle cx={hub} cy="452" r="28" fill={rim} />
        </g>
      ))}
    </g>
  );
}

function Wheel({ x, ground, radius }: { x: number; ground: number; radius: number }) {
  return (
    <g transform={`translate(${x} ${ground - radius})`}>
      <circle r={radius} fill={TYRE} stroke={STEEL} strokeWidth="3" />
      <circle r={radius * 0.6} fill={STEEL} />
      <path
        d={`M0 ${-radius * 0.6}V${radius * 0.6}M${-radius * 0.6} 0H${radius * 0.6}`}
        stroke={TYRE}
        strokeWidth="5"
      />
      <circle r={radius * 0.18} fill={WHITE} />
    </g>
  );
}

function Engine({ x, ground }: { x: number; ground: number }) {
  return (
    <g transform={`translate(${x} ${ground - 66})`}>
      <path d="M16 12h104v14h18v30h-16l-10 10H22L10 54H0V22h16z" fill={WHITE} />
      <path d="M26 0h84v12H26z" fill={AMBER} />
      <path d="M34 26v28M56 26v28M78 26v28M100 26v28" stroke={STEEL} strokeWidth="8" />
    </g>
  );
}

interface SignProps {
  x: number;
  y: number;
  width: number;
  height: number;
  children: ReactNode;
}

function Sign({ x, y, width, height, children }: SignProps) {
  return (
    <>
      <rect x={x} y={y} width={width} height={height} rx="12" fill={GREEN} />
      <rect
        x={x + 4}
        y={y + 4}
        width={width - 8}
        height={height - 8}
        rx="9"
        fill="none"
        stroke={WHITE}
        strokeWidth="3"
      />
      {children}
    </>
  );
}
