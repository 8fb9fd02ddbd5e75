import { expect, test } from "vitest";
import { judgeWhitelistIp } from "./whitelist.ts";

const judge = (text: string, lab = false, country: string | null = "US") =>
  judgeWhitelistIp({ text, lab, country, refusedCountries: ["CN", "KP"] });

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:0DB8::1", "2001:db8::1"],
])("%s is accepted as %s", (text, ip) => {
  expect(judge(text)).toEqual({ take: true, ip });
});

test.each([
  "",
  "203.0.113.0/24",
  "203.0.113.1-9",
  "203.0.113.256",
  "0177.0.0.1",
  "127.1",
  "fe80::1%eth0",
  "[::1]",
  "example.com",
  "0.0.0.0",
  "255.255.255.255",
  "239.1.1.1",
  "::",
  "ff02::1",
])("%j is not a single client's IP address", (text) => {
  expect(judge(text, true)).toEqual({ take: false, why: "badIp" });
});

test.each([
  "127.0.0.1",
  "10.1.2.3",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "169.254.1.1",
  "100.64.0.1",
  "::1",
  "fc00::1",
  "fd12::1",
  "fe80::1",
  "::ffff:127.0.0.1",
])("%s is accepted only in the lab (spec/traffic-plan#whitelist)", (text) => {
  expect(judge(text)).toEqual({ take: false, why: "privateIp" });
  expect(judge(text, true)).toMatchObject({ take: true });
});

test.each(["172.32.0.1", "100.128.0.1", "fc::1", "11.0.0.1"])(
  "%s is accepted as public",
  (text) => {
    expect(judge(text)).toMatchObject({ take: true });
  },
);

test("Mainland China IPs are refused, those of Hong Kong and Taiwan are accepted", () => {
  expect(judge("114.114.114.114", true, "CN")).toEqual({ take: false, why: "mainlandChinaIp" });
  for (const country of ["HK", "TW", null]) {
    expect(judge("1.36.0.1", false, country)).toMatchObject({ take: true });
  }
});

test("An address of a country that the operator refuses is refused, another is not (spec/money#rates)", () => {
  expect(judge("203.0.113.7", false, "KP")).toEqual({ take: false, why: "countryRefused" });
  const open = { text: "203.0.113.7", lab: false, country: "CN", refusedCountries: [] };
  expect(judgeWhitelistIp(open)).toEqual({ take: true, ip: "203.0.113.7" });
});
