declare module "virtual:remix/server-build" {
  import type { ServerBuild } from "@remix-run/node";

  const build: ServerBuild;
  export = build;
}

// The package carries no types of its own.
declare module "on-headers" {
  export default function onHeaders(
    response: import("node:http").ServerResponse,
    listener: (this: import("node:http").ServerResponse) => void,
  ): void;
}
