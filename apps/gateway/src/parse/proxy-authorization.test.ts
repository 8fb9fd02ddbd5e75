import { sized } from "@turnpike/net/testing/full.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseProxyAuthorization } from "./proxy-authorization.ts";

function basic(text: string): string {
  return `Basic ${Buffer.from(text).toString("base64")}`;
}

test("A missing header means no credentials, so that the address can identify the client", () => {
  expect(parseProxyAuthorization(null)).toEqual({ none: true });
});
test.each([
  ["acme01:secret", "acme01", "secret"],
  ["acme01-region-US:se:cr:et", "acme01-region-US", "se:cr:et"],
  ["acme01:", "acme01", ""],
  [":secret", "", "secret"],
  ["ácme:пароль", "ácme", "пароль"],
])("%s is split at its first colon (RFC 7617 §2)", (text, username, password) => {
  expect(parseProxyAuthorization(basic(text))).toEqual({ username, password });
});
test("The scheme is accepted in any case, before one or more spaces", () => {
  const wanted = { username: "a", password: "b" };
  expect(parseProxyAuthorization("basic   YTpi")).toEqual(wanted);
  expect(parseProxyAuthorization("BASIC YTpi")).toEqual(wanted);
});
test("Bytes that are not UTF-8 are read as one character each", () => {
  const value = `Basic ${Buffer.from([0xe9, 0x3a, 0xff]).toString("base64")}`;
  expect(parseProxyAuthorization(value)).toEqual({ username: "é", password: "ÿ" });
});
test.each([
  "",
  "Basic",
  "Basic ",
  "YTpi",
  "Bearer YTpi",
  "BasicYTpi",
  "Basic YTpi YTpi",
  "Basic YTp",
  "Basic YTpiYg",
  "Basic YTpiYh==",
  "Basic YTpi====",
  "Basic YTp_",
  "Basic Y=Tpi",
  "Basic YT pi",
  basic("nocolon"),
  basic("a\0:b"),
  basic("a:b\r\nX: y"),
  basic("a:b\x7f"),
  basic(`a:${"b".repeat(3000)}`),
])("%j is not a valid credential", (value) => {
  expect(parseProxyAuthorization(value)).toHaveProperty("bad");
});
test("Fuzzed fields cause no exception (G12)", () => {
  const runs = sized(10_000, 100_000);
  const value = fc.oneof(
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.string({ unit: fc.constantFrom(..."BasicYTpi=+/ "), maxLength: 30 }),
    fc.uint8Array({ maxLength: 30 }).map((raw) => `Basic ${Buffer.from(raw).toString("base64")}`),
  );
  let count = 0;
  fc.assert(
    fc.property(value, (text) => {
      count += 1;
      const read = parseProxyAuthorization(text);
      if ("username" in read && read.username.includes(":")) throw new Error("colon in the name");
    }),
    { numRuns: runs },
  );
  expect(count).toBe(runs);
});
