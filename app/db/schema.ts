import type { Insertable, Selectable } from "kysely";

/*
 * The tables as the migrations leave them. Field names follow the specification's section 3; days and
 * moments are ISO texts, money is whole cents, lists are JSON texts.
 */

interface VehicleColumns {
  id: string;
  stockNumber: string;
  /** The stock number folded, so that a clash is found whatever its letters' case. */
  stockNumberKey: string;
  trim: string | null;
  vin: string;
  exteriorColor: string | null;
  interiorColor: string | null;
  transmission: string | null;
  engineType: string | null;
  driveType: string | null;
  status: string;
  imageUrl: string | null;
  dateAcquired: string;
  notes: string | null;
  createdAt: string;
  updatedAt: string;
  /** Folded words that the public search looks through. */
  searchText: string;
}

export interface DismantledVehicleTable extends VehicleColumns {
  year: number;
  make: string;
  model: string;
  mileage: number;
}

export interface RetailVehicleTable extends VehicleColumns {
  year: number | null;
  make: string | null;
  model: string | null;
  mileage: number | null;
  priceCents: number | null;
  fuelType: string | null;
  condition: string | null;
  /** JSON array of strings. */
  features: string;
  description: string | null;
}

interface RequestColumns {
  id: string;
  createdAt: string;
  updatedAt: string;
  status: string;
  /** JSON array of {author, timestamp, content}: staff's own. */
  notes: string;
  customerName: string;
  customerPhone: string | null;
  customerEmail: string | null;
  vin: string | null;
  vehicleYear: string | null;
  vehicleMake: string | null;
  vehicleModel: string | null;
  vehicleTrim: string | null;
  vehicleEngineSize: string | null;
}

export interface PartRequestTable extends RequestColumns {
  partSystem: string;
  partComponent: string;
  partOtherComponent: string | null;
  partAdditionalInfo: string | null;
  /** The draft it was sent from, so that sending twice stores one. */
  draftId: string | null;
}

export interface RepairRequestTable extends RequestColumns {
  addressStreet: string | null;
  addressCity: string | null;
  addressState: string | null;
  addressZipCode: string | null;
  vehicleMileage: string | null;
  serviceType: string | null;
  otherServiceType: string | null;
  message: string | null;
  description: string | null;
  urgency: string | null;
  contactMethod: string;
  isSimplifiedRequest: number;
  /** The form it was sent from, so that sending twice stores one. */
  submissionId: string | null;
}

export interface PartRequestDraftTable {
  id: string;
  /** JSON of what has been typed; emptied once it is sent. */
  answers: string;
  createdAt: string;
  updatedAt: string;
}

export interface VinDecodeTable {
  vin: string;
  /** JSON of the decoder's cache entry. */
  entry: string;
  decodedAt: string;
}

export interface AdministratorTable {
  id: string;
  username: string;
  /** The username folded, so that a name is taken whatever its letters' case. */
  usernameKey: string;
  passwordHash: string;
  createdAt: string;
  updatedAt: string;
}

export interface SessionTable {
  /** A hash of the cookie's secret: who reads the table cannot make the cookie. */
  id: string;
  administratorId: string;
  createdAt: string;
  /** Moves ahead with activity, up to `endsAt`. */
  expiresAt: string;
  /** Where the session ends for good. */
  endsAt: string;
}

export interface HeldFormTable {
  id: string;
  administratorId: string;
  /** The path it was posted to. */
  address: string;
  /** JSON array of [name, value]. */
  fields: string;
  createdAt: string;
}

export interface SubmittedOnceTable {
  /** A hash of the caller's key and of what it is a key of. */
  id: string;
  bodyHash: string;
  /** The JSON that was answered. */
  answer: string;
  createdAt: string;
}

export interface InventoryVersionTable {
  inventory: Inventory;
  /** Grows with every change of a vehicle of this inventory; triggers count it. */
  number: number;
}

/** The tables that hold vehicles. */
export type Inventory = "dismantledVehicles" | "retailVehicles";

export interface GoneVehicleTable {
  /** Of a retail vehicle that was deleted. */
  id: string;
}

export interface Database {
  dismantledVehicles: DismantledVehicleTable;
  retailVehicles: RetailVehicleTable;
  partRequests: PartRequestTable;
  repairRequests: RepairRequestTable;
  partRequestDrafts: PartRequestDraftTable;
  vinDecodes: VinDecodeTable;
  administrators: AdministratorTable;
  sessions: SessionTable;
  heldForms: HeldFormTable;
  submittedOnce: SubmittedOnceTable;
  goneVehicles: GoneVehicleTable;
  inventoryVersions: InventoryVersionTable;
}

export type Row<Table extends keyof Database> = Selectable<Database[Table]>;
export type NewRow<Table extends keyof Database> = Insertable<Database[Table]>;
