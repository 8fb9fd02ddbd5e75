import { XMLValidator } from "fast-xml-parser";
import { expect, test } from "vitest";
import { proxyFileOf } from "./proxy-file.ts";
import { many, proxy } from "./proxies-testing.ts";

test("phones' programs get their own lines, and refuse everything without a proxy", () => {
  const rows = [proxy(), proxy({ host: "2001:db8::7", user: "", password: "" })];
  const lines = (format: "surge" | "shadowrocket" | "quantumult-x" | "loon") =>
    proxyFileOf(format, rows, { protocol: "socks5" })
      .split("\n")
      .filter((line) => /8080|select|static=|final/i.test(line));
  expect(lines("surge")).toEqual([
    "1 DE berlin = socks5, 198.51.100.7, 8080, ada, Secret99, udp-relay=true",
    "2 DE berlin = socks5, 2001:db8::7, 8080, udp-relay=true",
    "Proxies = select, 1 DE berlin, 2 DE berlin",
    "FINAL,Proxies",
  ]);
  expect(lines("shadowrocket").slice(0, 2)).toEqual([
    "1 DE berlin = socks5,198.51.100.7,8080,ada,Secret99",
    "2 DE berlin = socks5,2001:db8::7,8080",
  ]);
  expect(lines("quantumult-x")).toEqual([
    "socks5=198.51.100.7:8080, username=ada, password=Secret99, fast-open=false, udp-relay=true, tag=1 DE berlin",
    "socks5=[2001:db8::7]:8080, fast-open=false, udp-relay=true, tag=2 DE berlin",
    "static=Proxies, 1 DE berlin, 2 DE berlin",
    "final, Proxies",
  ]);
  expect(lines("loon")[0]).toBe('1 DE berlin = socks5,198.51.100.7,8080,ada,"Secret99",udp=true');
  for (const format of ["surge", "shadowrocket", "loon"] as const)
    expect(proxyFileOf(format, [proxy({ password: 'a"b' })])).toContain("FINAL,REJECT");
  expect(proxyFileOf("quantumult-x", [])).toContain("final, reject");
});

test("links and JSON files have the form that their programs read", () => {
  const one = [proxy({ user: "a+b", password: "p@s:s" })];
  expect(proxyFileOf("telegram", one)).toBe(
    "https://t.me/socks?server=198.51.100.7&port=8080&user=a%2Bb&pass=p%40s%3As\n",
  );
  expect(proxyFileOf("socks-links", one)).toBe(
    "socks://YStiOnBAczpz@198.51.100.7:8080#1%20DE%20berlin\n",
  );
  expect(JSON.parse(proxyFileOf("json-urls", one))).toEqual([
    "http://a%2Bb:p%40s%3As@198.51.100.7:8080",
  ]);
  expect(JSON.parse(proxyFileOf("chrome-policy", one, { protocol: "socks5" }))).toEqual({
    ProxySettings: { ProxyMode: "fixed_servers", ProxyServer: "socks5://198.51.100.7:8080" },
  });
  const omega = JSON.parse(proxyFileOf("switchyomega", one)) as Record<string, unknown>;
  expect(omega).toMatchObject({
    schemaVersion: 2,
    "+1 DE berlin": {
      name: "1 DE berlin",
      profileType: "FixedProfile",
      fallbackProxy: { scheme: "http", host: "198.51.100.7", port: 8080 },
      auth: { fallbackProxy: { username: "a+b", password: "p@s:s" } },
    },
  });
  const xray = JSON.parse(proxyFileOf("xray", one, { protocol: "socks5" })) as object;
  expect(xray).toMatchObject({
    outbounds: [{ tag: "proxy-1", protocol: "socks" }],
    routing: { rules: [{ network: "tcp,udp", balancerTag: "all" }] },
  });
  expect(JSON.parse(proxyFileOf("xray", []))).toMatchObject({
    outbounds: [{ protocol: "blackhole" }],
    routing: { rules: [{ outboundTag: "none" }] },
  });
});

test("a profile for iPhones is a property list; the same proxy has the same ids", () => {
  const file = proxyFileOf("mobileconfig", many(2));
  expect(XMLValidator.validate(file)).toBe(true);
  const ids = (text: string) => text.match(/[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}/g) ?? [];
  expect(new Set(ids(file)).size).toBe(2);
  expect(ids(proxyFileOf("mobileconfig", many(1)))).toEqual(ids(file));
  expect(file).toContain("<key>ProxyServerPort</key><integer>10000</integer>");
  expect(file).toContain("1 more left out: at most 1 can stand here.");
  expect(proxyFileOf("mobileconfig", [])).toContain("<string>127.0.0.1</string>");
});

test("browsers with profiles get the link that changes the address behind each proxy", () => {
  const changeIp = "https://proxies.example/rotate?token=0123-a1";
  const rows = [proxy({ changeIp }), proxy({ user: "", password: "", remark: "a{b}[c]" })];
  expect(proxyFileOf("adspower", rows, { protocol: "socks5" }).split("\n")).toEqual([
    `socks5://198.51.100.7:8080:ada:Secret99[${changeIp}]{1 DE berlin}`,
    "socks5://198.51.100.7:8080{2 abc}",
    "",
  ]);
  expect(proxyFileOf("dolphin", rows).split("\n")).toEqual([
    `http://ada:Secret99@198.51.100.7:8080[${changeIp}]`,
    "http://198.51.100.7:8080",
    "",
  ]);
  expect(JSON.parse(proxyFileOf("gologin", rows))).toEqual({
    proxies: [
      {
        mode: "http",
        host: "198.51.100.7",
        port: 8080,
        username: "ada",
        password: "Secret99",
        customName: "1 DE berlin",
        changeIpUrl: changeIp,
      },
      { mode: "http", host: "198.51.100.7", port: 8080, customName: "2 a{b}[c]" },
    ],
  });
  expect(proxyFileOf("dolphin", [proxy({ changeIp: "https://x.example/]{evil}" })])).toBe(
    "http://ada:Secret99@198.51.100.7:8080\n",
  );
  // Tables and data keep the columns that they have.
  expect(proxyFileOf("json", rows)).not.toContain("rotate");
});
