/** Links and JSON files that other programs import. */
import {
  authority,
  blackholeAddress,
  encodedPart,
  type Proxy,
  proxyUrl,
  type Shape,
  type Shaping,
} from "./proxy-file-parts.ts";

/** A JSON array of URLs, as Crawlee and Apify take it. */
export const jsonUrls = ({ protocol }: Shaping): Shape => ({
  begin: "[",
  one: (proxy) => `${proxy.at === 1 ? "" : ","}\n${JSON.stringify(proxyUrl(proxy, protocol))}`,
  end: () => "\n]\n",
});

const perLine = (line: (proxy: Proxy) => string) => (): Shape => ({
  begin: "",
  one: (proxy) => `${line(proxy)}\n`,
  end: () => "",
});

/** Links that add a proxy to Telegram when they are opened. */
export const telegram = perLine(({ host, port, user, password }) => {
  const fields = [`server=${encodedPart(host)}`, `port=${port}`];
  if (user !== "") fields.push(`user=${encodedPart(user)}`, `pass=${encodedPart(password)}`);
  return `https://t.me/socks?${fields.join("&")}`;
});

/** Share links of v2rayN and its relatives: `socks://base64(user:password)@host:port#name`. */
export const socksLinks = perLine((proxy) => {
  const { user, password, name } = proxy;
  const who = user === "" ? "" : `${encodedPart(base64(`${user}:${password}`))}@`;
  return `socks://${who}${authority(proxy)}#${encodedPart(name)}`;
});

const base64 = (text: string) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text.toWellFormed())));

/**
 * Xray and V2Ray (v4's form, which both read): a local SOCKS5 port, and a random proxy for each
 * connection. Without proxies nothing is reached.
 */
export function xray({ protocol }: Shaping): Shape {
  let any = false;
  const inbound = {
    tag: "local",
    listen: "127.0.0.1",
    port: 10_808,
    protocol: "socks",
    settings: { udp: protocol === "socks5" },
  };
  const outbound = ({ at, host, port, user, password }: Proxy) => {
    const users = user === "" ? {} : { users: [{ user, pass: password }] };
    return {
      tag: `proxy-${at}`,
      protocol: protocol === "socks5" ? "socks" : "http",
      settings: { servers: [{ address: host, port, ...users }] },
    };
  };
  return {
    begin: `{"inbounds":[${JSON.stringify(inbound)}],\n"outbounds":[`,
    one: (proxy) => {
      const comma = any ? "," : "";
      any = true;
      return `${comma}\n${JSON.stringify(outbound(proxy))}`;
    },
    end: () => {
      const all = { type: "field", network: "tcp,udp" };
      const routing = any
        ? {
            balancers: [{ tag: "all", selector: ["proxy-"], strategy: { type: "random" } }],
            rules: [{ ...all, balancerTag: "all" }],
          }
        : { rules: [{ ...all, outboundTag: "none" }] };
      const none = any ? "" : `\n${JSON.stringify({ tag: "none", protocol: "blackhole" })}`;
      return `${none}\n],\n"routing":${JSON.stringify(routing)}}\n`;
    },
  };
}

/**
 * A backup of SwitchyOmega and ZeroOmega, for Import/Export, Restore from file: it replaces the
 * options. Each proxy is a profile; chosen by hand.
 */
export const switchyOmega = ({ protocol }: Shaping): Shape => {
  const profile = ({ at, name, host, port, user, password }: Proxy) => ({
    name,
    profileType: "FixedProfile",
    color: omegaColors[at % omegaColors.length],
    bypassList: ["127.0.0.1", "::1", "localhost"].map((pattern) => {
      return { conditionType: "BypassCondition", pattern };
    }),
    fallbackProxy: { scheme: protocol, host, port },
    ...(user === "" ? {} : { auth: { fallbackProxy: { username: user, password } } }),
  });
  return {
    begin: '{"schemaVersion":2,"-startupProfileName":"","-quickSwitchProfiles":[]',
    one: (proxy) => `,\n${JSON.stringify(`+${proxy.name}`)}:${JSON.stringify(profile(proxy))}`,
    end: () => "\n}\n",
  };
};
const omegaColors = ["#99ccee", "#99dd99", "#ffee99", "#dd9999", "#cc99dd", "#aaaaaa"] as const;

/** A managed policy of Chrome and Chromium; JSON has no place for a comment. */
export function chromePolicy({ protocol }: Shaping): Shape {
  let server = `http://${blackholeAddress}`;
  return {
    begin: "",
    one: (proxy) => {
      server = `${protocol}://${authority(proxy)}`;
      return "";
    },
    end: () => {
      const settings = { ProxyMode: "fixed_servers", ProxyServer: server };
      return `${JSON.stringify({ ProxySettings: settings }, null, 2)}\n`;
    },
  };
}
