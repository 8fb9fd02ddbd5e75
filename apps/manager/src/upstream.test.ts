import { expect, test } from "vitest";
import { isSameUpstream, readUpstream, type Upstream, upstreamAddress } from "./upstream.ts";

const read = (text: string) => {
  const it = readUpstream(text);
  return it && [it.protocol, it.host, it.port, it.username, it.password];
};

function given(text: string): Upstream {
  const upstream = readUpstream(text);
  if (!upstream) throw new Error(`${text} was not read`);
  return upstream;
}

test.each([
  ["h.example:7000:u:p", ["http", "h.example", 7000, "u", "p"]],
  ["u:p@h.example:7000", ["http", "h.example", 7000, "u", "p"]],
  ["u:p:h.example:7000", ["http", "h.example", 7000, "u", "p"]],
  ["h.example:7000@u:p", ["http", "h.example", 7000, "u", "p"]],
  ["127.0.0.1:7000", ["http", "127.0.0.1", 7000, "", ""]],
  ["http://u:p%40@h:1", ["http", "h", 1, "u", "p@"]],
  ["socks5://u%3a:p@h:1", ["socks5", "h", 1, "u:", "p"]],
  ["socks5h://h:1:u:p", ["socks5", "h", 1, "u", "p"]],
  ["[::1]:7000:u:p", ["http", "::1", 7000, "u", "p"]],
])("%s is parsed (spec/manager#calls)", (text, expected) => expect(read(text)).toEqual(expected));

test.each([
  "",
  "h",
  "h:0",
  "h:70000:u:p",
  "https://h:1",
  "ftp://h:1",
  "h:1:u",
  "h x:1",
  "http://u%3a:p@h:1",
  `socks5://${"u".repeat(256)}:p@h:1`,
  `socks5://u:${"é".repeat(128)}@h:1`,
])("%s is rejected as invalid or not supported by its protocol", (text) =>
  expect(read(text)).toBeNull(),
);

test("The displayed address of an upstream contains no secret", () => {
  const upstream = given("[::1]:7000:u:p");
  expect(upstreamAddress(upstream)).toBe("[::1]:7000");
});

test("Upstreams differ by protocol, host, port and credentials", () => {
  const one = given("h:1:u:p");
  expect(isSameUpstream(one, { ...one })).toBe(true);
  for (const more of [
    { protocol: "socks5" as const },
    { host: "i" },
    { port: 2 },
    { username: "v" },
    { password: "q" },
  ])
    expect([more, isSameUpstream(one, { ...one, ...more })]).toEqual([more, false]);
});
