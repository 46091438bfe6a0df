/**
 * A table that is looked up with what someone typed, sent or stored. It has no prototype: in any other object `constructor` and `__proto__`
 * find something that is no entry.
 * @param entries what it says from the start
 */
export function lookupTable<Value>(entries: Readonly<Record<string, Value>> = {}): Record<string, Value> {
  return Object.assign(Object.create(null), entries);
}
