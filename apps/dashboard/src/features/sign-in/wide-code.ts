/** The style of a code field that is the only field: as wide as the button, in large type. */
export const wideCode = { input: { maxWidth: "none", height: 46, fontSize: "1.2rem" } } as const;
