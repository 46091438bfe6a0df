import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { withoutErrorMark } from "./ui/error-title";

/**
 * Wakes the page that the server drew: from here on links and forms need no reload. In a transition, so that a slow
 * phone goes on scrolling meanwhile.
 * @param data what the loaders said, as Remix writes it
 * @param onAwake is called once, when everything on the page listens
 */
export async function hydrate(
  context: typeof window.__remixContext,
  data: string,
  onAwake: () => void,
): Promise<void> {
  window.__remixContext = { ...context, stream: streamOf(data) };
  await readData();
  document.title = withoutErrorMark(document.title);
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
        <Awake onAwake={onAwake} />
      </StrictMode>,
    );
  });
}

/** The last to be told that the page stands: whatever has to listen does so by then. */
function Awake({ onAwake }: { onAwake: () => void }) {
  useEffect(onAwake, [onAwake]);
  return null;
}

/**
 * Remix's component throws a promise until it has read the data. Where a click comes in that moment, React gives the whole
 * page up ("Root did not complete"): so it reads before React begins.
 */
async function readData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (reading) {
    await reading;
  }
}

function streamOf(text: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  });
}
