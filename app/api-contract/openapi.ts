import { z } from "zod";
import { type Answer, HEADERS, type HeaderName, type Operation, type Parameter } from "./operation";
import { operations } from "./operations";
import { bodies, records } from "./records";

type Json = Record<string, unknown>;

const MULTIPART = {
  "multipart/form-data": {
    schema: {
      type: "object",
      required: ["image"],
      properties: {
        image: {
          type: "string",
          contentMediaType: "image/*",
          description: "JPG, PNG or WebP, at most 5 MB.",
        },
      },
    },
  },
};

/**
 * The contract as an OpenAPI 3.1 document, made of the schemas that judge bodies and the records that are answered:
 * there is no second description to fall behind.
 * @param title whose API it is
 */
export function openApiDocument(title: string): Json {
  return {
    openapi: "3.1.0",
    info: {
      title,
      version: "1",
      description:
        "JSON over HTTP. Errors are `{error, fields?, retryAfter?}`. Any other method is 405 with `Allow`, any other path 404.",
    },
    servers: [{ url: "/api" }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths: pathsOf(operations),
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        cookie: { type: "apiKey", in: "cookie", name: "session" },
      },
      schemas: {
        ...jsonSchemas(records, "output"),
        ...jsonSchemas(bodies, "input"),
        OpenApi: { type: "object", required: ["openapi", "paths"] },
      },
    },
  };
}

function pathsOf(all: readonly Operation[]): Json {
  const paths: Record<string, Json> = {};
  for (const operation of all) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: described(operation) };
  }
  return paths;
}

function described(operation: Operation): Json {
  const { id, tag, summary, description, auth, parameters, body } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    ...(auth ? { security: [{ [auth]: [] }] } : {}),
    ...(parameters ? { parameters: parameters.map(describedParameter) } : {}),
    ...(body
      ? {
          requestBody: {
            required: true,
            content: body === "picture" ? MULTIPART : jsonContent(body),
          },
        }
      : {}),
    responses: Object.fromEntries(
      Object.entries({ ...sharedAnswers(operation), ...operation.answers }).map(([status, answer]) => [
        status,
        describedAnswer(answer),
      ]),
    ),
  };
}

/** What may be answered to any call of its kind, ahead of its own rules or behind them (decisions, sections 8 and 9). */
function sharedAnswers({ method, auth }: Operation): Record<number, Answer> {
  const problem = (description: string): Answer => ({ description, record: "Error" });
  const unauthorized: Answer = {
    ...problem("No access token, or one that is invalid, expired or revoked."),
    headers: ["WWW-Authenticate"],
  };
  const answers: Record<number, Answer> = { 500: problem("Something went wrong on our side.") };
  if (auth === "bearer") answers[401] = unauthorized;
  if (method === "get") return answers;
  return {
    ...answers,
    400: problem("The request is malformed."),
    403: problem("The request came from another site."),
    413: problem("The body is too large."),
    415: problem("The body has another type than it should."),
  };
}

function describedAnswer({ description, record, headers = [] }: Answer): Json {
  return {
    description,
    ...(headers.length > 0 ? { headers: Object.fromEntries(headers.map(describedHeader)) } : {}),
    ...(record ? { content: jsonContent(record) } : {}),
  };
}

function describedHeader(name: HeaderName): [string, Json] {
  return [name, { description: HEADERS[name], schema: { type: "string" } }];
}

function describedParameter({ required = false, ...parameter }: Parameter): Json {
  return { ...parameter, required };
}

function jsonContent(schema: string): Json {
  return { "application/json": { schema: { $ref: referenceTo(schema) } } };
}

/** Each as JSON Schema; where one stands in another, as in a list of them, by its name. */
function jsonSchemas(schemas: Record<string, z.ZodType>, io: "input" | "output"): Json {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const json = z.toJSONSchema(registry, { io, target: "draft-2020-12", uri: referenceTo });
  return Object.fromEntries(
    Object.entries(json.schemas).map(([name, { $schema: _dialect, $id: _address, ...schema }]) => [
      name,
      schema,
    ]),
  );
}

function referenceTo(schema: string): string {
  return `#/components/schemas/${schema}`;
}
