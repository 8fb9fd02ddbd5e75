/** For the header's menus: they stand within its landmark. */
export const headerMenuProps = { withinPortal: false } as const;
