import type { ComponentProps } from "react";

interface SignCardProps extends ComponentProps<"section"> {
  title: string;
  /** The title's id, if the card should be a landmark named by its title. */
  titleId?: string;
}

/** A card with its title on a sign. */
export function SignCard({ title, titleId, className = "", children, ...frame }: SignCardProps) {
  return (
    <section className={`card ${className}`.trim()} aria-labelledby={titleId} {...frame}>
      <h2 className="sign" id={titleId}>
        {title}
      </h2>
      {children}
    </section>
  );
}
