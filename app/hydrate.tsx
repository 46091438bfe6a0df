import { RemixBrowser } from "@remix-run/react";
import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
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
        <Awake onAwake={onAwake}>
          <RemixBrowser />
        </Awake>
      </StrictMode>,
    );
  });
}

/**
 * The last to be told that the page stands: whatever has to listen does so by then. It stands around the page and not
 * beside it, where it would shift every id that React makes up from what the server made up.
 */
function Awake({ onAwake, children }: { onAwake: () => void; children: ReactNode }) {
  useEffect(onAwake, [onAwake]);
  return children;
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
