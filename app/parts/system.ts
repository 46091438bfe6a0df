/** Values of `partDetails.system`. */
export const PART_SYSTEMS = [
  "Exterior",
  "Interior",
  "Electrical",
  "Engine/Accessories",
  "Transmission/Drivetrain",
  "Steering/Suspension",
  "Wheels/Tires",
  "Other",
] as const;

export type PartSystem = (typeof PART_SYSTEMS)[number];
