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
