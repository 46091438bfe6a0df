import Ajv from "ajv/dist/2020";
import { openApiDocument } from "~/api/contract/openapi";

interface Call {
  operationId: string;
  tags: string[];
  security: Record<string, string[]>[];
  responses: Record<string, { content?: { "application/json": { schema: { $ref: string } } } }>;
}

export const document = openApiDocument("Yard") as {
  info: { license: { name: string; identifier: string } };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Call>>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
};

// Keywords of OpenAPI beside those of JSON Schema; formats are told by patterns too.
const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema(document, "contract");

/**
 * Throws where an answer of `/api` is not as the contract describes it: so that no request test can pass while the
 * description has fallen behind. Answers of other addresses are none of its business.
 */
export async function expectInContract(method: string, path: string, answer: Response): Promise<void> {
  const address = /^\/api(\/.*)$/.exec(path.split("?", 1)[0] ?? "")?.[1];
  if (address === undefined) return;
  const problem = await problemOf(method.toLowerCase(), address, answer.clone());
  if (problem)
    throw new Error(`${method} ${path} answered ${answer.status}, against the contract: ${problem}`);
}

async function problemOf(method: string, address: string, answer: Response): Promise<string | undefined> {
  const methods = methodsOf(address);
  const call = methods?.[method === "head" ? "get" : method];
  const described = call?.responses[answer.status];
  const json = answer.headers.get("Content-Type")?.startsWith("application/json") ?? false;
  if (method === "head") return undefined;
  if (!methods) return answer.status === 404 ? valueProblem("Error", answer) : "there is no such address";
  if (!call) return answer.status === 405 ? valueProblem("Error", answer) : "there is no such method";
  if (!described) return "no such status is described";
  const reference = described.content?.["application/json"].schema.$ref;
  if (!reference) return (await answer.text()) === "" ? undefined : "it should have no body";
  if (!json) return `its type is ${answer.headers.get("Content-Type")}`;
  return valueProblem(reference.replace("#/components/schemas/", ""), answer);
}

async function valueProblem(schema: string, answer: Response): Promise<string | undefined> {
  const validate = ajv.getSchema(`contract#/components/schemas/${schema}`);
  if (!validate) throw new Error(`The contract has no schema ${schema}.`);
  return validate(await answer.json()) ? undefined : ajv.errorsText(validate.errors);
}

/** The methods of an address by name; `{id}` stands for one part of it. */
function methodsOf(address: string) {
  const exact = document.paths[address];
  if (exact) return exact;
  const [, methods] =
    Object.entries(document.paths).find(([path]) =>
      new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(address),
    ) ?? [];
  return methods;
}
