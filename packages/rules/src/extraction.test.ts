import { expect, test } from "vitest";
import { type ExtractedProxy, extractionPlace, extractionText } from "./extraction.ts";

const one: ExtractedProxy = {
  host: "127.0.0.1",
  port: 443,
  protocol: "http",
  ip: "127.1.0.1",
  country: "DE",
  state: "hesse",
  city: "frankfurt",
  expiresAt: "2026-11-22T00:00:00.000Z",
};
const two: ExtractedProxy = { ...one, host: "2001:db8::1", port: 444, protocol: "socks5" };

test("TXT is host:port joined by the separator, without a trailing one", () => {
  expect(extractionText("txt", [one, two], ", ")).toBe("127.0.0.1:443, [2001:db8::1]:444");
  expect(extractionText("txt", [one], "\n")).toBe("127.0.0.1:443");
});

test("CSV has a header, ignores the separator and neutralises formulas", () => {
  const evil = { ...one, city: "=1+1", state: 'a,"b' };
  expect(extractionText("csv", [evil], ";")).toBe(
    "host,port,protocol,ip,country,state,city,expiresAt\r\n" +
      `127.0.0.1,443,http,127.1.0.1,DE,"a,""b","'=1+1",2026-11-22T00:00:00.000Z\r\n`,
  );
});

test("JSON is the usual response envelope and contains only the documented columns", () => {
  const more = { ...two, secret: "x" } as ExtractedProxy;
  expect(JSON.parse(extractionText("json", [one, more], "\n"))).toEqual({
    code: 0,
    msg: "",
    data: { items: [one, two] },
  });
});

const own = { country: "US", state: "california", city: "losangeles" };
test("A place in the URL replaces the link's place, including the levels below it", () => {
  expect(extractionPlace(own, {})).toEqual(own);
  expect(extractionPlace(own, { country: "DE" })).toEqual({ country: "DE", state: "", city: "" });
  expect(extractionPlace(own, { state: "texas" })).toEqual({ ...own, state: "texas", city: "" });
  expect(extractionPlace(own, { city: "sanjose" })).toEqual({ ...own, city: "sanjose" });
  expect(extractionPlace(own, { country: "DE", city: "berlin" })).toEqual({
    country: "DE",
    state: "",
    city: "berlin",
  });
});
