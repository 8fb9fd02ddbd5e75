import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { proxyFileOf, proxyWriter, rowsFile } from "./proxy-file.ts";
import {
  carriesPassword,
  proxyFormatFacts,
  proxyFormatNames,
  proxyFormats,
  effectiveProtocol,
} from "./proxy-formats.ts";
import { many, proxy } from "./proxies-testing.ts";

test("there are at least 20 formats, each with a short lower-case name", () => {
  expect(proxyFormatNames.length).toBeGreaterThanOrEqual(20);
  for (const name of proxyFormatNames) {
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    const { ending, type } = proxyFormatFacts(name);
    expect([ending, type]).toEqual([
      expect.stringMatching(/^[a-z]+$/),
      expect.stringMatching(/^[a-z]+\/[a-z-]+$/),
    ]);
  }
});

test("TXT, CSV and JSON keep their original form (spec/static#export)", () => {
  const rows = [proxy({ remark: "=1+1" }), proxy({ host: "2001:db8::7", port: 0, city: "a,b" })];
  expect(proxyFileOf("txt", rows)).toBe("198.51.100.7:8080:ada:Secret99\n2001:db8::7\n");
  expect(proxyFileOf("txt", rows, { template: "{port};{city}" })).toBe(
    "8080;berlin\n2001:db8::7\n",
  );
  expect(proxyFileOf("csv", rows)).toBe(
    "host,port,user,password,country,city,expires,remark\r\n" +
      '198.51.100.7,8080,ada,Secret99,DE,berlin,2026-12-01T00:00:00.000Z,"\'=1+1"\r\n' +
      '2001:db8::7,0,ada,Secret99,DE,"a,b",2026-12-01T00:00:00.000Z,\r\n',
  );
  const [first, second] = rows.map((row) => JSON.stringify(row));
  expect(proxyFileOf("json", rows)).toBe(`[\n${first},\n${second}\n]\n`);
  expect(proxyFileOf("json", [])).toBe("[\n]\n");
  expect(rowsFile("txt", [{ fields: proxy(), template: "{user}" }, { fields: proxy() }])).toBe(
    "ada\n198.51.100.7:8080:ada:Secret99\n",
  );
});

test("a file written in portions equals the file written at once", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...proxyFormatNames),
      fc.integer({ min: 0, max: 30 }),
      fc.integer({ min: 1, max: 7 }),
      (format, count, step) => {
        const rows = many(count).map((fields) => ({ fields }));
        const writer = proxyWriter(format, { protocol: "socks5" });
        let text = writer.begin;
        for (let at = 0; at < rows.length; at += step)
          text += writer.rows(rows.slice(at, at + step)) + writer.rows([]);
        expect(text + writer.end()).toBe(rowsFile(format, rows, { protocol: "socks5" }));
      },
    ),
  );
});

test("a proxy without an open port is left out and does not count", () => {
  for (const format of proxyFormatNames) {
    if (["txt", "csv", "json"].includes(format)) continue;
    const shut = proxy({ host: "192.0.2.1", port: 0 });
    expect(proxyFileOf(format, [shut, proxy()])).toBe(proxyFileOf(format, [proxy()]));
  }
});

test("a file that cannot hold all proxies states how many are left out", () => {
  for (const [format, most] of [
    ["env", 1],
    ["curlrc", 1],
    ["apt", 1],
    ["privoxy", 1],
    ["tinyproxy", 1],
    ["proxychains", 512],
    ["squid", 1000],
    ["3proxy", 1000],
    ["haproxy", 1000],
    ["pac", 1000],
    ["proxifier", 1000],
  ] as const) {
    const file = proxyFileOf(format, many(most + 3));
    expect([format, file]).toEqual([
      format,
      expect.stringContaining(`3 more left out: at most ${most} can stand here.`),
    ]);
    expect(proxyFileOf(format, many(most))).not.toContain("left out");
  }
});

test("without a usable proxy a file blocks traffic instead of connecting directly", () => {
  const pac = runInNewContext(
    `${proxyFileOf("pac", [])}; FindProxyForURL("http://a.test/", "a.test")`,
  );
  expect(pac).toBe("PROXY 127.0.0.1:9");
  const clash = parseYaml(proxyFileOf("clash", [])) as { "proxy-groups": [{ proxies: string[] }] };
  expect(clash["proxy-groups"][0].proxies).toEqual(["REJECT"]);
  const singBox = JSON.parse(proxyFileOf("sing-box", [])) as { route: { rules: unknown } };
  expect(singBox.route.rules).toEqual([{ action: "reject" }]);
  expect(proxyFileOf("proxifier", [])).toContain('<Action type="Block" />');
  expect(proxyFileOf("3proxy", [])).toContain("deny *");
  expect(proxyFileOf("squid", [])).toContain("never_direct allow all");
  expect(proxyFileOf("privoxy", [proxy({ password: "a#b" })])).toContain(" 127.0.0.1:9 .");
  expect(proxyFileOf("tinyproxy", [proxy({ password: "a@b" })])).toContain("http 127.0.0.1:9\n");
});

test("a PAC file keeps a site on one proxy, spreads sites over all, and excludes localhost", () => {
  const script = proxyFileOf("pac", many(5));
  const route = (host: string) =>
    runInNewContext(`${script}; FindProxyForURL("http://x/", ${JSON.stringify(host)})`) as string;
  expect(route("a.test")).toBe(route("a.test"));
  expect(route("a.test")).toMatch(/^PROXY [\d.]+:100\d\d; PROXY [\d.]+:100\d\d$/);
  const all = new Set(Array.from({ length: 60 }, (_, at) => route(`site${at}.test`).split(";")[0]));
  expect(all.size).toBe(5);
  for (const host of ["localhost", "127.0.0.1", "::1", "[::1]"]) expect(route(host)).toBe("DIRECT");
  for (const host of ["127.0.0.1.evil.test", "xlocalhost", "2001:db8::1"])
    expect(route(host)).not.toContain("DIRECT");
});

test("3proxy's weights add up to 1000, as parents would be chained otherwise (its manual)", () => {
  for (const count of [1, 2, 3, 7, 999, 1000]) {
    const weights = [...proxyFileOf("3proxy", many(count)).matchAll(/^parent (\d+) /gm)].map(
      (one) => Number(one[1]),
    );
    expect([weights.length, Math.min(...weights) > 0]).toEqual([count, true]);
    expect(weights.reduce((sum, one) => sum + one, 0)).toBe(1000);
  }
});

test("Clash and sing-box groups list every proxy under a unique name", () => {
  const same = [proxy({ remark: "shop" }), proxy({ remark: "shop" }), proxy({ remark: "Proxies" })];
  const clash = parseYaml(proxyFileOf("clash", same)) as {
    proxies: { name: string }[];
    "proxy-groups": { name: string; proxies: string[] }[];
    rules: string[];
  };
  const names = clash.proxies.map(({ name }) => name);
  expect(names).toEqual(["1 shop", "2 shop", "3 Proxies"]);
  expect(clash["proxy-groups"]).toEqual([{ name: "Proxies", type: "select", proxies: names }]);
  expect(clash.rules).toEqual(["MATCH,Proxies", "MATCH,REJECT"]);
  const box = JSON.parse(proxyFileOf("sing-box", same, { name: "a, b: c" })) as {
    outbounds: { tag: string; type: string; outbounds?: string[] }[];
    route: { final: string };
  };
  expect(box.outbounds.at(-1)).toEqual({ type: "selector", tag: "a b c", outbounds: names });
  expect(box.route.final).toBe("a b c");
});

test("with Clash no datagram leaves directly: SOCKS5 proxies carry UDP, anything left is rejected", () => {
  const read = (protocol: "http" | "socks5") =>
    parseYaml(proxyFileOf("clash", [proxy(), proxy()], { protocol })) as {
      proxies: { udp?: boolean }[];
      rules: string[];
    };
  expect(read("socks5").proxies.map(({ udp }) => udp)).toEqual([true, true]);
  expect(read("http").proxies.map(({ udp }) => udp)).toEqual([undefined, undefined]);
  for (const protocol of ["http", "socks5"] as const)
    expect(read(protocol).rules.at(-1)).toBe("MATCH,REJECT");
});

test("FoxyProxy gets exactly the fields of its schema", () => {
  const { data, ...rest } = JSON.parse(
    proxyFileOf("foxyproxy", [proxy({ country: "deutschland" }), proxy()], { protocol: "socks5" }),
  ) as { data: Record<string, unknown>[] };
  expect(rest).toEqual({ mode: "disable", sync: false, proxyDNS: true });
  const names =
    "active title type hostname port username password cc city color pac proxyDNS include exclude";
  for (const one of data) expect(Object.keys(one)).toEqual(names.split(" "));
  expect(data.map(({ type, port, cc }) => [type, port, cc])).toEqual([
    ["socks5", "8080", ""],
    ["socks5", "8080a", "DE"],
  ]);
});

test("FoxyProxy tells proxies of one host and port apart by letters, and connects to the port", () => {
  const elsewhere = proxy({ host: "other.example", user: "elsewhere" });
  const logins = Array.from({ length: 800 }, (_, at) => proxy({ user: `shopper${at}` }));
  const { data } = JSON.parse(proxyFileOf("foxyproxy", [...logins, elsewhere])) as {
    data: { hostname: string; port: string; username: string }[];
  };
  expect(new Set(data.map(({ hostname, port }) => `${hostname}:${port}`)).size).toBe(801);
  // FoxyProxy's own way to the number, and its pattern for the choice of one proxy.
  for (const { hostname, port } of data) {
    expect(parseInt(port, 10)).toBe(8080);
    expect(`${hostname}:${port}`).toMatch(/:\d+[^/]*$/);
  }
  expect([0, 1, 26, 27, 800].map((at) => data[at]?.port)).toEqual([
    "8080",
    "8080a",
    "8080z",
    "8080aa",
    "8080",
  ]);
});

test("a proxy without a user has no user field, not an empty one", () => {
  const open = proxy({ user: "", password: "" });
  for (const format of proxyFormatNames) {
    if (["txt", "csv", "json", "foxyproxy"].includes(format)) continue;
    const file = proxyFileOf(format, [open], { protocol: "socks5" });
    const said = file.replaceAll(/^ *(#|\/\/) .*$/gm, "");
    expect([format, said]).toEqual([
      format,
      expect.not.stringMatching(/username|password|login=|@|undefined/i),
    ]);
  }
  const lists = proxyFormatNames.filter((format) => format.includes("host-port"));
  expect(lists.map((format) => proxyFileOf(format, [open]))).toEqual(
    Array(5).fill("198.51.100.7:8080\n"),
  );
});

test("a format uses the requested protocol if it can, and notes where it cannot hold a password", () => {
  expect(effectiveProtocol("squid", "socks5")).toBe("http");
  expect(effectiveProtocol("env", "socks5")).toBe("socks5");
  expect([effectiveProtocol("env", undefined), effectiveProtocol("privoxy", undefined)]).toEqual([
    "http",
    "socks5",
  ]);
  expect([carriesPassword("privoxy", "http"), carriesPassword("privoxy", "socks5")]).toEqual([
    false,
    true,
  ]);
  for (const [name, { password }] of Object.entries(proxyFormats)) {
    // JSON has no comments; the dashboard says it.
    if (password || name === "chrome-policy") continue;
    const file = proxyFileOf(name as keyof typeof proxyFormats, [proxy()]);
    expect(file).not.toContain("Secret99");
    // A plain list has no comments either.
    expect(file).toMatch(/^(#|\/\/) This kind of file has no place|^[\d.]+:8080\n$/);
  }
});

test("XML, YAML and list files are safe against characters special to their grammar", () => {
  const odd = "&lt;&amp;]]>\u0085\u2028\ufeff\u007f";
  const ppx = proxyFileOf("proxifier", [proxy({ password: odd })]);
  const { ProxifierProfile: root } = new XMLParser({ trimValues: false }).parse(ppx) as {
    ProxifierProfile: { ProxyList: { Proxy: { Authentication: { Password: string } } } };
  };
  expect(root.ProxyList.Proxy.Authentication.Password).toBe(odd);
  const remark = proxyFileOf("proxifier", [proxy({ host: "a--b.test", password: "\u0001" })]);
  expect([remark, XMLValidator.validate(remark)]).toEqual([
    expect.stringContaining("a- -b.test:8080 is left out"),
    true,
  ]);
  for (const format of ["clash", "scrapy", "pac"] as const) {
    const file = proxyFileOf(format, [proxy({ password: odd, remark: `shop\u202e\u0085 é` })]);
    expect(file).toMatch(/^[\n -~]*$/);
  }
  const names = proxyFileOf("foxyproxy", [proxy({ remark: "shop\u202e\u200b\u0007x" })]);
  expect(names).toContain('"1 shop x"');
  for (const format of ["privoxy", "tinyproxy"] as const)
    expect(proxyFileOf(format, [proxy({ password: "a@b" })], { protocol: "socks5" })).toMatch(
      /is left out: [^]*127\.0\.0\.1:9/,
    );
  const empty = JSON.parse(proxyFileOf("sing-box", [])) as {
    outbounds: { outbounds?: string[] }[];
  };
  expect(empty.outbounds.at(-1)?.outbounds).toEqual(["none"]);
});
