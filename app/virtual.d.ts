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

declare module "negotiator" {
  export default class Negotiator {
    constructor(request: Pick<import("node:http").IncomingMessage, "headers">);
    /** Those of `available` that the request takes, the most wanted first. */
    encodings(available: string[]): string[];
  }
}
