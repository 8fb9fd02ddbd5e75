/** Formats with one line per proxy, and those that shells and commands read. */
import { shellWord } from "@turnpike/rules/endpoint-snippets.ts";
import {
  authority,
  overflowComment,
  type Proxy,
  proxyUrl,
  commentLines,
  remoteDnsScheme,
  type Shape,
  type Shaping,
} from "./proxy-file-parts.ts";

const eachLine = (line: (proxy: Proxy) => string): Shape => ({
  begin: "",
  one: (proxy) => `${line(proxy)}\n`,
  end: () => "",
});
/** Formats each proxy as one line; only the address if there is no user. */
const withUser = (line: (address: string, user: string, password: string) => string) => () =>
  eachLine((proxy) => {
    const [user, password] = [oneLine(proxy.user), oneLine(proxy.password)];
    return user === "" ? authority(proxy) : line(authority(proxy), user, password);
  });
const oneLine = (text: string) => text.replaceAll(/[\r\n]+/g, " ");

export const lists = {
  "host-port": () => eachLine(authority),
  "host-port-user-pass": withUser((address, user, pass) => `${address}:${user}:${pass}`),
  "user-pass-host-port": withUser((address, user, pass) => `${user}:${pass}:${address}`),
  "user-pass-at-host-port": withUser((address, user, pass) => `${user}:${pass}@${address}`),
  "host-port-at-user-pass": withUser((address, user, pass) => `${address}@${user}:${pass}`),
  url: ({ protocol }: Shaping) => eachLine((proxy) => proxyUrl(proxy, protocol)),
};

/** One command per proxy, to which the target's URL is appended. */
export const curl = ({ protocol }: Shaping): Shape =>
  eachLine((proxy) => `curl -x ${shellWord(proxyUrl(proxy, remoteDnsScheme(protocol)))}`);

/** `curl -K FILE`, or `~/.curlrc`. */
export const curlrc = (shaping: Shaping): Shape => ({
  begin: "",
  one: (proxy) => `proxy = "${proxyUrl(proxy, remoteDnsScheme(shaping.protocol))}"\n`,
  end: (left) => commentLines("#", overflowComment(left, shaping)),
});

/**
 * Environment variables that most programs read, in both cases since some read only one. Values
 * need no quotes, since `docker --env-file` would keep them.
 */
export const env = (shaping: Shaping): Shape => ({
  begin: "",
  one: (proxy) => {
    const url = proxyUrl(proxy, remoteDnsScheme(shaping.protocol));
    const names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];
    return [...names, ...names.map((name) => name.toLowerCase())]
      .map((name) => `${name}=${url}\n`)
      .join("");
  },
  end: (left) => commentLines("#", overflowComment(left, shaping)),
});

/** `/etc/apt/apt.conf.d/80proxy`. */
export const apt = (shaping: Shaping): Shape => ({
  begin: "",
  one: (proxy) => {
    const url = proxyUrl(proxy, remoteDnsScheme(shaping.protocol));
    return `Acquire::http::Proxy "${url}";\nAcquire::https::Proxy "${url}";\n`;
  },
  end: (left) => commentLines("//", overflowComment(left, shaping)),
});
