import { log } from "./log.server";

/** Loads what a page can do without, such as its newest arrivals. */
export class OptionalContent {
  #isWhole = true;
  constructor(private readonly requestId: string) {}

  /** The loaded value, or the fallback if loading fails, which is logged. */
  async load<Result>(what: string, loading: Promise<Result>, fallback: Result): Promise<Result> {
    try {
      return await loading;
    } catch (error) {
      log.error({ requestId: this.requestId, error }, `loading ${what} failed`);
      this.#isWhole = false;
      return fallback;
    }
  }

  /** Of the response: if something is missing, a status that no cache keeps. */
  get init(): ResponseInit {
    return this.#isWhole ? {} : { status: 503 };
  }
}
