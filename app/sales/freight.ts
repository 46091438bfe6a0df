/**
 * The freight class by density of NMFC's scale effective July 19, 2025: pounds per cubic foot, at least so many, and the class.
 */
const DENSITY_CLASSES: readonly (readonly [poundsPerCubicFoot: number, freightClass: number])[] = [
  [50, 50],
  [35, 55],
  [30, 60],
  [22.5, 65],
  [15, 70],
  [12, 85],
  [10, 92.5],
  [8, 100],
  [6, 125],
  [4, 175],
  [2, 250],
  [1, 300],
  [0, 400],
];

const CUBIC_INCHES_PER_CUBIC_FOOT = 1_728;

interface Shipment {
  weightPounds?: number | null | undefined;
  lengthInches?: number | null | undefined;
  widthInches?: number | null | undefined;
  heightInches?: number | null | undefined;
}

/** The class of a shipment by its density, as packed; undefined if a measure is not known. An estimate: the carrier decides. */
export function freightClass({
  weightPounds,
  lengthInches,
  widthInches,
  heightInches,
}: Shipment): number | undefined {
  if (!weightPounds || !lengthInches || !widthInches || !heightInches) return undefined;
  const cubicFeet = (lengthInches * widthInches * heightInches) / CUBIC_INCHES_PER_CUBIC_FOOT;
  const density = weightPounds / cubicFeet;
  return DENSITY_CLASSES.find(([least]) => density >= least)?.[1];
}
