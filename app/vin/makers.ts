/*
 * Makers by the first three characters of the VIN, where vPIC does not know the code, because their vehicles are not sold
 * in the United States, or knows several makes for it, of which one is nearly every vehicle.
 */
const MAKERS: Record<string, string> = {
  JMB: "Mitsubishi",
  JMZ: "Mazda",
  JT1: "Toyota",
  JTM: "Toyota",
  LSJ: "MG",
  MMB: "Mitsubishi",
  NLH: "Hyundai",
  SAR: "Rover",
  SJN: "Nissan",
  TMA: "Hyundai",
  TMB: "Škoda",
  TSM: "Suzuki",
  U5Y: "Kia",
  UU1: "Dacia",
  VF1: "Renault",
  VF7: "Citroën",
  VR1: "DS",
  VR3: "Peugeot",
  VR7: "Citroën",
  VS6: "Ford",
  VSK: "Nissan",
  VSS: "SEAT",
  VXK: "Opel",
  WDB: "Mercedes-Benz",
  X4X: "BMW",
  X7L: "Renault",
  XTA: "Lada",
  XTT: "UAZ",
  XW8: "Volkswagen",
  XWE: "Kia",
  Z94: "Hyundai",
  ZLA: "Lancia",
};

/** The maker that a VIN's first three characters name; undefined if the table does not have them. */
export function findKnownMaker(vin: string): string | undefined {
  const code = vin.slice(0, 3);
  return Object.hasOwn(MAKERS, code) ? MAKERS[code] : undefined;
}
