import { createWriteStream } from "node:fs";
import type { IncomingMessage } from "node:http";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import {
  BAD_TEXT,
  type BodyError,
  CUT_OFF,
  decodeUtf8,
  MAX_BODY_BYTES,
  MAX_FIELD_NAME_LENGTH,
  TOO_LARGE,
  TOO_MANY_FIELDS,
} from "./body-limit.server";

/** A file in a form. One that is too large has no bytes, and one that was saved has none in memory. */
export interface FormFile {
  /** The name of its field. */
  field: string;
  name: string;
  bytes: Buffer;
  tooLarge: boolean;
}

export interface MultipartOptions {
  /** The one field that may hold files, or the pattern of several. */
  fileField: string | RegExp;
  maxFiles: number;
  /** A larger file is discarded while it streams, so that the form comes back with its other fields and an error message. */
  maxFileBytes: number;
  maxFields: number;
  /** Where the one file is written as it arrives; without it, the bytes of a file are kept in memory. */
  saveTo?: string;
  /** The largest body that is read. */
  maxBytes: number;
  /** Takes each file as soon as it is complete; no more is read until it is done. */
  onFile: (file: FormFile) => Promise<void>;
}

/** A multipart form's text fields. */
type MultipartForm = { ok: true; fields: [name: string, value: string][] } | ({ ok: false } & BodyError);

const MALFORMED: BodyError = { status: 400, message: "The upload is malformed." };
const UNNAMED: BodyError = { status: 400, message: "A part of the upload has no name." };

/**
 * Parses a multipart form as it streams, never buffering more than one file, the fields and 64 KB of text.
 */
export async function readMultipart(
  request: IncomingMessage,
  options: MultipartOptions,
): Promise<MultipartForm> {
  const form = new PartCollector(options);
  try {
    const parser = openParser(request.headers["content-type"] ?? "", form, options);
    let size = 0;
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > options.maxBytes) form.fail(TOO_LARGE);
      else await Promise.race([new Promise((written) => parser.write(chunk, written)), form.settled]);
      await form.filesTaken;
      if (form.error) return { ok: false, ...form.error };
    }
    parser.end();
    await form.settled;
    await form.saved;
    await form.filesTaken;
  } catch {
    // The connection closed early, or the Content-Type has no boundary.
    form.fail(request.complete ? MALFORMED : CUT_OFF);
  } finally {
    await form.close();
  }
  return form.result();
}

function openParser(
  contentType: string,
  form: PartCollector,
  { maxFields, maxFiles, maxFileBytes }: MultipartOptions,
) {
  const parts = maxFields + maxFiles;
  const parser = new Busboy({
    headers: { "content-type": contentType },
    // Every part arrives as raw bytes, so that text can be checked before it is decoded.
    isPartAFile: () => true,
    limits: {
      files: parts,
      parts,
      fileSize: maxFileBytes,
      headerPairs: 8,
      headerSize: 4096,
    },
  });
  parser.on("file", (name, stream, filename, _encoding, type) => form.add({ name, stream, filename, type }));
  parser.on("filesLimit", () => form.fail(TOO_MANY_FIELDS));
  parser.on("partsLimit", () => form.fail(TOO_MANY_FIELDS));
  parser.on("error", () => form.fail(MALFORMED));
  parser.on("finish", () => form.settle());
  return parser;
}

interface Part {
  name: string | undefined;
  stream: BusboyFileStream;
  filename: string | undefined;
  type: string;
}

/** Collects a form's parts until the parser finishes or the first error. */
class PartCollector {
  error: BodyError | undefined;
  settle: () => void = () => {};
  readonly settled = new Promise<void>((resolve) => {
    this.settle = resolve;
  });
  /** Settled once every complete file has been taken. */
  filesTaken: Promise<void> = Promise.resolve();
  /** Settled once the file is on disk. */
  saved: Promise<void> = Promise.resolve();
  private readonly fields: [string, string][] = [];
  private readonly ended = new AbortController();
  private files = 0;
  private textBytes = 0;

  constructor(private readonly options: MultipartOptions) {}

  fail(error: BodyError): void {
    this.error ??= error;
    this.settle();
  }

  add({ name, stream, filename, type }: Part): void {
    stream.on("error", () => this.fail(MALFORMED));
    const error = this.check({ name, filename, type });
    if (error || name === undefined) {
      this.fail(error ?? UNNAMED);
      stream.resume();
    } else if (filename === undefined) this.addText(name, stream);
    else this.addFile(name, stream, filename);
  }

  /** Closes the file on disk: one whose form was interrupted never ends on its own. */
  async close(): Promise<void> {
    this.ended.abort();
    await this.saved.catch(() => undefined);
  }

  result(): MultipartForm {
    if (this.error) return { ok: false, ...this.error };
    return { ok: true, fields: this.fields };
  }

  private check({ name, filename, type }: Omit<Part, "stream">): BodyError | undefined {
    if (!name) return UNNAMED;
    // The parser replaces invalid UTF-8 in a name with U+FFFD.
    if (/[\0\ufffd]/.test(name)) return BAD_TEXT;
    if (name.length > MAX_FIELD_NAME_LENGTH) return TOO_MANY_FIELDS;
    if (type.startsWith("multipart/")) return MALFORMED;
    if (filename === undefined) return undefined;
    this.files += 1;
    const { fileField, maxFiles } = this.options;
    const isFileField = typeof fileField === "string" ? name === fileField : fileField.test(name);
    if (isFileField && this.files <= maxFiles) return undefined;
    const count = maxFiles === 1 ? "one file" : `at most ${maxFiles} files`;
    const field = typeof fileField === "string" ? `the field ${fileField}` : "their fields";
    return { status: 400, message: `Send ${count}, in ${field}.` };
  }

  private addText(name: string, stream: BusboyFileStream): void {
    const chunks: Buffer[] = [];
    this.textBytes += Buffer.byteLength(name);
    stream.on("data", (chunk: Buffer) => {
      this.textBytes += chunk.length;
      if (this.textBytes > MAX_BODY_BYTES) this.fail(TOO_LARGE);
      else chunks.push(chunk);
    });
    stream.on("end", () => {
      const value = decodeUtf8(Buffer.concat(chunks));
      if (value === undefined || value.includes("\0")) this.fail(BAD_TEXT);
      else this.fields.push([name, value]);
    });
  }

  private addFile(field: string, stream: BusboyFileStream, filename: string): void {
    const { saveTo } = this.options;
    if (saveTo !== undefined) {
      const { signal } = this.ended;
      this.saved = pipeline(stream, createWriteStream(saveTo, { mode: 0o600 }), { signal }).then(() =>
        this.options.onFile({ field, name: filename, bytes: Buffer.alloc(0), tooLarge: stream.truncated }),
      );
      // A full disk; the rest of the body is discarded.
      this.saved.catch(() => stream.resume());
      return;
    }
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("limit", () => chunks.splice(0));
    stream.on("end", () => {
      const tooLarge = stream.truncated;
      const bytes = tooLarge ? Buffer.alloc(0) : Buffer.concat(chunks);
      chunks.splice(0);
      // An empty file field comes as a part without a file name and without bytes.
      if (!tooLarge && bytes.length === 0 && filename === "") return;
      this.filesTaken = this.filesTaken.then(() =>
        this.options.onFile({ field, name: filename, bytes, tooLarge }),
      );
    });
  }
}
