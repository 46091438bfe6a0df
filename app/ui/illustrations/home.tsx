import { Car, CarSign, PICKUP, SEDAN } from "./car";
import { AMBER, DIM, GREEN, Letters, Scene, SignPanel, STEEL, WHITE } from "./scene";

/** Cars under a gantry with three signs: parts, repairs, sales. */
export function HomeIllustration() {
  return (
    <Scene>
      <path d="M30 300V24M530 300V24" stroke={STEEL} strokeWidth="10" />
      <path d="M14 30h532M14 56h532" stroke={STEEL} strokeWidth="5" />
      <path d={`M14 56${"l19-26 19 26".repeat(14)}`} stroke={STEEL} strokeWidth="3" fill="none" />
      <path d="M96 56v10M162 56v10M247 56v10M313 56v10M398 56v10M464 56v10" stroke={STEEL} strokeWidth="4" />
      <SignPanel x={58} y={64} width={142} height={98}>
        <g transform="translate(129 98) scale(.9)">
          <circle r="16" fill="none" stroke={WHITE} strokeWidth="9" />
          <circle r="24" fill="none" stroke={WHITE} strokeWidth="9" strokeDasharray="9.4 9.45" />
        </g>
        <Letters x={129} y={152}>
          PARTS
        </Letters>
      </SignPanel>
      <SignPanel x={209} y={64} width={142} height={98}>
        <path
          transform="translate(0 -3)"
          d="M304 84a17 17 0 0 1-23 19l-19 19a6.500 6.500 0 0 1-9-9l19-19a17 17 0 0 1 19-23l-10 11 2 10 10 2z"
          fill={WHITE}
        />
        <Letters x={280} y={152}>
          REPAIR
        </Letters>
      </SignPanel>
      <SignPanel x={360} y={64} width={142} height={98}>
        <CarSign x={385} ground={120} length={92} on={GREEN} />
        <Letters x={431} y={152}>
          CARS
        </Letters>
      </SignPanel>
      <Car body={PICKUP} x={346} ground={296} length={204} paint={DIM} />
      <path d="M72 284L-300 298v2H90z" fill={AMBER} opacity=".16" />
      <Car body={SEDAN} x={62} ground={300} length={286} paint={AMBER} />
    </Scene>
  );
}
