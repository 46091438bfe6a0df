import type { ComponentProps, ReactNode, RefObject } from "react";

interface NoticeProps extends Omit<ComponentProps<"div">, "title" | "ref"> {
  tone: "info" | "success" | "error";
  /** Text, or a heading element if the page needs one. */
  title?: ReactNode;
  /** To focus the notice. */
  boxRef?: RefObject<HTMLDivElement>;
}

/** An important message. If it appears after an action, give it `role="alert"` or the focus. */
export function Notice({ tone, title, boxRef, className = "", children, ...frame }: NoticeProps) {
  return (
    <div className={`stack gap-2 notice notice--${tone} ${className}`.trim()} ref={boxRef} {...frame}>
      {typeof title === "string" ? <p className="notice__title">{title}</p> : title}
      {children}
    </div>
  );
}

/** An empty list: what is missing, and links to go on. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="grid muted empty-state">
      <p className="empty-state__title">{title}</p>
      {children}
    </div>
  );
}
