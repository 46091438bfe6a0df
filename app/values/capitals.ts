/** As a sentence begins: `Old sale`. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** As a button or a title has it: `Old Sale`. */
export function titleCase(text: string): string {
  return text.split(" ").map(capitalize).join(" ");
}
