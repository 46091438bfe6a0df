import type { PartRequestStatus } from "../models/part-request";
import type { SampleRequest } from "./requests";

/** A part request of the sample, fields as in the specification's section 3. */
export interface SamplePartRequest extends SampleRequest<PartRequestStatus> {
  vin: string;
  vehicle?: { year?: string; make?: string; model?: string; trim?: string; engineSize?: string };
  /** Where the part stands in the catalogue. */
  part: readonly [categoryId: string, subcategoryId: string, partId?: string];
  otherComponent?: string;
  additionalInfo?: string;
  customer: { name: string; phone: string; email: string };
}

/** The oldest first. Every person is invented, every number is a 555-01xx. */
export const SAMPLE_PART_REQUESTS: readonly SamplePartRequest[] = [
  {
    sent: [34, "14:10"],
    status: "fulfilled",
    vin: "1FTER1EH1LLA36301",
    vehicle: { year: "2020", make: "Ford", model: "Ranger", trim: "XLT", engineSize: "2.3L I4" },
    part: ["lights", "headlight", "headlight-left"],
    customer: { name: "Walter Osei", phone: "(555) 555-0111", email: "walter.osei@example.com" },
    notes: [
      { author: "Marta", hoursLater: 3, content: "Halogen, not LED. One on the shelf, aisle 4." },
      { author: "Joel", hoursLater: 52, content: "Picked up, paid cash. 3 months / 3,000 miles explained." },
    ],
  },
  {
    sent: [31, "20:42"],
    status: "cancelled",
    vin: "WBA3C1C51EK116351",
    vehicle: { year: "2014", make: "BMW", model: "328i", trim: "SULEV", engineSize: "2.0L I4" },
    part: ["electrical-exterior", "modules", "ecm"],
    additionalInfo: "Must be plug and play. My mechanic says it needs to be coded otherwise.",
    customer: { name: "Priya Raman", phone: "(555) 555-0112", email: "priya@raman.example.com" },
    notes: [{ author: "Marta", hoursLater: 19, content: "Needs coding at the dealer. Customer will not." }],
  },
  {
    sent: [27, "15:05"],
    status: "fulfilled",
    vin: "2D4RN6DX5AR939562",
    vehicle: { year: "2010", make: "Dodge", model: "Grand Caravan" },
    part: ["doors-glass", "side-mirror", "side-mirror-right"],
    customer: { name: "Carlos Peña", phone: "(555) 555-0113", email: "carlos.pena@example.com" },
  },
  {
    sent: [22, "13:31"],
    status: "quoted",
    vin: "3GTP1VEC4EG551563",
    vehicle: { year: "2014", make: "GMC", model: "Sierra 1500", trim: "SLT", engineSize: "5.3L V8" },
    part: ["transmission-drivetrain", "transmission", "transmission-automatic"],
    additionalInfo: "6-speed, 4WD. How many miles are on it?\nCan you ship to Albany on a pallet?",
    customer: { name: "Dale Kowalczyk", phone: "(555) 555-0114", email: "dkowalczyk@example.com" },
    notes: [
      { author: "Joel", hoursLater: 2, content: "Donor has 88k. Fluid clean." },
      { author: "Marta", hoursLater: 26, content: "Quoted 1,450 plus freight. He asks his brother first." },
    ],
  },
  {
    sent: [19, "22:18"],
    status: "cancelled",
    vin: "1B7HF16Y4TS518710",
    vehicle: { year: "1996", make: "Dodge", model: "Ram 1500" },
    part: ["exterior", "bumper", "bumper-cover-front"],
    otherComponent: "Chrome bumper with brackets",
    customer: { name: "Ida Lindqvist", phone: "(555) 555-0115", email: "ida.l@example.com" },
    notes: [{ author: "Joel", hoursLater: 16, content: "None in the yard until spring." }],
  },
  {
    sent: [16, "16:55"],
    status: "fulfilled",
    vin: "5FRYD3H26GB020813",
    vehicle: { year: "2016", make: "Acura", model: "MDX", engineSize: "3.5L V6" },
    part: ["electrical-exterior", "alternator"],
    customer: { name: "Noor Haddad", phone: "(555) 555-0116", email: "noor.haddad@example.com" },
    notes: [{ author: "Marta", hoursLater: 20, content: "Tested at 14.2 V, sold with warranty." }],
  },
  {
    sent: [13, "14:20"],
    status: "quoted",
    vin: "2G1FB3D37E9218789",
    vehicle: { year: "2014", make: "Chevrolet", model: "Camaro", trim: "LT" },
    part: ["lights", "tail-light", "tail-light-left"],
    additionalInfo: "Inspection is due at the end of the month.",
    customer: { name: "Tyrese Boone", phone: "(555) 555-0117", email: "tboone@example.com" },
    notes: [{ author: "Marta", hoursLater: 5, content: "95 for the assembly. Left a message." }],
  },
  {
    sent: [9, "18:02"],
    status: "processing",
    vin: "1GYFZER40KF121673",
    vehicle: { year: "2019", make: "Cadillac", model: "XT4", trim: "Sport", engineSize: "2.0L I4" },
    part: ["engine-bay", "radiators", "radiator"],
    customer: { name: "Renée Dubois", phone: "(555) 555-0118", email: "renee.dubois@example.com" },
    notes: [{ author: "Joel", hoursLater: 17, content: "Pulling it from the silver one on Thursday." }],
  },
  {
    sent: [7, "02:37"],
    status: "processing",
    vin: "5TDHBRCH0MS065999",
    vehicle: { year: "2021", make: "Toyota", model: "Highlander", trim: "XLE" },
    part: ["intake-exhaust-fuel", "catalytic", "catalytic-converter"],
    additionalInfo: "Stolen from the driveway last night. Is a used one legal in New York?",
    customer: { name: "Gwen Abernathy", phone: "(555) 555-0119", email: "gwen@abernathy.example.com" },
  },
  {
    sent: [5, "19:48"],
    status: "quoted",
    vin: "WBSWL9C54AP786013",
    vehicle: { year: "2010", make: "BMW", model: "M3", trim: "Convertible" },
    part: ["electrical-exterior", "abs", "abs-pump"],
    customer: { name: "Oleksandr Hnatiuk", phone: "(555) 555-0121", email: "hnatiuk@example.com" },
    notes: [{ author: "Marta", hoursLater: 22, content: "Price by e-mail, with pictures of the connector." }],
  },
  {
    // Nothing but the VIN is known of the vehicle: no method could decode it.
    sent: [3, "15:26"],
    vin: "4EN6AAA80P1005091",
    part: ["intake-exhaust-fuel", "fuel-pump", "fuel-pump-assembly"],
    additionalInfo: "Fire company truck, anything that fits.",
    customer: { name: "Capt. R. Mayhew", phone: "(555) 555-0122", email: "mayhew@station12.example.com" },
  },
  {
    sent: [2, "17:14"],
    vin: "1GTR1WE07DZ143724",
    vehicle: { year: "2013", make: "GMC", model: "Sierra 1500", engineSize: "5.3L V8" },
    part: ["doors-glass", "door", "door-front-right"],
    additionalInfo: "Complete if you can, with glass and regulator. White is best, any color will do.",
    customer: {
      name: "Hollis & Sons Landscaping",
      phone: "(555) 555-0123",
      email: "shop@hollis.example.com",
    },
  },
  {
    sent: [1, "13:09"],
    vin: "JTHFE2C23A2509749",
    vehicle: { year: "2010", make: "Lexus", model: "IS 350C" },
    part: ["radio-infotainment", "radio", "radio-receiver"],
    customer: { name: "Mei-Ling Castellanos", phone: "(555) 555-0124", email: "meiling.c@example.com" },
  },
  {
    sent: [0, "11:52"],
    vin: "2G1FB3D37E9218789",
    vehicle: { year: "2014", make: "Chevrolet", model: "Camaro", trim: "LT", engineSize: "3.6L V6" },
    part: ["wheels-tires-brakes", "hubcaps", "hubcap"],
    additionalInfo: "All four, please.",
    customer: { name: "Tyrese Boone", phone: "(555) 555-0117", email: "tboone@example.com" },
  },
];
