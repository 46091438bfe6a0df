import type { Parameter } from "./operation";
import { operations } from "./operations";

/**
 * What is wrong with a GET's query, by parameter: `{ sort: ["sort must be one of newest, make"] }`. Parameters that the contract does
 * not name are ignored.
 * @param path under `/api`, as in the contract: `/retail-vehicles`
 */
export function queryErrors(path: string, params: URLSearchParams): Record<string, string[]> {
  const operation = operations.find((one) => one.method === "get" && one.path === path);
  const wrong = (operation?.parameters ?? []).filter(
    (parameter) =>
      parameter.in === "query" && !params.getAll(parameter.name).every((value) => fits(value, parameter)),
  );
  return Object.fromEntries(wrong.map((parameter) => [parameter.name, [ruleOf(parameter)]]));
}

function fits(value: string, { schema }: Parameter): boolean {
  if (schema.format === "date-time") return value === "" || isInstant(value);
  if (schema.format === "date") return value === "" || /^\d{4}-\d\d-\d\d$/.test(value);
  if (schema.type === "string") return schema.enum?.includes(value) ?? true;
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema;
  return /^\d{1,15}$/.test(value) && Number(value) >= minimum && Number(value) <= maximum;
}

/** With its zone, so that nobody has to know where the site is. */
function isInstant(value: string): boolean {
  return /^\d{4}-\d\d-\d\dT[\d:.]{5,12}(?:Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value));
}

/** `limit must be a whole number from 1 to 500`, `sort must be one of newest, make`. */
function ruleOf({ name, schema }: Parameter): string {
  if (schema.format === "date-time") return `${name} must be a date and time, such as 2026-12-20T15:04:00Z`;
  if (schema.format === "date") return `${name} must be a day, such as 2026-12-20`;
  if (schema.enum) return `${name} must be one of ${schema.enum.join(", ")}`;
  const { minimum = 0, maximum } = schema;
  return `${name} must be a whole number from ${minimum}${maximum === undefined ? "" : ` to ${maximum}`}`;
}
