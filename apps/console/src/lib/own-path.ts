/** The path to go to after signing in; only paths on this site, of visible letters, are accepted. */
export const ownPath = (next: string | null): string =>
  next && /^\/(?![/\\])[!-~]*$/.test(next) ? next : "/";
