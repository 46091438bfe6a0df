/**
 * Example calls for integrators, in order. Paths and methods come from the contract; a test makes exactly these calls.
 * @type {{ id: string, what: string, query?: string, headers?: Record<string, string>, body?: object, picture?: string, token?: boolean }[]}
 */
export const FIRST_CALLS = [
  { id: "listRetailVehicles", what: "Vehicles for sale, the first ten", query: "?limit=10" },
  {
    id: "createPartRequest",
    what: "Ask for a part; sent again with the same key, it is stored once",
    headers: { "Idempotency-Key": "order-4711" },
    body: {
      vin: "1HGCM82633A004352",
      partDetails: { system: "Exterior", component: "Hood" },
      customerInfo: { name: "Ann Lee", phone: "(555) 555-0101", email: "ann@example.com" },
    },
  },
  { id: "decodeVin", what: "What a VIN says about its vehicle", body: { vin: "1HGCM82633A004352" } },
  {
    id: "signIn",
    what: "Sign in, and put `accessToken` from the response into $token; it is good for 30 minutes",
    body: { username: "ann", password: "correct horse battery" },
  },
  {
    id: "createRetailVehicle",
    what: "Add a vehicle",
    token: true,
    body: { stockNumber: "R-1001", vin: "1HGCM82633A004352", year: 2003, make: "Honda", price: 6995 },
  },
  {
    id: "uploadPicture",
    what: "Upload a picture; `url` in the response goes into a vehicle's `imageUrl`",
    token: true,
    picture: "car.jpg",
  },
  {
    id: "listPartRequests",
    what: "The newest part requests",
    token: true,
    query: "?status=pending&limit=10",
  },
];

/**
 * The contract in Markdown, generated from its OpenAPI document alone.
 * @param {object} document the OpenAPI document
 */
export function apiGuide(document) {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method, call })),
  );
  const usual = usualAnswers(calls);
  const schemas = Object.entries(document.components.schemas);
  return [
    "# The JSON API",
    "Generated from the contract (`GET /api/openapi.json`) by `npm run docs`; a test fails when the two differ.",
    document.info.description,
    "Every path below is under `/api`. A call marked **token** carries `Authorization: Bearer <accessToken>`, or under `/admin` a program's token, which an owner creates on the page API Tokens; one marked " +
      "**cookie** carries the session cookie, which `POST /auth/login` sets. A request that changes data is rejected (403) if a " +
      "browser sends it from another site.",
    table(
      ["call", "what", "needs"],
      calls.map(({ path, method, call }) => [
        `[\`${method.toUpperCase()} ${path}\`](#${call.operationId.toLowerCase()})`,
        call.summary,
        needs(call),
      ]),
    ),
    "## First calls",
    firstCalls(calls),
    "A browser sends cookies and the origin on its own. A client outside a browser that uses the session cookie sends the site's " +
      "own URL as `Origin` if the body is not JSON; a call with only the token needs neither.",
    "## What a status means",
    "If a call gives another reason, its own section says so.",
    table(
      ["status", "answer", "headers"],
      [...usual].map(([status, { description, names }]) => [
        status,
        description,
        names.map((name) => `\`${name}\``).join(", "),
      ]),
    ),
    ...document.tags.flatMap(({ name, description }) => [
      `## ${name}`,
      description,
      ...calls.filter(({ call }) => call.tags.includes(name)).map((call) => callSection(call, usual)),
    ]),
    "## Bodies and records",
    "Optional fields without a value are left out of responses. Unknown fields in a request body are ignored.",
    ...schemas.map(([name, schema], index) => recordSection(name, schema, schemas.slice(0, index))),
  ]
    .join("\n\n")
    .concat("\n");
}

function firstCalls(calls) {
  const lines = FIRST_CALLS.map(({ id, what, query = "", headers = {}, body, picture, token }) => {
    const { path, method } = calls.find(({ call }) => call.operationId === id);
    const sent = {
      ...(token ? { Authorization: "Bearer $token" } : {}),
      ...(body ? { "Content-Type": "application/json" } : {}),
      ...headers,
    };
    return [
      `# ${what}`,
      [
        "curl",
        ...(method === (body || picture ? "post" : "get") ? [] : ["-X", method.toUpperCase()]),
        `"$site/api${path}${query}"`,
        ...Object.entries(sent).map(([name, value]) => `-H "${name}: ${value}"`),
        ...(body ? [`-d '${JSON.stringify(body)}'`] : []),
        ...(picture ? [`-F image=@${picture}`] : []),
      ].join(" "),
    ].join("\n");
  });
  return ["```sh", ["site=http://localhost:3000", ...lines].join("\n\n"), "```"].join("\n");
}

/** For each status that says that nothing was done: the answer that most calls give with it. */
function usualAnswers(calls) {
  const counts = new Map();
  for (const { call } of calls) {
    for (const [status, { description, headers = {} }] of Object.entries(call.responses)) {
      if (isDone(status)) continue;
      const answers = counts.get(status) ?? counts.set(status, new Map()).get(status);
      const names = [...(answers.get(description)?.names ?? []), ...Object.keys(headers)];
      answers.set(description, { count: (answers.get(description)?.count ?? 0) + 1, names: new Set(names) });
    }
  }
  return new Map(
    [...counts].sort().map(([status, answers]) => {
      const [[description, { names }]] = [...answers].sort(([, one], [, other]) => other.count - one.count);
      return [status, { description, names: [...names] }];
    }),
  );
}

function isDone(status) {
  return status.startsWith("2");
}

function callSection({ path, method, call }, usual) {
  const answers = Object.entries(call.responses);
  return [
    `### ${call.operationId}`,
    `\`${method.toUpperCase()} /api${path}\`: ${call.summary}.${call.description ? ` ${call.description}` : ""}${needs(call) ? ` Needs: ${needs(call)}.` : ""}`,
    call.parameters
      ?.map(
        ({ name, in: place, schema, description, required }) =>
          `- \`${name}${required ? "" : "?"}\`${place === "query" ? "" : ` (${place})`}, ${formatType(schema)}: ${description}`,
      )
      .join("\n"),
    [
      ...(call.requestBody ? [`Body: ${formatBody(call.requestBody.content)}.`] : []),
      ...answers.filter(([status]) => isDone(status)).map(formatDone),
      `Otherwise ${answers
        .filter(([status]) => !isDone(status))
        .map(([status, answer]) => formatOther(status, answer, usual))
        .join(", ")}.`,
    ].join(" "),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function formatDone([status, { description, content, headers = {} }]) {
  const names = Object.keys(headers).map((name) => `\`${name}\``);
  const body = content ? ` ${formatBody(content)}` : "";
  return `**${status}**${body}${names.length > 0 ? ` with ${names.join(", ")}` : ""}: ${description}`;
}

/** The status alone where the answer is the usual one; otherwise with what it means and its body. */
function formatOther(status, { description, content }, usual) {
  const body = content && formatBody(content);
  const own = [
    ...(description === usual.get(status).description ? [] : [description.replace(/\.$/, "")]),
    ...(body && body !== linkTo("Error") ? [body] : []),
  ];
  return own.length > 0 ? `${status} (${own.join("; ")})` : status;
}

/** A record's fields; those that it shares with an earlier record are told by its name. */
function recordSection(name, schema, earlier) {
  const rows = isObject(schema) ? fieldRows(schema).map(String) : [];
  const [base] = earlier
    .map(([other, shape]) => [other, isObject(shape) ? fieldRows(shape).map(String) : []])
    .filter(([, shared]) => shared.length > 5 && shared.every((row) => rows.includes(row)))
    .sort(([, one], [, other]) => other.length - one.length);
  if (!base) return `### ${name}\n\n${formatShape(schema)}`;
  const own = fieldRows(schema).filter((row) => !base[1].includes(String(row)));
  const fields = `The fields of ${linkTo(base[0])}`;
  if (own.length === 0) return `### ${name}\n\n${fields}.`;
  return `### ${name}\n\n${fields}, and\n\n${list(own)}`;
}

/** A record's fields; of a further variant only the fields that differ. */
function formatShape(schema) {
  const [first, ...others] = choicesIn(schema).filter(isObject);
  if (first) {
    const rows = fieldRows(first).map(String);
    return [
      formatShape(first),
      ...others.map((other) => {
        const own = fieldRows(other).filter((row) => !rows.includes(String(row)));
        return `or the same with\n\n${list(own)}`;
      }),
    ].join("\n\n");
  }
  if (schema.type === "array" && isObject(schema.items))
    return `list of objects\n\n${formatShape(schema.items)}`;
  return isObject(schema) ? list(fieldRows(schema)) : formatType(schema);
}

/** Each field with its type; fields of nested objects and lists are named with a dot. */
function fieldRows(schema, before = "") {
  return Object.entries(schema.properties).flatMap(([name, field]) => {
    const place = `${before}${name}${schema.required?.includes(name) ? "" : "?"}`;
    const isList = field.type === "array" && isObject(field.items);
    const inside = isList ? field.items : field;
    if (isObject(inside)) return fieldRows(inside, `${place}${isList ? "[]" : ""}.`);
    const kinds = choicesIn(field).filter(isObject);
    return [[`\`${place}\``, formatType(field)], ...kinds.flatMap((kind) => fieldRows(kind, `${place}.`))];
  });
}

/** A type on one line. */
function formatType(schema) {
  if (schema.$ref) return linkTo(schema.$ref);
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(", ");
  if (schema.const !== undefined) return `\`${schema.const}\``;
  const kinds = choicesIn(schema);
  if (kinds.length > 0) return [...new Set(kinds.map(formatType))].join(" or ");
  if (schema.type === "array")
    return ["list of", formatType(schema.items ?? {}), ...formatLimits(schema)].join(" ");
  if (schema.type === "object" && schema.additionalProperties) {
    return `object of ${formatType(schema.additionalProperties)}`;
  }
  return [[schema.type ?? "anything"].flat().join(" or "), ...formatLimits(schema)].join(", ");
}

function choicesIn(schema) {
  return schema.oneOf ?? schema.anyOf ?? [];
}

function isObject(schema) {
  return schema?.properties !== undefined;
}

function formatLimits({ format, minimum, maximum, minLength, maxLength, maxItems, default: standard }) {
  const describe = (limit, format) => (limit === undefined ? [] : [format(limit)]);
  // The limits of safe integers say nothing.
  const bound = (limit) => (Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? undefined : limit);
  return [
    ...(format ? [format] : []),
    ...describe(bound(minimum), (limit) => `at least ${limit}`),
    ...describe(bound(maximum), (limit) => `at most ${limit}`),
    ...describe(minLength, (limit) => `at least ${limit} ${limit === 1 ? "character" : "characters"}`),
    ...describe(maxLength, (limit) => `at most ${limit} characters`),
    ...describe(maxItems, (limit) => `(at most ${limit})`),
    ...describe(standard, (value) => `\`${value}\` where left out`),
  ];
}

function formatBody(content) {
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

function list(fields) {
  return fields.map(([field, type]) => `- ${field}: ${type}`).join("\n");
}

function table(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
