/**
 * The contract for people, in Markdown, made of its OpenAPI document and of nothing else.
 * @param {object} document what `GET /api/openapi.json` answers
 */
export function apiGuide(document) {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method, call })),
  );
  return [
    "# The JSON API",
    "Made from the contract itself (`GET /api/openapi.json`) by `npm run docs`; the check fails where the two differ.",
    document.info.description,
    "Every address below stands under `/api`. A call marked **token** carries `Authorization: Bearer <accessToken>`; one marked " +
      "**cookie** carries the session's cookie, which `POST /auth/login` sets. What changes something is refused (403) where a " +
      "browser sends it from another site.",
    table(
      ["call", "what", "needs"],
      calls.map(({ path, method, call }) => [
        `[\`${method.toUpperCase()} ${path}\`](#${call.operationId.toLowerCase()})`,
        call.summary,
        needs(call),
      ]),
    ),
    ...document.tags.flatMap(({ name }) => [
      `## ${name}`,
      ...calls.filter(({ call }) => call.tags.includes(name)).map(callSection),
    ]),
    "## Bodies and records",
    "An optional field that is not known is left out of an answer. Unknown fields of a body are ignored.",
    ...Object.entries(document.components.schemas).map(([name, schema]) => recordSection(name, schema)),
  ]
    .join("\n\n")
    .concat("\n");
}

function callSection({ path, method, call }) {
  return [
    `### ${call.operationId}`,
    `\`${method.toUpperCase()} /api${path}\`: ${call.summary}.${call.description ? ` ${call.description}` : ""}${needs(call) ? ` Needs: ${needs(call)}.` : ""}`,
    call.parameters &&
      table(
        ["parameter", "in", "type", "what"],
        call.parameters.map(({ name, in: place, schema, description, required }) => [
          `\`${name}\`${required ? "" : "?"}`,
          place,
          typeOf(schema),
          description,
        ]),
      ),
    call.requestBody && `Body: ${bodyOf(call.requestBody.content)}.`,
    table(
      ["status", "answer", "body", "headers"],
      Object.entries(call.responses).map(([status, { description, content, headers = {} }]) => [
        status,
        description,
        content ? bodyOf(content) : "none",
        Object.keys(headers)
          .map((name) => `\`${name}\``)
          .join(", "),
      ]),
    ),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function recordSection(name, schema) {
  const heading = `### ${name}`;
  if (!schema.properties) return `${heading}\n\n${typeOf(schema)}`;
  return `${heading}\n\n${table(["field", "type"], fieldsOf(schema))}`;
}

/** One row a field; what stands in an object is named with a dot. */
function fieldsOf(schema, before = "") {
  return Object.entries(schema.properties).flatMap(([name, field]) => {
    const optional = schema.required?.includes(name) ? "" : "?";
    const place = `${before}${name}${optional}`;
    const isList = field.type === "array" && field.items?.properties;
    const inside = isList ? field.items : field;
    if (!inside.properties) return [[`\`${place}\``, typeOf(field)]];
    return fieldsOf(inside, `${place}${isList ? "[]" : ""}.`);
  });
}

function typeOf(schema) {
  if (schema.$ref) return linkTo(schema.$ref);
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(", ");
  if (schema.const !== undefined) return `\`${schema.const}\``;
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices?.every((choice) => choice.properties)) {
    return choices.map((choice) => table(["field", "type"], fieldsOf(choice))).join("\n\nor\n\n");
  }
  if (choices) return [...new Set(choices.map(typeOf))].join(" or ");
  if (schema.type === "array") {
    return schema.items?.properties
      ? `list of objects\n\n${table(["field", "type"], fieldsOf(schema.items))}`
      : `list of ${typeOf(schema.items ?? {})}`;
  }
  if (schema.type === "object" && schema.additionalProperties) {
    return `object of ${typeOf(schema.additionalProperties)}`;
  }
  return [[schema.type ?? "anything"].flat().join(" or "), ...limitsOf(schema)].join(", ");
}

function limitsOf({ format, minimum, maximum, minLength, maxLength, maxItems, default: standard }) {
  const said = (words, limit) => (limit === undefined ? [] : [`${words} ${limit}`]);
  // A bound that no number of JavaScript's could pass says nothing.
  const bound = (limit) => (Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? undefined : limit);
  return [
    ...(format ? [format] : []),
    ...said("from", bound(minimum)),
    ...said("to", bound(maximum)),
    ...said("at least characters:", minLength),
    ...said("at most characters:", maxLength),
    ...said("at most items:", maxItems),
    ...said("else", standard === undefined ? undefined : `\`${standard}\``),
  ];
}

function bodyOf(content) {
  const multipart = content["multipart/form-data"];
  if (multipart) {
    const [[name, field]] = Object.entries(multipart.schema.properties);
    return `a multipart form with the file \`${name}\`: ${field.description.replace(/\.$/, "")}`;
  }
  return linkTo(content["application/json"].schema.$ref);
}

function linkTo(reference) {
  const name = reference.replace("#/components/schemas/", "");
  return `[${name}](#${name.toLowerCase()})`;
}

function needs({ security }) {
  const scheme = Object.keys(security?.[0] ?? {})[0];
  return scheme === "bearer" ? "**token**" : scheme === "cookie" ? "**cookie**" : "";
}

function table(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
