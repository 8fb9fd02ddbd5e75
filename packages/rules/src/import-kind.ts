/** What files that are moved in list (docs/moving-in.md). */
export const importKinds = ["customers", "subaccounts", "statics"] as const;
