import { config } from "~/config.server";
import { business } from "./business.server";

/** What the shipped business file says, as long as nobody has changed it. */
const EXAMPLE = {
  ...{ name: "Millbrook Auto Recyclers", phone: "(555) 555-0142" },
  addresses: ["office@millbrook-auto.example.com", "privacy@millbrook-auto.example.com"],
};

/**
 * Whether the site still has the details of the example that it comes with, which no visitor should take for real. The demo's are meant
 * to be.
 */
export function isExampleBusiness(): boolean {
  return !config.EXAMPLE_SITE && business.name === EXAMPLE.name && business.phone === EXAMPLE.phone;
}

/** Whether an address for mail is the example's, which nobody reads. */
export function isExampleAddress(address: string): boolean {
  return EXAMPLE.addresses.includes(address);
}
