import { canServeBucket, startSwift } from "../../scripts/swift.mjs";
import { atEnd } from "./at-end";

/** A bucket of OpenStack Swift's, for one test file. */
export interface TestBucket {
  /** `UPLOADS_URL` and the keys. */
  env: { UPLOADS_URL: string; AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string };
  /** Where the server listens. */
  endpoint: string;
  /** The keys of all objects below the prefix of UPLOADS_URL, without it. */
  keys(): Promise<string[]>;
  /** Sends a signed call to a key. */
  send(key: string, init?: RequestInit): Promise<Response>;
  /** Stops answering, with the connections open, until `resume`. */
  pause(): void;
  resume(): void;
}

/** Starts Swift with an empty bucket; undefined if it is not installed. It stops with the test file. */
export async function startBucket(prefix = "yard/pictures"): Promise<TestBucket | undefined> {
  if (!canServeBucket()) return undefined;
  const { server, client, endpoint, env, stop } = await startSwift();
  atEnd(stop);
  return {
    env: env(prefix),
    endpoint,
    async keys() {
      const listed = await client.fetch(`${endpoint}/pictures?list-type=2&prefix=${prefix}/`);
      return [...(await listed.text()).matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = ""]) =>
        key.slice(prefix.length + 1),
      );
    },
    send: (key, init) => client.fetch(`${endpoint}/pictures/${prefix}/${key}`, init),
    pause: () => server.kill("SIGSTOP"),
    resume: () => server.kill("SIGCONT"),
  };
}

/** Starts Swift before the test file reads its environment, and points this process at it. */
export async function useBucket(): Promise<TestBucket | undefined> {
  const bucket = await startBucket();
  Object.assign(process.env, bucket?.env);
  return bucket;
}
