/** File formats of desktop proxy programs. */
import {
  authority,
  overflowComment,
  omittedComment,
  type Proxy,
  quoted,
  commentLines,
  type Shape,
  type Shaping,
} from "./proxy-file-parts.ts";

/**
 * Clash, Mihomo and their derivatives. A proxy is selected by hand: groups that measure their
 * proxies automatically would use up traffic while nobody surfs. A rule whose proxy carries no UDP is
 * skipped for UDP, and what no rule takes leaves directly, with the customer's own address: SOCKS5
 * proxies carry it, and the last rule rejects the rest.
 */
export function clash({ protocol, name }: Shaping): Shape {
  const names: string[] = [];
  const fields = (proxy: Proxy) => [
    `name: ${quoted(proxy.name)}`,
    `type: ${protocol}`,
    `server: ${quoted(proxy.host)}`,
    `port: ${proxy.port}`,
    ...(protocol === "socks5" ? ["udp: true"] : []),
    ...(proxy.user === ""
      ? []
      : [`username: ${quoted(proxy.user)}`, `password: ${quoted(proxy.password)}`]),
  ];
  return {
    begin: "mixed-port: 7890\nallow-lan: false\nmode: rule\nproxies:\n",
    one: (proxy) => {
      names.push(`      - ${quoted(proxy.name)}\n`);
      return `  - {${fields(proxy).join(", ")}}\n`;
    },
    end: () => {
      const members = names.length === 0 ? "      - REJECT\n" : names.join("");
      const group = `  - name: ${quoted(name)}\n    type: select\n    proxies:\n${members}`;
      const rules = `  - ${quoted(`MATCH,${name}`)}\n  - "MATCH,REJECT"\n`;
      return `proxy-groups:\n${group}rules:\n${rules}`;
    },
  };
}

/** sing-box: a local port for both protocols, and a selector for the proxies. */
export function singBox({ protocol, name }: Shaping): Shape {
  const tags: string[] = [];
  const inbound = { type: "mixed", tag: "local", listen: "127.0.0.1", listen_port: 2080 };
  const outbound = (proxy: Proxy) => ({
    type: protocol === "socks5" ? "socks" : "http",
    tag: proxy.name,
    server: proxy.host,
    server_port: proxy.port,
    ...(protocol === "socks5" ? { version: "5" } : {}),
    ...(proxy.user === "" ? {} : { username: proxy.user, password: proxy.password }),
  });
  return {
    begin: `{"inbounds":[${JSON.stringify(inbound)}],\n"outbounds":[\n`,
    one: (proxy) => {
      tags.push(proxy.name);
      return `${JSON.stringify(outbound(proxy))},\n`;
    },
    end: () => {
      const none = tags.length === 0;
      // Without proxies, block everything rather than connect directly.
      const selector = { type: "selector", tag: name, outbounds: none ? ["none"] : tags };
      const last = none ? [{ type: "direct", tag: "none" }, selector] : [selector];
      const route = { rules: none ? [{ action: "reject" }] : [], final: name };
      const outbounds = last.map((one) => JSON.stringify(one)).join(",\n");
      return `${outbounds}\n],\n"route":${JSON.stringify(route)}}\n`;
    },
  };
}

/** A Proxifier profile. The default rule uses the first proxy; the local machine is excluded. */
export function proxifier(shaping: Shaping): Shape {
  const type = shaping.protocol === "socks5" ? "SOCKS5" : "HTTPS";
  let first: number | null = null;
  return {
    begin: PROFILE,
    one: (proxy) => {
      if (!isXml(proxy.user + proxy.password)) return xmlComment(omittedComment(proxy));
      const id = FIRST_ID + proxy.at;
      first ??= id;
      return `    <Proxy id="${id}" type="${type}">${proxyElements(proxy)}</Proxy>\n`;
    },
    end: (left) => {
      const rest = overflowComment(left, shaping).map(xmlComment).join("");
      const action =
        first === null ? '<Action type="Block" />' : `<Action type="Proxy">${first}</Action>`;
      return `${rest}  </ProxyList>\n${rules(action)}</ProxifierProfile>\n`;
    },
  };
}

function proxyElements({ name, host, port, user, password }: Proxy): string {
  const login =
    user === ""
      ? '<Authentication enabled="false" />'
      : `<Authentication enabled="true"><Username>${xml(user)}</Username>` +
        `<Password>${xml(password)}</Password></Authentication>`;
  const address = `<Address>${xml(host)}</Address><Port>${port}</Port>`;
  return `<Label>${xml(name)}</Label>${address}<Options>48</Options>${login}`;
}
const rules = (action: string) => `  <ChainList />
  <RuleList>
    <Rule enabled="true">
      <Name>Localhost</Name>
      <Targets>localhost; 127.0.0.1; ::1</Targets>
      <Action type="Direct" />
    </Rule>
    <Rule enabled="true">
      <Name>Default</Name>
      ${action}
    </Rule>
  </RuleList>
`;
export const xmlComment = (line: string) => `    <!-- ${line.replaceAll("--", "- -")} -->\n`;
const FIRST_ID = 99;
/** The proxy resolves target names; passwords are in plain text, not in Proxifier's own cipher. */
const PROFILE = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<ProxifierProfile version="102" platform="Windows" product_id="0" product_minver="400">
  <Options>
    <Resolve>
      <AutoModeDetection enabled="false" />
      <ViaProxy enabled="true" />
      <ExclusionList OnlyFromListMode="false">%ComputerName%; localhost; *.local</ExclusionList>
    </Resolve>
    <Encryption mode="disabled" />
    <ConnectionLoopDetection enabled="true" resolve="true" />
    <HandleDirectConnections enabled="false" />
    <HttpProxiesSupport enabled="false" />
  </Options>
  <ProxyList>
`;

/** Escapes an element's text; also spaces at its ends, since parsers trim them. */
export const xml = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/^\s+|(?<!\s)\s+$|[\t\r\n]/g, (blanks) =>
      [...blanks].map((blank) => `&#${blank.codePointAt(0) ?? 32};`).join(""),
    );
/** XML 1.0 cannot represent the other control characters. */
export const isXml = (text: string) =>
  !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text);

/** proxychains-ng: a random proxy for each connection; names are resolved by the proxy. */
export function proxychains(shaping: Shaping): Shape {
  const type = shaping.protocol === "socks5" ? "socks5" : "http";
  return {
    begin: `${commentLines("#", ["proxychains4 -f THIS-FILE PROGRAM"])}random_chain
chain_len = 1
proxy_dns
remote_dns_subnet 224
tcp_read_time_out 15000
tcp_connect_time_out 8000

[ProxyList]
`,
    one: (proxy) => {
      // It splits at spaces, has no quotes, and exits if a proxy's address is a host name.
      if (!isAddress(proxy.host)) {
        const why = `${authority(proxy)} is left out: numeric addresses alone can stand here.`;
        return commentLines("#", [why]);
      }
      const words = proxy.user === "" ? [] : [proxy.user, proxy.password];
      if (!words.every(isWord)) return commentLines("#", [omittedComment(proxy)]);
      return `${[type, proxy.host, proxy.port, ...words].join(" ")}\n`;
    },
    end: (left) => commentLines("#", overflowComment(left, shaping)),
  };
}
const isWord = (text: string) => /^[^\s\p{Cc}]{1,255}$/u.test(text);
const isAddress = (host: string) => host.includes(":") || /^\d+\.\d+\.\d+\.\d+$/.test(host);
