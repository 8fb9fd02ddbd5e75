/** Who may call the manager (spec/manager#origins, X2, X3). */
import { describe, expect, it, test } from "vitest";
import { type GuardedRequest, checkOrigin } from "./origin-guard.ts";

const origins = { port: 4_000, dashboards: ["https://turnpike.example", "http://localhost:3000"] };
const request = (more: Partial<GuardedRequest>): GuardedRequest => ({
  method: "POST",
  url: "/start",
  host: ["127.0.0.1:4000"],
  origin: [],
  fetchSite: [],
  fetchMode: [],
  fetchDest: [],
  ...more,
});
const allowed = (more: Partial<GuardedRequest>, at = origins) =>
  checkOrigin(request(more), at).allowed;

describe("The Host header", () => {
  it.each(["127.0.0.1:4000", "localhost:4000", "LOCALHOST:4000", "[::1]:4000"])(
    "%s is accepted",
    (host) => expect(allowed({ host: [host] })).toBe(true),
  );
  it.each([
    "evil.example",
    "evil.example:4000",
    "127.0.0.1",
    "127.0.0.1:4001",
    "127.0.0.1:4000.evil.example",
    "127.0.0.1.evil.example:4000",
    "localhost.evil.example:4000",
    "evil.example@localhost:4000",
    "127.0.0.2:4000",
    "0.0.0.0:4000",
    "0:4000",
    "127.1:4000",
    "[::]:4000",
    "localhost:04000x",
    "",
  ])("%s is rejected", (host) => expect(allowed({ host: [host] })).toBe(false));
  it("must be present exactly once", () => {
    expect(allowed({ host: [] })).toBe(false);
    expect(allowed({ host: ["localhost:4000", "localhost:4000"] })).toBe(false);
  });
  it("may omit the port if it is 80", () => {
    expect(allowed({ host: ["localhost"] }, { ...origins, port: 80 })).toBe(true);
  });
  it("cannot be replaced by an absolute request URL", () => {
    expect(allowed({ url: "http://localhost:4000/start" })).toBe(false);
    expect(allowed({ url: "*" })).toBe(false);
  });
});

describe("The Origin header", () => {
  it.each([...origins.dashboards, "http://127.0.0.1:4000", "http://localhost:4000"])(
    "%s is accepted, and may read the response",
    (origin) =>
      expect(checkOrigin(request({ origin: [origin] }), origins)).toEqual({
        allowed: true,
        origin,
      }),
  );
  it.each([
    "null",
    "",
    "https://evil.example",
    "http://turnpike.example",
    "https://turnpike.example:444",
    "https://turnpike.example.evil.example",
    "https://evil-turnpike.example",
    "https://turnpike.example/",
    "http://localhost:3001",
    "http://localhost",
    "https://localhost:3000",
    "http://127.0.0.1:3000",
    "file://",
  ])("%s is rejected", (origin) => expect(allowed({ origin: [origin] })).toBe(false));
  it("must not appear twice", () => {
    const [one = ""] = origins.dashboards;
    expect(allowed({ origin: [one, "https://evil.example"] })).toBe(false);
  });
});

test("Without an Origin, programs are accepted and other sites' pages are rejected", () => {
  expect(checkOrigin(request({}), origins)).toEqual({ allowed: true, origin: null });
  for (const site of ["same-origin", "none"]) expect(allowed({ fetchSite: [site] })).toBe(true);
  for (const site of ["cross-site", "same-site", "anything"])
    expect([site, allowed({ fetchSite: [site] })]).toEqual([site, false]);
  expect(allowed({ fetchSite: ["none", "cross-site"] })).toBe(false);
});

test("Other sites may link to the status page but not frame it", () => {
  const link = {
    method: "GET",
    url: "/",
    fetchSite: ["cross-site"],
    fetchMode: ["navigate"],
    fetchDest: ["document"],
  };
  expect(allowed(link)).toBe(true);
  for (const more of [
    { method: "POST" },
    { url: "/ipList" },
    { fetchMode: ["no-cors"] },
    { fetchDest: ["iframe"] },
    { fetchDest: [] },
    { origin: ["https://evil.example"] },
    { host: ["evil.example:4000"] },
  ])
    expect([more, allowed({ ...link, ...more })]).toEqual([more, false]);
});
