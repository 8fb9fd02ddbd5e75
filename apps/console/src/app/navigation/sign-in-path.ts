/** Path of the sign-in page; after signing in it redirects to `wanted`. */
export const signInPath = (wanted: string): string =>
  wanted === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(wanted)}`;
