import { z } from "zod";
import {
  errorResponse,
  HEADERS,
  type HeaderName,
  type Operation,
  type OperationResponse,
  type Parameter,
} from "./operation";
import { descriptionOfTag, operations } from "./operations";
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
 * The API as an OpenAPI 3.1 document, generated from the schemas that validate bodies and describe records, so it cannot
 * fall behind them.
 * @param title whose API it is
 */
export function openApiDocument(title: string): Json {
  return {
    openapi: "3.1.0",
    info: {
      title,
      version: "1",
      license: { name: "MIT", identifier: "MIT" },
      description:
        "JSON over HTTP. Errors are `{error, fields?, retryAfter?}`. Any other method is 405 with `Allow`, any other path 404.",
    },
    servers: [{ url: "/api" }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({
      name,
      description: descriptionOfTag(name),
    })),
    paths: toPaths(operations),
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

function toPaths(all: readonly Operation[]): Json {
  const paths: Record<string, Json> = {};
  for (const operation of all) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: operationObject(operation) };
  }
  return paths;
}

function operationObject(operation: Operation): Json {
  const { id, tag, summary, description, auth, parameters, body } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    security: auth ? [{ [auth]: [] }] : [],
    ...(parameters ? { parameters: parameters.map(parameterObject) } : {}),
    ...(body
      ? {
          requestBody: {
            required: true,
            content: body === "picture" ? MULTIPART : jsonContent(body),
          },
        }
      : {}),
    responses: Object.fromEntries(
      Object.entries({ ...sharedResponses(operation), ...operation.responses }).map(([status, response]) => [
        status,
        responseObject(response),
      ]),
    ),
  };
}

/** The responses that every operation of its kind can give. */
function sharedResponses({ method, auth }: Operation): Record<number, OperationResponse> {
  const unauthorized: OperationResponse = {
    ...errorResponse("No access token, or one that is invalid, expired or revoked."),
    headers: ["WWW-Authenticate"],
  };
  const responses: Record<number, OperationResponse> = {
    500: errorResponse("Something went wrong on our end."),
    503: {
      ...errorResponse("The database can't be reached, or is busy. Try again after `Retry-After` seconds."),
      headers: ["Retry-After"],
    },
  };
  if (auth === "bearer") {
    responses[401] = unauthorized;
    responses[403] = errorResponse(
      "The account's role doesn't include this, or the request came from another site.",
    );
  }
  if (method === "get") return responses;
  return {
    ...responses,
    400: errorResponse("The request is malformed."),
    403: responses[403] ?? errorResponse("The request came from another site."),
    413: errorResponse("The body is too large."),
    415: errorResponse("The body has the wrong type."),
  };
}

function responseObject({ description, record, headers = [] }: OperationResponse): Json {
  return {
    description,
    ...(headers.length > 0 ? { headers: Object.fromEntries(headers.map(headerObject)) } : {}),
    ...(record ? { content: jsonContent(record) } : {}),
  };
}

function headerObject(name: HeaderName): [string, Json] {
  return [name, { description: HEADERS[name], schema: { type: "string" } }];
}

function parameterObject({ required = false, ...parameter }: Parameter): Json {
  return { ...parameter, required };
}

function jsonContent(schema: string): Json {
  return { "application/json": { schema: { $ref: referenceTo(schema) } } };
}

/** Each schema as JSON Schema; a schema inside another is referenced by its name. */
function jsonSchemas(schemas: Record<string, z.ZodType>, io: "input" | "output"): Json {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const json = z.toJSONSchema(registry, { io, target: "draft-2020-12", uri: referenceTo });
  return Object.fromEntries(
    Object.entries(json.schemas).map(([name, { $schema: _dialect, $id: _url, ...schema }]) => [name, schema]),
  );
}

function referenceTo(schema: string): string {
  return `#/components/schemas/${schema}`;
}
