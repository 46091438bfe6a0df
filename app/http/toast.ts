export interface Toast {
  id: string;
  title: string;
  description?: string;
  variant: "default" | "destructive";
  /** A button that sends a form, such as Undo. */
  action?: ToastAction | undefined;
}

export interface ToastAction {
  label: string;
  /** `get` for a button that opens a page. */
  method?: "get" | "post" | undefined;
  /** The path that the form is sent to. */
  to: string;
  fields: Record<string, string>;
}

/** How long a toast is displayed, in milliseconds. */
export const TOAST_DURATION_MS = 5000;
