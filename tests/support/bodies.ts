/** Of the VINs in the vehicle database: one known whole, one whose maker and year alone are, one that nobody knows. */
export const ACCORD = "1HGCM82633A004352";
export const HALF_KNOWN = "1HGZZZZZ03A000001";
export const NOBODYS = "000000000A0000000";

export const UNKNOWN_ID = "01M7Z3E77NJMPRGAMC72R7QZV8";

/** Bodies of the contract, as small as they may be. */
export const RETAIL_BODY = { stockNumber: "A1", vin: ACCORD };
export const DISMANTLED_BODY = {
  stockNumber: "A1",
  vin: ACCORD,
  year: "2003",
  make: "Honda",
  model: "Accord",
  mileage: "142,000",
  dateAcquired: "2026-03-02",
};
export const PART_REQUEST_BODY = {
  vin: ACCORD,
  vehicleInfo: { year: "2003", make: "Honda", model: "Accord" },
  partDetails: { system: "Exterior", component: "Hood" },
  customerInfo: { name: "Ann Lee", phone: "5555550101", email: "ann@example.com" },
};
export const REPAIR_REQUEST_BODY = {
  customerInfo: { name: "Ann Lee", phone: "5555550101", address: {} },
  vehicleInfo: {},
  serviceInfo: { message: "Brakes squeal" },
  contactMethod: "phone",
  isSimplifiedRequest: true,
};
/** Without its vehicle. */
export const INQUIRY_BODY = {
  customerInfo: { name: "Ann Lee", phone: "5555550101" },
  inquiry: { about: "question", message: "Is it still there?" },
};
