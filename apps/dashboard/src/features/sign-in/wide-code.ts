/** How a code's field looks where it is all that is asked: as wide as the button, in large type. */
export const wideCode = { input: { maxWidth: "none", height: 46, fontSize: "1.2rem" } } as const;
