/** Proxies for tests of the formats. */
import type { ProxyFields } from "./proxy-format.ts";

export const proxy = (some: Partial<ProxyFields> = {}): ProxyFields => ({
  host: "198.51.100.7",
  port: 8080,
  user: "ada",
  password: "Secret99",
  country: "DE",
  city: "berlin",
  expires: "2026-12-01T00:00:00.000Z",
  remark: "",
  ...some,
});

export const many = (count: number) =>
  Array.from({ length: count }, (_, at) => proxy({ port: 10_000 + at, user: `ada${at}` }));
