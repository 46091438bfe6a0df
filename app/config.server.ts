import { parseEnvironment, variables } from "./environment.server";

/** This file is the only reader of process.env in the app. */
export const config = parseEnvironment(process.env);

/** The names of the variables that are set, such as `PUBLIC_URL`. */
export function listSettings(environment: Record<string, string | undefined> = process.env): string[] {
  return Object.keys(variables.shape).filter(
    (name) => environment[name] && !/^(NODE_ENV|LISTEN_|STARTED_BY)/.test(name),
  );
}

/** Whether an environment variable is set, so that it wins over its setting. */
export function isVariableSet(name: string): boolean {
  return Boolean(process.env[name]);
}
