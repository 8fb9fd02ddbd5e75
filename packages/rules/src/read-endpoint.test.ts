import { expect, test } from "vitest";
import { type Endpoint, endpointFileEnding, endpointFormats, formatEndpoint } from "./endpoint.ts";
import { readEndpoint } from "./read-endpoint.ts";

const written: Endpoint = {
  protocol: "socks5",
  host: "gw.example.com",
  port: 7000,
  username: "alpha001-region-US-sid-a1",
  password: "secret77",
};

test.each(endpointFormats.filter((format) => endpointFileEnding(format) === "txt"))(
  "What the endpoint generator writes as %s is parsed back (spec/pool#proxy-test)",
  (format) => {
    const protocol = format === "url" ? "socks5" : null;
    for (const host of ["gw.example.com", "127.0.0.1", "2001:db8::1"])
      for (const password of ["secret77", "12345"]) {
        const endpoint = { ...written, host, password };
        expect(readEndpoint(formatEndpoint(endpoint, format))).toEqual({ ...endpoint, protocol });
      }
  },
);

test("Of two readings the one with a host's name or address counts, else the host first", () => {
  const host = { host: "gw.example", port: 7000, username: "alpha001", password: "8080" };
  expect(readEndpoint("alpha001:8080:gw.example:7000")).toMatchObject(host);
  expect(readEndpoint("gw.example:7000:alpha001:8080")).toMatchObject(host);
  expect(readEndpoint("gw.example:7000@alpha001:8080")).toMatchObject(host);
  expect(readEndpoint("alpha001:8080@gw.example:7000")).toMatchObject(host);
  expect(readEndpoint("gateway:7000:alpha001:8080")).toMatchObject({ ...host, host: "gateway" });
});

test("User name and password are optional", () => {
  const bare = { protocol: null, host: "127.0.0.1", port: 10001, username: "", password: "" };
  expect(readEndpoint(" 127.0.0.1:10001 ")).toEqual(bare);
  expect(readEndpoint("http://127.0.0.1:10001/")).toEqual({ ...bare, protocol: "http" });
});

test("An IPv6 gateway is in brackets, and hosts are case-insensitive", () => {
  expect(readEndpoint("[::1]:7000:user12:pass12")).toMatchObject({ host: "::1", port: 7000 });
  expect(readEndpoint("user12:pass12@[2001:DB8::1]:7000")?.host).toBe("2001:db8::1");
  expect(readEndpoint("SOCKS5H://a:b@GW.Example.com:7000")).toMatchObject({
    protocol: "socks5",
    host: "gw.example.com",
  });
});

test("A URL's percent-encoding is decoded, or left unchanged if invalid", () => {
  expect(readEndpoint("http://us%2Der:p%40ss@h:1")).toMatchObject({
    username: "us-er",
    password: "p@ss",
  });
  expect(readEndpoint("http://us%er:p%ss@h:1")).toMatchObject({ username: "us%er" });
});

test.each([
  "",
  "gateway",
  "host:0:a:b",
  "host:70000:a:b",
  "host:7000:a:b:c",
  "https://a:b@host:7000",
  "ftp://a:b@host:7000",
  "a@host:7000",
  "a:b@host",
  "http://a:b@host:7000/path",
  "http://a:b@host:7000@other:80",
  "host:7000:a b:c",
  "host:7000\r\nx:a:b",
])("%j is not an endpoint", (text) => {
  expect(readEndpoint(text)).toBeNull();
});
