/*
 * The browser's own client of /api. It knows nothing of the router: fetch, clocks and waits can be handed in. A public
 * page takes the file it needs instead, so that its script holds nothing of the others.
 */
export * from "./auth";
export * from "./client";
export * from "./lenient";
export * from "./progress";
export * from "./refresh";
export * from "./request";
export * from "./retry";
export * from "./sentences";
export * from "./vehicle-pages";
export * from "./vin";
