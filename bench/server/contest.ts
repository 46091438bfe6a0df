import type { Served, ServedOptions } from "../support/process";
import type { Question, Round } from "./load";

export type EntrantName = "site" | "Express" | "node:http";

export interface Entrant {
  name: EntrantName;
  server: Served;
  rounds: Round[];
}

/** One question that several servers answer with the same bytes. */
export interface Contest {
  name: string;
  question: Question;
  /** Of the body, as it goes over the wire. */
  bytes: number;
  /** None where the site cannot be asked at all: the note says why. */
  entrants: Entrant[];
  /** What the site must reach of Express. */
  target: number;
  /** What must be known to read the figures. */
  note?: string;
}

/** Where a contest finds its servers and their files. */
export interface Stage {
  folder: string;
  serve(options: Pick<ServedOptions, "script" | "args" | "environment" | "touches">): Promise<Served>;
}

export const BATCHED = "/api/vehicle-data/batched";

/** Servers that have run no round yet. */
export function entrants(servers: Partial<Record<EntrantName, Served>>): Entrant[] {
  return Object.entries(servers).map(([name, server]) => ({ name: name as EntrantName, server, rounds: [] }));
}
