import { type ComponentProps, type RefObject, useEffect, useRef } from "react";
import { Notice } from "~/ui/layout/notice";

type AnswerNoticeProps = Omit<ComponentProps<typeof Notice>, "boxRef"> & {
  /** What the notice says something about: each new one takes the focus. */
  answer: unknown;
};

/** A notice that answers a form: its button may be far below, and nothing in sight would say what came of it. */
export function AnswerNotice({ answer, ...notice }: AnswerNoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  useFocusOnAnswer(box, answer);
  return <Notice role="alert" {...notice} boxRef={box} tabIndex={-1} />;
}

/** Moves the focus to what shows an answer, and brings its top into sight, whenever there is another one. */
export function useFocusOnAnswer(box: RefObject<HTMLElement>, answer: unknown): void {
  useEffect(() => {
    if (!answer) return;
    // By default the focus shows the middle of what is higher than the window.
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: "start" });
  }, [box, answer]);
}
