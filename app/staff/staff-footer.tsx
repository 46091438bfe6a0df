/** The footer of work screens: a line, with the link that every page has. */
export function StaffFooter() {
  return (
    <footer className="staff-footer screen-only">
      <nav className="page cluster gap-0 gap-x-5 tap-links" aria-label="Footer">
        <a href="/">Public site</a>
        <a href="/privacy-policy">Privacy Policy</a>
      </nav>
    </footer>
  );
}
