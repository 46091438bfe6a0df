import type { Business } from "~/business/links";

interface LogoProps {
  business: Pick<Business, "name" | "look">;
  /** The height in pixels. */
  size?: number;
}

/** The owner's logo, or else a road sign; next to it the name, unless the logo has it. */
export function Logo({ business: { name, look }, size }: LogoProps) {
  const { logo, logoDark, logoHasName } = look;
  if (!logo)
    return (
      <>
        <LogoMark {...(size ? { size } : {})} /> <span>{name}</span>
      </>
    );
  const isAlone = logoHasName === true;
  return (
    <>
      <picture className={logoDark ? "logo" : "logo logo--plain"}>
        {logoDark ? <source media="screen and (prefers-color-scheme: dark)" srcSet={logoDark} /> : null}
        <img src={logo} {...sizeOf(logo)} alt={isAlone ? name : ""} />
      </picture>
      {isAlone ? null : <span>{name}</span>}
    </>
  );
}

/** A stored picture's address says its size. */
function sizeOf(url: string): { width?: number; height?: number } {
  const [, width, height] = /-(\d+)x(\d+)/.exec(url) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : {};
}

/** The logo without the name: a road sign with a road on it. */
export function LogoMark({ size = 44 }: { size?: number }) {
  return (
    <svg
      className="logo-mark"
      width={size}
      height={size}
      viewBox="0 0 64 64"
      aria-hidden="true"
      focusable="false"
    >
      <rect width="64" height="64" rx="14" fill="#0d6b45" />
      <rect x="4" y="4" width="56" height="56" rx="10.5" fill="none" stroke="#fff" strokeWidth="3" />
      <path d="M27.5 16h9L50 51H14z" fill="#fff" />
      <path d="M32 20v5M32 30v6.500M32 42.500V51" stroke="#0d6b45" strokeWidth="3.5" />
    </svg>
  );
}
