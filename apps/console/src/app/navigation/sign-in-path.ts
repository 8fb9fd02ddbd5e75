/** The sign-in page that leads back to where one wanted to go. */
export const signInPath = (wanted: string): string =>
  wanted === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(wanted)}`;
