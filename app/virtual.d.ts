declare module "virtual:remix/server-build" {
  import type { ServerBuild } from "@remix-run/node";

  const build: ServerBuild;
  export = build;
}

// These packages carry no types of their own.
declare module "on-headers" {
  export default function onHeaders(
    response: import("node:http").ServerResponse,
    listener: (this: import("node:http").ServerResponse) => void,
  ): void;
}

declare module "fresh" {
  /** True when the client's copy still matches the response that has these headers. */
  export default function fresh(
    requestHeaders: Record<string, string | undefined>,
    responseHeaders: Record<string, string>,
  ): boolean;
}

declare module "negotiator" {
  export default class Negotiator {
    constructor(request: Pick<import("node:http").IncomingMessage, "headers">);
    /** Those of `available` that the request takes, the most wanted first. */
    encodings(available: string[]): string[];
  }
}
