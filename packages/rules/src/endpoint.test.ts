import { expect, test } from "vitest";
import {
  type Endpoint,
  endpointFormats,
  formatEndpoint,
  formatEndpoints,
  sidLength,
  sidsFrom,
} from "./endpoint.ts";

const endpoint: Endpoint = {
  protocol: "http",
  host: "127.0.0.1",
  port: 7000,
  username: "shopper1-region-DE-sid-a1-t-10",
  password: "Secret99",
};

test("each list format writes an endpoint as the tools for it expect", () => {
  const user = "shopper1-region-DE-sid-a1-t-10";
  expect(endpointFormats.map((format) => formatEndpoint(endpoint, format))).toEqual([
    `127.0.0.1:7000:${user}:Secret99`,
    `${user}:Secret99@127.0.0.1:7000`,
    `${user}:Secret99:127.0.0.1:7000`,
    `127.0.0.1:7000@${user}:Secret99`,
    `http://${user}:Secret99@127.0.0.1:7000`,
    `http,127.0.0.1,7000,${user},Secret99`,
    `{"protocol":"http","host":"127.0.0.1","port":7000,"username":"${user}","password":"Secret99"}`,
  ]);
});

test("a URL has the protocol, brackets around an IPv6 gateway and an encoded password", () => {
  const socks = { ...endpoint, protocol: "socks5" as const, host: "2001:db8::7" };
  expect(formatEndpoint(socks, "url")).toMatch(/^socks5:\/\/.*@\[2001:db8::7\]:7000$/);
  expect(formatEndpoint({ ...endpoint, password: "p@ss:w/d" }, "url")).toContain(
    ":p%40ss%3Aw%2Fd@",
  );
});

test("a file of several endpoints parses back: CSV with a header, JSON as an array", () => {
  const three = [endpoint, endpoint, endpoint];
  expect(formatEndpoints(three, "csv").split("\n")).toHaveLength(5);
  expect(formatEndpoints(three, "csv")).toMatch(/^protocol,host,port,username,password\n/);
  expect(JSON.parse(formatEndpoints(three, "json"))).toEqual(three);
  expect(JSON.parse(formatEndpoints([], "json"))).toEqual([]);
  expect(formatEndpoints(three, "url").match(/\n/g)).toHaveLength(3);
});

test("session ids have 10 letters and digits and never repeat", () => {
  const random = Uint8Array.from({ length: sidLength * 1000 }, (_, at) => (at * 7919) >> 3);
  const sids = sidsFrom(random);
  expect(new Set(sids).size).toBe(sids.length);
  expect(sids.every((sid) => /^[a-z0-9]{10}$/.test(sid))).toBe(true);
  expect(sidsFrom(new Uint8Array(sidLength * 3))).toEqual(["aaaaaaaaaa"]);
  expect(sidsFrom(new Uint8Array(sidLength - 1))).toEqual([]);
});
