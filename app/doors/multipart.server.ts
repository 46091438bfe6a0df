import type { IncomingMessage } from "node:http";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import { MAX_IMAGE_BYTES } from "~/models/image-upload";
import {
  BAD_TEXT,
  type BodyRefusal,
  CUT_OFF,
  decodedUtf8,
  MAX_BODY_BYTES,
  MAX_FIELD_NAME_LENGTH,
  MAX_FIELDS,
  TOO_LARGE,
  TOO_MANY_FIELDS,
} from "./body.server";

/**
 * The largest multipart body that is read to its end. What a picture has beyond its own bound is thrown away while it
 * streams, so that the words beside it are kept and the answer can say what was wrong: the largest files that phones
 * make of a picture fit.
 */
export const MAX_UPLOAD_BODY_BYTES = 64 * 1024 * 1024;

/** The field that a picture comes in (specification, section 7). */
export const PICTURE_FIELD = "image";

/** A multipart form: its text fields, and the picture where one was chosen, cut off where it is too large. */
export type MultipartForm =
  | { ok: true; fields: [name: string, value: string][]; picture?: { bytes: Buffer; tooLarge: boolean } }
  | ({ ok: false } & BodyRefusal);

const MALFORMED: BodyRefusal = { status: 400, sentence: "The upload is malformed." };
const UNNAMED: BodyRefusal = { status: 400, sentence: "A part of the upload has no name." };
const ONE_PICTURE: BodyRefusal = {
  status: 400,
  sentence: `Send one file, in the field ${PICTURE_FIELD}.`,
};

/**
 * Reads a multipart form while it streams, within its bounds (decisions, section 9): one picture of 5 MB, a hundred
 * fields, 64 KB of text in all. Never holds more than that in memory; a refusal is a value.
 */
export async function readMultipart(request: IncomingMessage): Promise<MultipartForm> {
  const form = new PartCollector();
  try {
    const parser = openParser(request.headers["content-type"] ?? "", form);
    let size = 0;
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > MAX_UPLOAD_BODY_BYTES) form.refuse(TOO_LARGE);
      else await Promise.race([new Promise((written) => parser.write(chunk, written)), form.settled]);
      if (form.refusal) return { ok: false, ...form.refusal };
    }
    parser.end();
    await form.settled;
  } catch {
    // The connection broke off, or no boundary is declared.
    form.refuse(request.complete ? MALFORMED : CUT_OFF);
  }
  return form.result();
}

function openParser(contentType: string, form: PartCollector) {
  const parser = new Busboy({
    headers: { "content-type": contentType },
    // Every part comes as raw bytes, so that text can be judged before it is decoded.
    isPartAFile: () => true,
    limits: {
      files: MAX_FIELDS + 1,
      parts: MAX_FIELDS + 1,
      fileSize: MAX_IMAGE_BYTES,
      headerPairs: 8,
      headerSize: 4096,
    },
  });
  parser.on("file", (name, stream, filename, _encoding, type) => form.take({ name, stream, filename, type }));
  parser.on("filesLimit", () => form.refuse(TOO_MANY_FIELDS));
  parser.on("partsLimit", () => form.refuse(TOO_MANY_FIELDS));
  parser.on("error", () => form.refuse(MALFORMED));
  parser.on("finish", () => form.settle());
  return parser;
}

interface Part {
  name: string | undefined;
  stream: BusboyFileStream;
  filename: string | undefined;
  type: string;
}

/** What has come of a form so far, and the first thing that is wrong with it. */
class PartCollector {
  refusal: BodyRefusal | undefined;
  settle: () => void = () => {};
  readonly settled = new Promise<void>((resolve) => {
    this.settle = resolve;
  });
  private readonly fields: [string, string][] = [];
  private picture: { bytes: Buffer; tooLarge: boolean } | undefined;
  private pictures = 0;
  private textBytes = 0;

  refuse(refusal: BodyRefusal): void {
    this.refusal ??= refusal;
    this.settle();
  }

  take({ name, stream, filename, type }: Part): void {
    stream.on("error", () => this.refuse(MALFORMED));
    const problem = this.problemOf({ name, filename, type });
    if (problem || name === undefined) {
      this.refuse(problem ?? UNNAMED);
      stream.resume();
    } else if (filename === undefined) this.takeText(name, stream);
    else this.takePicture(stream, filename);
  }

  result(): MultipartForm {
    if (this.refusal) return { ok: false, ...this.refusal };
    return { ok: true, fields: this.fields, ...(this.picture ? { picture: this.picture } : {}) };
  }

  private problemOf({ name, filename, type }: Omit<Part, "stream">): BodyRefusal | undefined {
    if (!name) return UNNAMED;
    // Where the name was no UTF-8, the parser put a replacement character.
    if (/[\0\ufffd]/.test(name)) return BAD_TEXT;
    if (name.length > MAX_FIELD_NAME_LENGTH) return TOO_MANY_FIELDS;
    if (type.startsWith("multipart/")) return MALFORMED;
    if (filename === undefined) return undefined;
    this.pictures += 1;
    return name !== PICTURE_FIELD || this.pictures > 1 ? ONE_PICTURE : undefined;
  }

  private takeText(name: string, stream: BusboyFileStream): void {
    const chunks: Buffer[] = [];
    this.textBytes += Buffer.byteLength(name);
    stream.on("data", (chunk: Buffer) => {
      this.textBytes += chunk.length;
      if (this.textBytes > MAX_BODY_BYTES) this.refuse(TOO_LARGE);
      else chunks.push(chunk);
    });
    stream.on("end", () => {
      const value = decodedUtf8(Buffer.concat(chunks));
      if (value === undefined || value.includes("\0")) this.refuse(BAD_TEXT);
      else this.fields.push([name, value]);
    });
  }

  private takePicture(stream: BusboyFileStream, filename: string): void {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("limit", () => chunks.splice(0));
    stream.on("end", () => {
      const tooLarge = stream.truncated;
      const bytes = tooLarge ? Buffer.alloc(0) : Buffer.concat(chunks);
      chunks.splice(0);
      // A file field that was left empty comes as a part without a file name and without a byte.
      if (tooLarge || bytes.length > 0 || filename !== "") this.picture = { bytes, tooLarge };
    });
  }
}
