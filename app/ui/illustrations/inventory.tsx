import { Car, PICKUP, SEDAN, SUV } from "./car";
import { AMBER, GREEN, PALE, Scene, SHADE, STEEL, WHITE } from "./scene";

/** Three vehicles in a row under the pennants of the lot. */
export function InventoryIllustration() {
  return (
    <Scene>
      <path d="M26 300V30M534 300V30" stroke={STEEL} strokeWidth="9" />
      <path d="M12 30h28M520 30h28" stroke={AMBER} strokeWidth="9" />
      <path d="M26 40c150 76 358 76 508 0" stroke={STEEL} strokeWidth="3" fill="none" />
      {PENNANTS.map(([x, y], position) => (
        <path key={x} d={`M${x - 13} ${y}h26l-13 28z`} fill={[WHITE, AMBER, GREEN][position % 3]} />
      ))}
      <Car body={PICKUP} x={296} ground={272} length={244} paint={SHADE} />
      <Car body={SUV} x={44} ground={282} length={240} paint={GREEN} />
      <Car body={SEDAN} x={152} ground={300} length={290} paint={PALE} />
    </Scene>
  );
}

const PENNANTS = [
  [76, 63],
  [134, 81],
  [192, 92],
  [250, 97],
  [310, 97],
  [368, 92],
  [426, 81],
  [484, 63],
] as const;
