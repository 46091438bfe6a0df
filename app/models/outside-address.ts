/** The absolute address of a path of this site, or undefined: there is none that could be leaned on without PUBLIC_URL. */
export function absolute(publicUrl: string | undefined, path: string): string | undefined {
  return publicUrl === undefined ? undefined : `${publicUrl}${path}`;
}
