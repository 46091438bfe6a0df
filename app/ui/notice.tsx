import type { ComponentProps, ReactNode, RefObject } from "react";

interface NoticeProps extends Omit<ComponentProps<"div">, "title" | "ref"> {
  tone: "info" | "success" | "error";
  /** A sentence, or a heading where the page needs one. */
  title?: ReactNode;
  /** For who gives it the focus. */
  box?: RefObject<HTMLDivElement>;
}

/** A sentence that must not be missed. Where it appears after a deed, give it `role="alert"` or the focus. */
export function Notice({ tone, title, box, className = "", children, ...frame }: NoticeProps) {
  return (
    <div className={`notice notice--${tone} ${className}`.trim()} ref={box} {...frame}>
      {typeof title === "string" ? <p className="notice__title">{title}</p> : title}
      {children}
    </div>
  );
}

/** Nothing here: what is missing, and below it the way on. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty-state">
      <p className="empty-state__title">{title}</p>
      {children}
    </div>
  );
}
