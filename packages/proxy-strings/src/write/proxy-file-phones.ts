/** File formats of proxy programs for phones, and of the phones themselves. */
import { NameHash } from "@turnpike/rules/name-hash.ts";
import { isXml, xml, xmlComment } from "./proxy-file-apps.ts";
import {
  authority,
  blackholeHost,
  blackholePort,
  commentLines,
  omittedComment,
  type Proxy,
  type Shape,
  type Shaping,
} from "./proxy-file-parts.ts";

/** How a program of this family writes its lines. */
interface Dialect {
  begin: string;
  line: (proxy: Proxy, name: string, shaping: Shaping) => string;
  /** Which user names and passwords a line can hold. */
  fits: RegExp;
  /** The group in which one of the names is chosen by hand, and the rule that sends all there. */
  end: (group: string, names: readonly string[]) => string;
}

/** Lines of one proxy each, then a group of them; without any proxy everything is refused. */
function inGroup(shaping: Shaping, { begin, line, fits, end }: Dialect): Shape {
  const names: string[] = [];
  return {
    begin,
    one: (proxy) => {
      const words = proxy.user === "" ? [] : [proxy.user, proxy.password];
      if (!words.every((word) => fits.test(word)))
        return commentLines("#", [omittedComment(proxy)]);
      const name = nameIn(proxy.name);
      names.push(name);
      return `${line(proxy, name, shaping)}\n`;
    },
    end: () => end(nameIn(shaping.name), names),
  };
}

/** These programs have no quotes for names. */
const nameIn = (name: string) => name.replaceAll(/[^\p{L}\p{N} ._-]/gu, "").trim();
/** Without quotes: nothing that separates values, begins a comment, or makes it `name=value`. */
const bare = /^[^\s,"'\\#;=/\p{Cc}]{1,255}$/u;
/** Within quotes, which have no escapes. */
const inQuotes = /^[^\s,"'\\#;=/\p{Cc}]{1,255}$|^[^"\\\p{Cc}]{1,255}$/u;

const surgeBegin = "[General]\nudp-policy-not-supported-behaviour = REJECT\n\n[Proxy]\n";
const surgeEnd: Dialect["end"] = (group, names) =>
  names.length === 0
    ? "\n[Rule]\nFINAL,REJECT\n"
    : `\n[Proxy Group]\n${group} = select, ${names.join(", ")}\n\n[Rule]\nFINAL,${group}\n`;
const login = ({ user, password }: Proxy) => (user === "" ? [] : [user, password]);

/** Surge (manual.nssurge.com/policy/proxy.html). */
export const surge = (shaping: Shaping): Shape =>
  inGroup(shaping, {
    begin: surgeBegin,
    fits: bare,
    line: (proxy, name, { protocol }) => {
      const udp = protocol === "socks5" ? ["udp-relay=true"] : [];
      return `${name} = ${[protocol, proxy.host, proxy.port, ...login(proxy), ...udp].join(", ")}`;
    },
    end: surgeEnd,
  });

/** Shadowrocket: Surge's sections, lines without spaces. */
export const shadowrocket = (shaping: Shaping): Shape =>
  inGroup(shaping, {
    begin: surgeBegin,
    fits: bare,
    line: (proxy, name, { protocol }) =>
      `${name} = ${[protocol, proxy.host, proxy.port, ...login(proxy)].join(",")}`,
    end: surgeEnd,
  });

/**
 * Loon (the page on nodes of LoonManual): the password stands in quotes, and a user name only where
 * it has a comma: older versions would take the quotes for a part of it.
 */
export const loon = (shaping: Shaping): Shape =>
  inGroup(shaping, {
    begin: "[Proxy]\n",
    fits: inQuotes,
    line: (proxy, name, { protocol }) => {
      const words = login(proxy).map((word, at) =>
        at === 1 || /[,\s]/.test(word) ? `"${word}"` : word,
      );
      const udp = protocol === "socks5" ? ["udp=true"] : [];
      return `${name} = ${[protocol, proxy.host, proxy.port, ...words, ...udp].join(",")}`;
    },
    end: surgeEnd,
  });

/** Quantumult X (its sample.conf): `final` is the rule for everything. */
export const quantumultX = (shaping: Shaping): Shape =>
  inGroup(shaping, {
    begin: "[server_local]\n",
    fits: bare,
    line: (proxy, name, { protocol }) => {
      const { user, password } = proxy;
      const words = user === "" ? [] : [`username=${user}`, `password=${password}`];
      const udp = `udp-relay=${protocol === "socks5"}`;
      const fields = [authority(proxy), ...words, "fast-open=false", udp, `tag=${name}`];
      return `${protocol}=${fields.join(", ")}`;
    },
    end: (group, names) =>
      names.length === 0
        ? "\n[filter_local]\nfinal, reject\n"
        : `\n[policy]\nstatic=${group}, ${names.join(", ")}\n\n[filter_local]\nfinal, ${group}\n`,
  });

/**
 * A configuration profile with a global proxy, for supervised iPhones and iPads (Apple's schema
 * `com.apple.proxy.http.global`). It can hold one; without any, nothing is reached.
 */
export function mobileconfig(shaping: Shaping): Shape {
  let written: Proxy | null = null;
  return {
    begin: profileBegin,
    one: (proxy) => {
      if (!isXml(proxy.user + proxy.password)) return xmlComment(omittedComment(proxy));
      written = proxy;
      return "";
    },
    end: (left) => {
      const none = { host: blackholeHost, port: blackholePort, user: "", password: "" };
      const rest = left === 0 ? "" : xmlComment(`${left} more left out: at most 1 can stand here.`);
      return rest + profileEnd(written ?? none, shaping.name);
    },
  };
}

const profileBegin = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
`;

function profileEnd(proxy: Pick<Proxy, "host" | "port" | "user" | "password">, title: string) {
  const { host, port, user, password } = proxy;
  const id = uuidOf(`${user}@${host}:${port}`, 1);
  const text = (key: string, value: string) => `<key>${key}</key><string>${xml(value)}</string>`;
  const who = user === "" ? "" : text("ProxyUsername", user) + text("ProxyPassword", password);
  const version = "<key>PayloadVersion</key><integer>1</integer>";
  const payload = [
    text("PayloadType", "com.apple.proxy.http.global"),
    text("PayloadIdentifier", `proxy.${id}.global`),
    text("PayloadUUID", uuidOf(`${user}@${host}:${port}`, 2)),
    version,
    text("ProxyType", "Manual"),
    text("ProxyServer", host),
    `<key>ProxyServerPort</key><integer>${port}</integer>`,
    who,
  ].join("\n");
  return `<key>PayloadContent</key><array><dict>
${payload}
</dict></array>
${text("PayloadDisplayName", title)}
${text("PayloadIdentifier", `proxy.${id}`)}
${text("PayloadType", "Configuration")}
${text("PayloadUUID", id)}
${version}
</dict>
</plist>
`;
}

/** An id that is the same for the same proxy, so that installing the file again replaces it. */
function uuidOf(text: string, part: number): string {
  const words = [1, 2].flatMap((at) => {
    const hash = new NameHash([at, part]);
    hash.take(encodeURIComponent(text.toWellFormed()), 0);
    return [hash.low, hash.high];
  });
  const digits = words.map((word) => word.toString(16).padStart(8, "0")).join("");
  const at = (from: number, to: number) => digits.slice(from, to);
  const form = [at(0, 8), at(8, 12), `8${at(13, 16)}`, `8${at(17, 20)}`, at(20, 32)];
  return form.join("-").toUpperCase();
}
