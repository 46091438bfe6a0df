import type { RequestListener, Server } from "node:http";
import { networkInterfaces } from "node:os";
import type { ServeOptions, SiteOptions } from "../server";
import { config } from "./config.server";
import { SET_UP_LINK_PAGE } from "./set-up/paths";

// What the scripts load of the build. Each part is imported only when it is asked for, because a command needs little of the site,
// and a usage error must not make a database.

/** The request listener for the whole site; see server.ts. */
export async function createSite(options?: SiteOptions): Promise<RequestListener> {
  return (await import("../server")).createSite(options);
}

/** Starts the site; see server.ts. */
export async function serve(options?: ServeOptions): Promise<Server> {
  return (await import("../server")).serve(options);
}

/** The name of the business, as its file or its stored settings have it now. */
export async function businessName(): Promise<string> {
  return (await import("./business/business.server")).business.name;
}

/** The URL of the running server. */
export function siteUrl(server: Server): string {
  const local = localUrl(server);
  return config.PUBLIC_URL ? `${local}, from outside at ${config.PUBLIC_URL}` : local;
}

/** Where this machine reaches the server: the one address that it listens on, or `localhost` where that is any. */
function localUrl(server: Server): string {
  const address = server.address();
  if (typeof address !== "object" || !address) return `http://localhost:${config.PORT}`;
  const { address: host, family, port } = address;
  if (isAny(host) || host === "127.0.0.1" || host === "::1") return `http://localhost:${port}`;
  return `http://${family === "IPv6" ? `[${host}]` : host}:${port}`;
}

const isAny = (host: string) => host === "0.0.0.0" || host === "::";

/**
 * The URLs of the running server for other devices on its network: a phone in the yard. None where it listens on one address, which its
 * own URL names.
 */
export function networkUrls(server: Server): string[] {
  const address = server.address();
  if (typeof address !== "object" || !address || !isAny(address.address)) return [];
  return Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .filter(({ family, internal }) => family === "IPv4" && !internal)
    .map((found) => `http://${found.address}:${address.port}`);
}

/**
 * The one-time link that names the first account: from outside, or else on this machine, and then also for a phone on its network, where
 * there is one.
 */
export function setUpUrls(server: Server, key: string): { url: string; phoneUrl: string | undefined } {
  const at = (base: string) => {
    const url = new URL(SET_UP_LINK_PAGE, base);
    url.searchParams.set("key", key);
    return url.href;
  };
  const [network] = networkUrls(server);
  const isLocal = config.PUBLIC_URL === undefined;
  return {
    url: at(config.PUBLIC_URL ?? localUrl(server)),
    phoneUrl: isLocal && network !== undefined ? at(network) : undefined,
  };
}

/** The URL where staff sign in. */
export function signInUrl(server: Server): string {
  return `${config.PUBLIC_URL ?? localUrl(server)}/login`;
}

/** Runs `npm run staff`; returns the exit status. */
export async function runStaffCommand(args: string[]): Promise<number> {
  return (await import("./accounts/staff-command.server")).runStaffCommand(args);
}

/** Runs `npm run mail:test`; returns the exit status. */
export async function runMailTestCommand(args: string[]): Promise<number> {
  return (await import("./mail/test-command.server")).runMailTestCommand(args);
}

/** Runs `npm run import`; returns the exit status. */
export async function runImportCommand(args: string[], folder: string): Promise<number> {
  return (await import("./import/command.server")).runImportCommand(args, folder);
}

/** Runs `npm run export`; returns the exit status. */
export async function runExportCommand(args: string[], folder: string): Promise<number> {
  return (await import("./export/command.server")).runExportCommand(args, folder);
}

/** Runs `npm run settings`; returns the exit status. */
export async function runSettingsCommand(args: string[], folder: string): Promise<number> {
  return (await import("./settings/command.server")).runSettingsCommand(args, folder);
}

/** Runs `npm run book`; returns the exit status. */
export async function runBookCommand(args: string[]): Promise<number> {
  return (await import("./book/command.server")).runBookCommand(args);
}

/** Fills an empty site with the sample inventory; returns the number of vehicles. */
export async function seedSampleData(options?: { pictures?: boolean }): Promise<number> {
  return (await import("../demo/seed.server")).seedSampleData(options);
}
