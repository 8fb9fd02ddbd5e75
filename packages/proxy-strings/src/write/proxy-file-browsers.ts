/** File formats of browsers and of programs that control them. */
import {
  authority,
  overflowComment,
  noPasswordsComment,
  blackholeAddress,
  type Proxy,
  proxyUrl,
  quoted,
  commentLines,
  type Shape,
  type Shaping,
} from "./proxy-file-parts.ts";

/**
 * A proxy auto-configuration script. A site stays with one proxy while that responds, then moves to
 * the next; only the local machine is reached without a proxy.
 */
export const pac = (shaping: Shaping): Shape => ({
  begin: `${commentLines("//", noPasswordsComment)}var proxies = [\n`,
  one: (proxy) => `  ${quoted(pacRoute(proxy, shaping))},\n`,
  end: (left) => `${commentLines("  //", overflowComment(left, shaping))}];

function FindProxyForURL(url, host) {
  if (/^(localhost|127\\.0\\.0\\.1|\\[?::1\\]?)$/.test(host)) return "DIRECT";
  if (proxies.length === 0) return "PROXY ${blackholeAddress}";
  var at = 0;
  for (var i = 0; i < host.length; i++) at = (at * 31 + host.charCodeAt(i)) % 16777213;
  return proxies[at % proxies.length] + "; " + proxies[(at + 1) % proxies.length];
}
`,
});

/** Apple's engine only knows SOCKS5 as SOCKS. */
function pacRoute(proxy: Proxy, { protocol }: Shaping): string {
  const address = authority(proxy);
  return protocol === "socks5" ? `SOCKS5 ${address}; SOCKS ${address}` : `PROXY ${address}`;
}

/**
 * FoxyProxy's export format, for Options, Import. Importing replaces the existing proxies. The
 * extension identifies a proxy by host and port. Of several at one port, all but the first get
 * letters after the port, which FoxyProxy itself provides for and removes when it connects (its
 * help, "Proxies"). In Firefox each then sends its own login. In Chrome, FoxyProxy looks the login
 * up by the real port and finds the first's: the dashboard and docs/formats.md say so.
 */
export function foxyproxy({ protocol }: Shaping): Shape {
  const timesAt = new Map<string, number>();
  const one = (proxy: Proxy) => {
    const before = timesAt.get(authority(proxy)) ?? 0;
    timesAt.set(authority(proxy), before + 1);
    return JSON.stringify(foxyProxy(proxy, { protocol, port: `${proxy.port}${letters(before)}` }));
  };
  return {
    begin: '{"mode":"disable","sync":false,"proxyDNS":true,"data":[',
    one: (proxy) => `${proxy.at === 1 ? "" : ","}\n${one(proxy)}`,
    end: () => "\n]}\n",
  };
}

/** Nothing for 0, then a, b … z, aa, ab … */
const letters = (at: number): string =>
  at === 0 ? "" : letters(Math.floor((at - 1) / 26)) + String.fromCharCode(97 + ((at - 1) % 26));

const foxyProxy = (proxy: Proxy, { protocol, port }: { protocol: string; port: string }) => ({
  active: true,
  title: proxy.name,
  type: protocol,
  hostname: proxy.host,
  port,
  username: proxy.user,
  password: proxy.password,
  cc: /^[A-Z]{2}$/.test(proxy.country) ? proxy.country : "",
  city: proxy.city,
  color: foxyColors[proxy.at % foxyColors.length],
  pac: "",
  // With SOCKS5 the proxy resolves names; versions before 9 read the setting for all instead.
  proxyDNS: true,
  include: [],
  exclude: [],
});
const foxyColors = ["#0a7d5a", "#1d4ed8", "#b45309", "#7c3aed", "#be123c", "#0e7490"] as const;

/** `import { proxies } from "./….mjs"`, for Playwright; Chromium authenticates only over HTTP. */
export function playwright(): Shape {
  const one = (proxy: Proxy) => ({
    server: `http://${authority(proxy)}`,
    ...(proxy.user === "" ? {} : { username: proxy.user, password: proxy.password }),
  });
  return {
    begin: "export const proxies = [\n",
    one: (proxy) => `  ${JSON.stringify(one(proxy))},\n`,
    end: () => "];\n",
  };
}

/** Scrapy settings, for its rotating-proxies middleware or for `request.meta["proxy"]`. */
export const scrapy = (): Shape => ({
  begin: "ROTATING_PROXY_LIST = [\n",
  one: (proxy) => `    ${quoted(proxyUrl(proxy, "http"))},\n`,
  end: () => "]\n",
});
