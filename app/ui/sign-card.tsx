import type { ComponentProps } from "react";

interface SignCardProps extends ComponentProps<"section"> {
  title: string;
  /** Where the card is a place of its page that its title names to those who listen: the title's id. */
  titleId?: string;
}

/** A card that hangs under a sign with its title. */
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
