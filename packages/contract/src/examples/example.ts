/** Returns page one of a list that fits on one page. */
export const onePage = <const T>(items: T[]) => ({
  items,
  total: items.length,
  page: 1,
  limit: 10,
});

/** Formats a proxy as a line of a text file. */
export const proxyLine = (one: { host: string; port: number; account: string; password: string }) =>
  `${one.host}:${one.port}:${one.account}:${one.password}\n`;
