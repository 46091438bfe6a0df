/** What counts as activity (specification, section 4). */
const KINDS = ["mousedown", "keydown", "touchstart", "scroll", "mousemove"] as const;

/** Keys that answer the warning, or lead to an answer: they leave it standing. */
const ANSWER_KEYS = new Set(["Tab", "Enter", " ", "Escape", "Shift", "Control", "Alt", "Meta"]);

/**
 * A pointer on its way to one of the warning's buttons crosses the backdrop first: the movement counts once it has
 * not ended on a button within so long, in milliseconds; within the warning's own panel there is more time.
 */
const WAY_OVER_BACKDROP_MS = 400;
const WAY_OVER_PANEL_MS = 2_000;

/**
 * Tells of activity anywhere in the window. While the warning stands, a key or a click that answers it is left to it.
 * @param warning the warning's dialog, where it stands open
 * @returns what stops it
 */
export function watchActivity(warning: () => HTMLElement | undefined, onActivity: () => void): () => void {
  let pointer = "";
  let way: { place: Place; timer: ReturnType<typeof setTimeout> } | undefined;

  const forgetWay = () => {
    clearTimeout(way?.timer);
    way = undefined;
  };
  const onEvent = (event: Event) => {
    if (event.type === "mousemove" && !hasMoved(event as MouseEvent)) return;
    const dialog = warning();
    const place = dialog ? placeIn(dialog, event.target) : "elsewhere";
    if (event.type === "mousemove" && place !== "elsewhere") return follow(place);
    forgetWay();
    if (!answers(event, place)) onActivity();
  };
  // A browser also tells of a mouse that lies still, where the page moved beneath it.
  const hasMoved = ({ isTrusted, screenX, screenY }: MouseEvent) => {
    const before = pointer;
    pointer = `${screenX},${screenY}`;
    return !isTrusted || pointer !== before;
  };
  const follow = (place: Place) => {
    if (way?.place === place) return;
    forgetWay();
    if (place === "button") return;
    const arrive = () => {
      forgetWay();
      onActivity();
    };
    way = { place, timer: setTimeout(arrive, place === "panel" ? WAY_OVER_PANEL_MS : WAY_OVER_BACKDROP_MS) };
  };

  const options = { capture: true, passive: true };
  for (const kind of KINDS) window.addEventListener(kind, onEvent, options);
  return () => {
    forgetWay();
    for (const kind of KINDS) window.removeEventListener(kind, onEvent, options);
  };
}

type Place = "elsewhere" | "backdrop" | "panel" | "button";

// What lies around the panel is the dialog itself: its backdrop.
function placeIn(dialog: HTMLElement, target: EventTarget | null): Place {
  if (!(target instanceof Element) || !dialog.contains(target)) return "elsewhere";
  if (target === dialog) return "backdrop";
  return target.closest("button") ? "button" : "panel";
}

function answers(event: Event, place: Place): boolean {
  if (place === "elsewhere") return false;
  if (event.type === "keydown") return ANSWER_KEYS.has((event as KeyboardEvent).key);
  // A small screen scrolls the warning itself, to read it.
  return event.type === "scroll" || place !== "panel";
}
