/** The bodies that the list of parts to stock tells apart. */
export const BODY_KINDS = [
  "sedan",
  "coupe",
  "convertible",
  "hatchback",
  "wagon",
  "suv",
  "pickup",
  "van",
  "other",
] as const;
export type BodyKind = (typeof BODY_KINDS)[number];

/** What vPIC calls each; the first match counts. */
const PATTERNS: readonly (readonly [RegExp, BodyKind])[] = [
  [/pickup/i, "pickup"],
  [/\bvan\b|minivan/i, "van"],
  [/sport utility|suv|crossover|cuv|mpv/i, "suv"],
  [/wagon/i, "wagon"],
  [/hatchback|liftback/i, "hatchback"],
  [/convertible|cabriolet|roadster/i, "convertible"],
  [/coupe/i, "coupe"],
  [/sedan|saloon/i, "sedan"],
];

/** The kind of body that a vPIC body class is: `Sedan/Saloon` is a sedan. */
export function bodyKind(bodyClass: string | undefined): BodyKind {
  return PATTERNS.find(([pattern]) => pattern.test(bodyClass ?? ""))?.[1] ?? "other";
}
