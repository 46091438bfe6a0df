/** The footer of work screens: a line, with the link that every page has. */
export function StaffFooter() {
  return (
    <footer className="staff-footer">
      <nav className="page staff-footer__links" aria-label="Footer">
        <a href="/">Public site</a>
        <a href="/privacy-policy">Privacy Policy</a>
      </nav>
    </footer>
  );
}
