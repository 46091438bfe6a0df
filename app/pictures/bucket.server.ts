import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { AwsClient } from "aws4fetch";
import { type BucketPlace, describeBucket } from "./uploads-url";

/** The keys to a bucket, named as everywhere. */
interface BucketKeys {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

/** An object as a bucket lists it, without the prefix in its key. */
interface BucketObject {
  key: string;
  modifiedAt: Date;
}

/** S3's calls that pictures need. Keys are without the bucket's prefix. */
export interface Bucket {
  /** `s3://bucket/prefix`. */
  name: string;
  /** @throws BucketError if the bucket does not answer within three seconds, or not with these keys */
  check(): Promise<void>;
  put(key: string, content: Buffer, headers?: Record<string, string>): Promise<void>;
  /** The response's headers; undefined if there is no such object. */
  head(key: string): Promise<Headers | undefined>;
  /**
   * The response to GET or HEAD as it is if it is of use to a visitor: 200, 206, 304, 404 or 416. `signal` ends it while its
   * body arrives.
   */
  open(
    key: string,
    options?: { method?: "GET" | "HEAD"; headers?: Record<string, string>; signal?: AbortSignal },
  ): Promise<Response>;
  /** False if there is no such object. */
  copy(from: string, to: string): Promise<boolean>;
  delete(key: string): Promise<void>;
  list(prefix: string): AsyncIterable<BucketObject>;
  /** What comes before the next slash, of the keys that begin with the prefix. */
  listFolders(prefix: string): AsyncIterable<string>;
}

/** What went wrong with a bucket, as one sentence. */
export class BucketError extends Error {
  override name = "BucketError";

  /** @param status the bucket's answer; undefined if there was none */
  constructor(
    message: string,
    readonly status: number | undefined,
  ) {
    super(message);
  }
}

/** How long a call may take in all, with its repetitions; of a file's content only the beginning counts. */
const TIMEOUT_MS = 10_000;
/** A check is asked for by those who wait for the answer, such as a monitor. */
const CHECK_TIMEOUT_MS = 3000;
const ATTEMPTS = 3;
/** After no answer, calls fail at once for so long: a form of twenty pictures must not wait for each. */
const PAUSE_MS = 5000;
const FIRST_PAUSE_MS = 100;

/** The most that a bucket lists in one answer. */
const PAGE_SIZE = 1000;

/** SigV4 is all of a bucket's protocol that is not plain HTTP; the signing library is loaded with the first call. */
export function openBucket(place: BucketPlace, keys: BucketKeys, pageSize = PAGE_SIZE): Bucket {
  const name = describeBucket(place);
  let client: Promise<AwsClient> | undefined;
  let lastFailure: { error: BucketError; at: number } | undefined;

  /** Sends a call, again where the bucket is busy or the connection broke: every call may be repeated. */
  async function send(key: string, { query, signal, ...init }: Call = {}): Promise<Response> {
    if (lastFailure && performance.now() - lastFailure.at < PAUSE_MS) throw lastFailure.error;
    client ??= import("aws4fetch").then(
      ({ AwsClient }) => new AwsClient({ ...definedOnly(keys), service: "s3", region: place.region }),
    );
    const url = new URL(`${place.url}/${key === "" ? "" : place.prefix + key}`);
    for (const [parameter, value] of Object.entries(query ?? {})) url.searchParams.set(parameter, value);
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(new Error("no answer within 10 seconds")), TIMEOUT_MS);
    const end = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal;
    try {
      for (let attempt = 1; ; attempt++) {
        try {
          const request = await (await client).sign(url.href, init);
          const response = await fetch(request, { signal: end, redirect: "manual" });
          if (attempt === ATTEMPTS || !(response.status >= 500 || response.status === 429)) return response;
          await response.body?.cancel();
        } catch (error) {
          if (attempt === ATTEMPTS || end.aborted) throw error;
        }
        await sleep(FIRST_PAUSE_MS * 2 ** attempt, undefined, { signal: end });
      }
    } catch (error) {
      const reason = timeout.signal.aborted ? timeout.signal.reason : error;
      // Without its cause, which is logged with it: what is said of a request quotes its headers, and so the keys.
      const failure = new BucketError(`${name} can't be reached: ${whyOf(reason)}.`, undefined);
      // A caller that stopped waiting says nothing about the bucket.
      if (!signal?.aborted) lastFailure = { error: failure, at: performance.now() };
      throw failure;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Sends a call whose answer has no content to stream. */
  async function call(key: string, options: Call, expected: readonly number[]): Promise<[Response, string]> {
    const response = await send(key, { signal: AbortSignal.timeout(2 * TIMEOUT_MS), ...options });
    const text = await response.text();
    if (!expected.includes(response.status)) throw toError(response, text);
    return [response, text];
  }

  function toError({ status }: Response, text: string): BucketError {
    const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1];
    return new BucketError(`${name} answered ${status}${code ? ` (${code})` : ""}.`, status);
  }

  /** The pages of a list. */
  async function* listPages(prefix: string, delimiter: string): AsyncIterable<Listing> {
    const { XMLParser } = await import("fast-xml-parser");
    const parser = new XMLParser({
      parseTagValue: false,
      isArray: (tag) => tag === "Contents" || tag === "CommonPrefixes",
    });
    let token: string | undefined;
    do {
      const query = {
        "list-type": "2",
        "max-keys": String(pageSize),
        prefix: place.prefix + prefix,
        ...(delimiter && { delimiter }),
        ...(token && { "continuation-token": token }),
      };
      const [, text] = await call("", { query }, [200]);
      const { ListBucketResult: listing } = parser.parse(text) as { ListBucketResult: Listing };
      yield listing;
      token = listing.IsTruncated === "true" ? listing.NextContinuationToken : undefined;
    } while (token);
  }

  return {
    name,
    async check() {
      await call("", { method: "HEAD", signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) }, [200]);
    },
    async put(key, content, headers = {}) {
      // The bucket compares the hash, so what it takes is what was sent.
      const hash = createHash("sha256").update(content).digest("hex");
      const options = {
        method: "PUT",
        body: new Uint8Array(content),
        headers: { ...headers, "X-Amz-Content-Sha256": hash },
      };
      await call(key, options, [200]);
    },
    async head(key) {
      const [response] = await call(key, { method: "HEAD" }, [200, 404]);
      return response.status === 404 ? undefined : response.headers;
    },
    async open(key, { method = "GET", headers = {}, signal } = {}) {
      // What is stored is what is sent: a picture is compressed already. With a range fetch itself adds this, which is signed.
      const encoding: Record<string, string> = headers.range ? {} : { "Accept-Encoding": "identity" };
      const response = await send(key, { method, headers: { ...headers, ...encoding }, signal });
      if ([200, 206, 304, 404, 416].includes(response.status)) return response;
      throw toError(response, await response.text());
    },
    async copy(from, to) {
      const source = `${place.bucket}/${place.prefix}${from}`;
      const [response, text] = await call(
        to,
        { method: "PUT", headers: { "X-Amz-Copy-Source": source } },
        [200, 404],
      );
      // A copy that fails half way has an error in a successful answer.
      if (response.status === 200 && text.includes("<Error>")) throw toError(response, text);
      if (text.includes("NoSuchBucket")) throw toError(response, text);
      return response.status === 200;
    },
    async delete(key) {
      await call(key, { method: "DELETE" }, [200, 204, 404]);
    },
    async *list(prefix) {
      for await (const { Contents = [] } of listPages(prefix, "")) {
        for (const { Key, LastModified } of Contents)
          yield { key: Key.slice(place.prefix.length), modifiedAt: new Date(LastModified) };
      }
    },
    async *listFolders(prefix) {
      for await (const { CommonPrefixes = [] } of listPages(prefix, "/")) {
        for (const { Prefix } of CommonPrefixes) yield Prefix.slice(place.prefix.length + prefix.length, -1);
      }
    },
  };
}

interface Call {
  method?: string;
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
  query?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

/** A page of `ListObjectsV2`. */
interface Listing {
  Contents?: { Key: string; LastModified: string }[];
  CommonPrefixes?: { Prefix: string }[];
  IsTruncated: string;
  NextContinuationToken?: string;
}

function definedOnly({ sessionToken, ...keys }: BucketKeys) {
  return sessionToken === undefined ? keys : { ...keys, sessionToken };
}

/** `fetch failed` says nothing; its cause does. A `TypeError` without one is about the request, whose headers it quotes. */
function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error) return cause.message || String((cause as NodeJS.ErrnoException).code);
  return error instanceof TypeError ? "a request can't be made with these keys" : error.message;
}
