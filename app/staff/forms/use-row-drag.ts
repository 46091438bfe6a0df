import { type CSSProperties, type PointerEvent, type RefObject, useState } from "react";

/** What a list needs to have its rows dragged. */
export interface RowDrag {
  /** The attributes of the row in this place. */
  rowProps: (index: number) => { style?: CSSProperties; "data-dragged"?: "" };
  /** The attributes of the part of it that is dragged. */
  handleProps: (index: number) => {
    className: string;
    onPointerDown: (event: PointerEvent) => void;
    onPointerMove: (event: PointerEvent) => void;
    onPointerUp: (event: PointerEvent) => void;
    onPointerCancel: () => void;
  };
}

interface RowDragOptions {
  list: RefObject<HTMLElement>;
  onMove: (from: number, to: number) => void;
}

interface Drag {
  from: number;
  to: number;
  /** Where the pointer went down and where it is, from the top of the page. */
  startY: number;
  y: number;
  /** The middle of each row, from the top of the page. */
  middles: readonly number[];
  /** By how much the rows in between give way. */
  height: number;
}

/** How close to an edge of the screen the page scrolls, and how far each time, in pixels. */
const EDGE = 96;
const SCROLL_STEP = 16;

/**
 * Reorders the rows of a list by dragging, with a mouse or a finger. The rows are moved by `transform` until they are dropped,
 * because the browser forgets the pointer of an element that is moved in the document.
 */
export function useRowDrag({ list, onMove }: RowDragOptions): RowDrag {
  const [drag, setDrag] = useState<Drag>();

  function start(index: number, event: PointerEvent): void {
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
    const own = rows[index];
    if (event.button !== 0 || !own || rows.length < 2) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const gap = (rows[1]?.top ?? 0) - (rows[0]?.bottom ?? 0);
    setDrag({
      from: index,
      to: index,
      startY: event.pageY,
      y: event.pageY,
      middles: rows.map(({ top, height }) => top + height / 2 + scrollY),
      height: own.height + gap,
    });
  }

  function move({ pageY, clientY }: PointerEvent): void {
    if (!drag) return;
    if (clientY < EDGE) scrollBy(0, -SCROLL_STEP);
    if (clientY > innerHeight - EDGE) scrollBy(0, SCROLL_STEP);
    setDrag({ ...drag, to: placeAt(drag, pageY), y: pageY });
  }

  function drop({ pageY }: PointerEvent): void {
    // A slow phone may not have drawn the last move yet.
    const to = drag && placeAt(drag, pageY);
    if (drag && to !== undefined && to !== drag.from) onMove(drag.from, to);
    setDrag(undefined);
  }

  return {
    rowProps: (index) => {
      if (!drag) return {};
      const { from, to, startY, y, height } = drag;
      if (index === from) return { style: { transform: `translateY(${y - startY}px)` }, "data-dragged": "" };
      const shift = index > from && index <= to ? -height : index < from && index >= to ? height : 0;
      return shift === 0 ? {} : { style: { transform: `translateY(${shift}px)` } };
    },
    handleProps: (index) => ({
      className: "frame picture-row__picture picture-row__picture--handle",
      onPointerDown: (event) => start(index, event),
      onPointerMove: move,
      onPointerUp: drop,
      onPointerCancel: () => setDrag(undefined),
    }),
  };
}

/** Which place the dragged row would have with the pointer at `pageY`. */
function placeAt({ from, middles, startY }: Drag, pageY: number): number {
  const middle = (middles[from] ?? 0) + pageY - startY;
  return middles.filter((other, index) => index !== from && other < middle).length;
}
