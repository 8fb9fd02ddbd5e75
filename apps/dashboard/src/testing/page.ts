/** A page of a list, as the API answers it. */
export const page = <T>(items: readonly T[], total = items.length) => ({
  items,
  total,
  page: 1,
  limit: 10,
});
