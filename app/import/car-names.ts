import { compactText } from "~/values/normalize";

/*
 * Makes and models as the catalog of VINs writes them, for files that write everything in capitals or nothing: "honda", "cr-v".
 */

interface CarName {
  make: string;
  model: string;
}

/**
 * How the catalog writes a make and a model. A model that it does not have is written word by word, as the make's other models are
 * ("GRAND PRIX GTP"); a name that it does not know stays as it is, and so does one that has both cases.
 */
export function buildCarNames(catalog: readonly CarName[]) {
  const makes = new Map<string, { make: string; models: Map<string, string>; words: Map<string, string> }>();
  for (const { make, model } of catalog) {
    const key = compactText(make);
    const known = makes.get(key) ?? { make, models: new Map(), words: new Map() };
    makes.set(key, known);
    known.models.set(compactText(model), model);
    for (const word of model.split(" ")) known.words.set(compactText(word), word);
  }
  return (make: string, model: string | undefined): { make: string; model?: string } => {
    const known = makes.get(compactText(make));
    if (!known) return { make, ...(model === undefined ? {} : { model }) };
    if (model === undefined) return { make: known.make };
    return { make: known.make, model: known.models.get(compactText(model)) ?? byWords(known.words, model) };
  };
}

function byWords(words: ReadonlyMap<string, string>, model: string): string {
  if (model !== model.toUpperCase() && model !== model.toLowerCase()) return model;
  return model
    .split(" ")
    .map((word) => words.get(compactText(word)) ?? word)
    .join(" ");
}
