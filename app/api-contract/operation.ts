import type { BodyName, RecordName } from "./records";

export type HttpMethod = "get" | "post" | "put" | "delete";

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  description: string;
  required?: boolean;
  schema: {
    type: "string" | "integer";
    enum?: readonly string[];
    minimum?: number;
    maximum?: number;
    minLength?: number;
  };
}

export interface Answer {
  description: string;
  /** What the body is; none for an answer without one. */
  record?: RecordName | "OpenApi";
  /** Headers that come with it beside those of every answer. */
  headers?: readonly HeaderName[];
}

export type HeaderName = keyof typeof HEADERS;

/** Headers that an answer may be described with. */
export const HEADERS = {
  ETag: "Changes with the content; send it back as If-None-Match.",
  "Cache-Control": "How long the answer may be used.",
  "X-Total-Count": "How many records match, whatever the limit.",
  Link: "Where a limit was given: first, prev, next and last part of the list (RFC 8288).",
  "Retry-After": "Seconds until the next request is welcome.",
  "WWW-Authenticate": "Bearer, with the reason where a token was sent.",
  "Set-Cookie": "The session's cookie: HttpOnly, SameSite=Lax, Secure under https.",
} as const;

/** One method of one address: what is sent, and every answer there is. */
export interface Operation {
  id: string;
  method: HttpMethod;
  /** Under `/api`, with `{id}` for a parameter. */
  path: string;
  tag: string;
  summary: string;
  description?: string;
  /** `bearer`: a token of `/auth/login`; `cookie`: the session's cookie. */
  auth?: "bearer" | "cookie";
  parameters?: readonly Parameter[];
  /** A JSON body, or the multipart form of a picture. */
  body?: BodyName | "picture";
  answers: Record<number, Answer>;
}
