import type { Toast } from "~/http/toast";

export type ToastMessage = Pick<Toast, "title" | "description"> &
  Partial<Pick<Toast, "variant">> & {
    /** The form of its button, such as Undo. */
    form?: HTMLFormElement | undefined;
  };

/** The methods of `<toast-region>` once its script has loaded (toast.ts). */
export interface ToastRegion {
  show(toast: ToastMessage): void;
  dismiss(): void;
}

/** Shows a toast in place of the current one; does nothing before script has loaded. */
export function showToast(toast: ToastMessage): void {
  region()?.show?.(toast);
}

/** Takes the current toast away. */
export function dismissToast(): void {
  region()?.dismiss?.();
}

function region(): Partial<ToastRegion> | null {
  return document.querySelector<HTMLElement & ToastRegion>("toast-region");
}
