/**
 * For the header's menus: they stand within its landmark, and the first entry takes the focus, not
 * an empty element that assistive technology would have to step over.
 */
export const headerMenuProps = { withinPortal: false, withInitialFocusPlaceholder: false } as const;
