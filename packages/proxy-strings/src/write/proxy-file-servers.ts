/** Formats of proxy servers that forward to our proxies. */
import {
  authority,
  overflowComment,
  encodedLogin,
  omittedComment,
  noPasswordsComment,
  blackholeAddress,
  type Proxy,
  commentLines,
  type Shape,
  type Shaping,
} from "./proxy-file-parts.ts";

/** Squid: parents in turn, never direct. For `include` in `squid.conf`. */
export const squid = (shaping: Shaping): Shape => ({
  begin: commentLines("#", ["Squid: put this before http_access, or include it there."]),
  one: (proxy) => {
    const login = proxy.user === "" ? "" : ` login=${encodedLogin(proxy)}`;
    const host = proxy.host.includes(":") ? `[${proxy.host}]` : proxy.host;
    const options = "no-query no-digest no-netdb-exchange round-robin";
    return `cache_peer ${host} parent ${proxy.port} 0 name=proxy${proxy.at} ${options}${login}\n`;
  },
  end: (left) => `never_direct allow all\n${commentLines("#", overflowComment(left, shaping))}`,
});

/**
 * 3proxy: one random parent. The weights must add up to 1000, otherwise parents would be chained;
 * so they are written once all proxies are known.
 */
export function threeProxy(shaping: Shaping): Shape {
  const type = shaping.protocol === "socks5" ? "socks5+" : "connect+";
  const parents: string[] = [];
  const out: string[] = [];
  return {
    begin: "auth iponly\n",
    one: (proxy) => {
      const words = proxy.user === "" ? [] : [proxy.user, proxy.password];
      if (words.every(is3proxyWord))
        parents.push([proxy.host, proxy.port, ...words.map(word3proxy)].join(" "));
      else out.push(omittedComment(proxy));
      return "";
    },
    end: (left) => {
      const share = Math.floor(1000 / Math.max(1, parents.length));
      const extra = 1000 % Math.max(1, parents.length);
      const lines = parents.map(
        (one, at) => `parent ${share + (at < extra ? 1 : 0)} ${type} ${one}\n`,
      );
      const rule = parents.length === 0 ? "deny *\n" : "allow *\n";
      const notes = commentLines("#", [...out, ...overflowComment(left, shaping)]);
      return `${rule}${lines.join("")}${notes}proxy -i127.0.0.1 -p3128\n`;
    },
  };
}
/** 3proxy reads `""` within quotes as one quote mark, but not at the beginning of a word. */
const is3proxyWord = (text: string) => /^[^"\p{Cc}][^\p{Cc}]*$/u.test(text);
/** An unquoted `$` would include a file. */
const word3proxy = (text: string) =>
  /[\s"$]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** HAProxy forwards bytes unchanged: clients authenticate at the proxy, or are whitelisted. */
export const haproxy = (shaping: Shaping): Shape => ({
  begin: `${commentLines("#", noPasswordsComment)}listen ${shaping.name.replaceAll(/[^A-Za-z0-9._-]/g, "-")}
    bind 127.0.0.1:8118
    mode tcp
    balance roundrobin
    option redispatch
    retries 3
    timeout connect 10s
    timeout client 1h
    timeout server 1h
    default-server init-addr last,libc,none
`,
  one: (proxy) => `    server proxy${proxy.at} ${authority(proxy)}\n`,
  end: (left) => commentLines("    #", overflowComment(left, shaping)),
});

/** Privoxy forwards to a single proxy; it supports passwords only for SOCKS5. */
export function privoxy(shaping: Shaping): Shape {
  const socks = shaping.protocol === "socks5";
  const line = (who: string, address: string) =>
    socks ? `forward-socks5 / ${who}${address} .\n` : `forward / ${address}\n`;
  // A number sign starts a comment.
  const login = socks ? (proxy: Proxy) => loginPrefix(proxy, "@#") : () => "";
  return firstOf(shaping, {
    begin: socks ? "" : commentLines("#", noPasswordsComment),
    line,
    login,
  });
}

/** Tinyproxy forwards to a single proxy. */
export const tinyproxy = (shaping: Shaping): Shape =>
  firstOf(shaping, {
    begin: "",
    line: (who, address) => `Upstream ${shaping.protocol} ${who}${address}\n`,
    login: (proxy) => loginPrefix(proxy, "@"),
  });

/** Returns `user:password@` unescaped; null if it contains a character that is not allowed. */
function loginPrefix({ user, password }: Proxy, without: string): string | null {
  if (user === "") return "";
  const fits = isPrintable(user, `:${without}`) && isPrintable(password, without);
  return fits ? `${user}:${password}@` : null;
}

/** Writes a single proxy. If it cannot be written, traffic is blocked instead of going direct. */
function firstOf(
  shaping: Shaping,
  form: {
    begin: string;
    line: (who: string, address: string) => string;
    /** Null if it cannot be written. */
    login: (proxy: Proxy) => string | null;
  },
): Shape {
  let written = false;
  return {
    begin: form.begin,
    one: (proxy) => {
      const who = form.login(proxy);
      if (who === null) return commentLines("#", [omittedComment(proxy)]);
      written = true;
      return form.line(who, authority(proxy));
    },
    end: (left) =>
      (written ? "" : form.line("", blackholeAddress)) +
      commentLines("#", overflowComment(left, shaping)),
  };
}

/** Returns whether a text is visible ASCII without the characters in `without`. */
const isPrintable = (text: string, without: string) =>
  /^[!-~]+$/.test(text) && ![...without].some((letter) => text.includes(letter));
