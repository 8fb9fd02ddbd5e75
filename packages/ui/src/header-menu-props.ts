/** Renders the header's menus inside its landmark instead of a portal. */
export const headerMenuProps = { withinPortal: false } as const;
