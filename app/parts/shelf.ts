import type { FoundPart } from "./finder";

/** A category of the catalog of which something is on the shelf. */
export interface ShelfSystem {
  /** The category's id. */
  id: string;
  /** Its short name. */
  name: string;
  /** A symbol of drawings.svg. */
  drawing: string;
  count: number;
}

/** What is on the shelf, in short. */
export interface Shelf {
  systems: ShelfSystem[];
  newest: FoundPart[];
  /** Searches that find something, the shortest first. */
  examples: string[];
}

/** Of an empty shelf the examples still say how to search. */
export const EMPTY_SHELF: Shelf = {
  systems: [],
  newest: [],
  examples: ["2010 Accord alternator", "left mirror F-150 2014", "passenger headlight 2012 Camry"],
};
