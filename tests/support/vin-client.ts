import { decodeVin } from "~/api/client/vin";
import type { VinStorage } from "~/vin/local-cache";
import { type Answer, fetchOf } from "./client";

export const VIN = "1HGCM82633A004352";
export const NOW = new Date("2026-11-21T12:00:00Z");
export const ACCORD = { year: 2003, make: "Honda", model: "Accord", engineSize: "2.4L" };
export const FOUND = { vehicleInfo: ACCORD, inInventory: true, inventoryType: "retail" };
export const DECODED = { result: { outcome: "decoded", vehicleInfo: ACCORD }, inventoryType: "retail" };

/** A decode of `VIN` by a server of one answer, with nothing kept unless said. */
export function decodeBy(answer: Answer, options: Parameters<typeof decodeVin>[1] = {}) {
  const { fetch } = fetchOf(answer);
  return decodeVin(VIN, { storage: storageOf(), now: () => NOW, fetch, ...options });
}

/** Local storage in a map; `kept` is what it starts with. */
export function storageOf(kept: Record<string, string> = {}): VinStorage & { entries: Map<string, string> } {
  const entries = new Map(Object.entries(kept));
  return {
    entries,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    key: (place) => [...entries.keys()][place] ?? null,
    get length() {
      return entries.size;
    },
  };
}

export function denied(): never {
  throw new DOMException("denied", "SecurityError");
}
