import { lookupTable } from "~/values/lookup-table";
import tradeWords from "./trade-words.json";

/*
 * The words that people search vehicles with, besides those in a vehicle's own fields: other names of makes, body styles,
 * and what they call a drive type, a fuel or a color. In trade-words.json, whose body classes are vPIC's by how they begin.
 */

/** Phrases of several words, and the one word that replaces each. Applied to folded text. */
export const PHRASES: readonly (readonly [phrase: RegExp, word: string])[] = [
  [/\b(?:4|four)[ -]?wheel[ -]?drive\b|\b4[ -]?wd\b|\b4 ?x ?4s?\b|\bfour by four\b/g, "4wd"],
  [/\ball[ -]?wheel[ -]?drive\b/g, "awd"],
  [/\bfront[ -]?wheel[ -]?drive\b/g, "fwd"],
  [/\brear[ -]?wheel[ -]?drive\b/g, "rwd"],
  [/\bpick[ -]?ups?\b/g, "pickup"],
  [/\bmini[ -]?vans?\b/g, "minivan"],
  [/\b(?:sport[ -]utility(?: vehicles?)?|sport utes?)\b/g, "suv"],
  [/\b(?:station|estate) wagons?\b/g, "wagon"],
  [/\b(?:soft|drop|rag)[ -]?tops?\b/g, "convertible"],
  [/\b(?:2|two)[ -]?(?:doors?|drs?)\b/g, "coupe"],
  [/\b(?:4|four)[ -]?(?:doors?|drs?)\b/g, "sedan"],
  [/\ba\/c\b/g, "ac"],
  [/\blow (?:mileage|miles)\b/g, " "],
  [/\b(?:third|3rd)(?=[ -]?row)/g, "three"],
  [/\bplug[ -]in\b/g, "plugin"],
  [/\brange rovers?\b/g, "rangerover"],
  [/\bsuper[ -]?dut(?:y|ies)\b/g, "superduty"],
  // Not told apart, because yards write a 2500HD as a 2500, too, and VIN decoders a Silverado 1500 as a Silverado K1500.
  [/\b([1-5]500)[ -]?hd\b/g, "$1"],
  [/\b(silverado|sierra) [ck]-?(?=[1-3]500\b)/g, "$1 "],
  [/\bstick[ -]?shift\b|\b[56][ -]speed\b/g, "manual"],
  [/\b(?:4|four)[ -]?cyl(?:inders?)?\b/g, "4cylinder"],
  [/\b(?:6|six)[ -]?cyl(?:inders?)?\b/g, "6cylinder"],
  [/\b(?:8|eight)[ -]?cyl(?:inders?)?\b/g, "8cylinder"],
];

/** Cabs, which say nothing about a truck's model. */
export const CABS =
  /\b(?:crew|quad|king|mega|double|access|regular|reg|standard|extended|ext|single)[ -]?cab\b|\bcrew ?max\b|\bsuper ?(?:crew|cab)\b/g;

/** Other words for a word of a vehicle's search text: "chevy" is Chevrolet. */
export const ALIASES: Readonly<Record<string, string>> = lookupTable(
  Object.fromEntries(
    Object.entries(tradeWords.aliases).flatMap(([word, others]) =>
      others.split(" ").map((other) => [other, word]),
    ),
  ),
);

/** Words that a search for a body, a drive type, a fuel or a transmission comes down to. */
export const KIND_WORDS = wordSet(tradeWords.kinds);

/** Matched as whole words, since "silver" isn't a Silverado. */
export const COLORS = wordSet(tradeWords.colors);

/** Words that say nothing about a vehicle. A search of only these finds every vehicle. */
export const FILLERS = wordSet(tradeWords.fillers);

/** The makes of cars and light trucks, without spaces and hyphens. */
export const MAKES = wordSet(tradeWords.makes);

/** A Super Duty is an F-250 or larger, as its buyers and its papers call it by one or both names. */
export const SUPER_DUTY = "superduty";

/** By the compact start of a model, what people call its body: for vehicles whose VIN does not tell. */
const WORDS_OF_MODEL = new Map<string, string>();
for (const [words, models] of Object.entries(tradeWords.modelsByBody))
  for (const model of models.split(" "))
    WORDS_OF_MODEL.set(model, [WORDS_OF_MODEL.get(model), words].filter(Boolean).join(" "));

const NAMES_OF_PARTS = wordSet(tradeWords.namesOfParts);

/**
 * Makes and models that people search for, in stock or not: a word of these is no part and is not mistyped for another word. Names
 * that are words of the part catalog too, a pickup coil and a heating element, are not among them.
 */
export const KNOWN_NAMES: ReadonlySet<string> = new Set(
  [
    ...MAKES,
    ...wordSet(tradeWords.otherNames),
    ...[...WORDS_OF_MODEL.keys()].filter((model) => model.length > 4),
  ].filter((name) => !NAMES_OF_PARTS.has(name)),
);

/**
 * What people call the body of a vehicle: `["pickup", "truck"]`; empty if unknown.
 * @param bodyClass vPIC's body class of its VIN
 * @param model the model without spaces and hyphens, in lowercase
 */
export function bodyWords(bodyClass: string | undefined, model: string): string[] {
  const fromVin =
    bodyClass && Object.entries(tradeWords.bodyClasses).find(([start]) => bodyClass.startsWith(start))?.[1];
  return [...new Set([fromVin, wordsOfModel(model)].filter(Boolean).join(" ").split(" ").filter(Boolean))];
}

/** By the longest known start of at least two characters: "silverado1500" is a Silverado. */
function wordsOfModel(model: string): string | undefined {
  for (let length = model.length; length > 1; length--) {
    const words = WORDS_OF_MODEL.get(model.slice(0, length));
    // "x50" is no X5: a number continues with letters only.
    const rest = model.slice(length);
    if (words && !(/\d$/.test(model.slice(0, length)) && /^\d/.test(rest))) return words;
  }
  return undefined;
}

/**
 * What else a make or a model is called, both without spaces and hyphens: a Ram was a Dodge, a 328i is a 3 Series, and an F-350 a
 * Super Duty.
 */
export function seriesWords(make: string, model: string): string[] {
  if (make === "ram") return ["dodge"];
  if (make === "dodge" && /^(?:pickup|truck)?[1-5]500/.test(model)) return ["ram"];
  if (make === "ford" && /^f[2-6]50/.test(model)) return ["superduty"];
  const series = /^[a-z]?(\d)\d{2}[a-z]*$/.exec(model)?.[1];
  if (make === "bmw" && series) return [series, "series", `${series}series`];
  const mercedes = /^([a-z]{1,3})\d{2,3}[a-z]*$/.exec(model)?.[1];
  if (make.startsWith("mercedes") && mercedes) return [mercedes, "class", `${mercedes}class`];
  return [];
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
