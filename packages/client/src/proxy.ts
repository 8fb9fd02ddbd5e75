/** Writes the proxy user name that asks the gateway for an exit. */

export interface ProxyQuestion {
  host: string;
  port: number;
  /** The sub-account's name. */
  account: string;
  password: string;
  /** `http` by default; `socks5` lets the gateway look names up (`socks5h`). */
  protocol?: "http" | "socks5" | undefined;
  /** Two letters. */
  country?: string | undefined;
  state?: string | undefined;
  city?: string | undefined;
  postal?: string | undefined;
  isp?: string | undefined;
  asn?: number | undefined;
  /** Connections with the same 1-32 letters and digits keep the same exit. */
  sid?: string | undefined;
  /** For so long, 1-1440; the gateway takes 3 where nothing is said. */
  minutes?: number | undefined;
  /** A session whose exit is gone is refused, instead of taking another one. */
  strict?: boolean | undefined;
}

/** Letters that do not fall apart into a base letter and a mark. */
const spelled: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};
/** The greatest number of a network. */
const greatestAsn = 4_294_967_295;
/** Places as the gateway compares them: `São Paulo` is `saopaulo`. */
const token = (text: string) =>
  text
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => spelled[letter] ?? "")
    .normalize("NFKD")
    .replace(/[^a-z0-9]/g, "");

/**
 * The user name alone: `NAME-region-US-city-losangeles-sid-abc-t-10`.
 * @throws TypeError where the gateway would refuse a value
 */
export function proxyUsername(asked: Omit<ProxyQuestion, "host" | "port" | "password">): string {
  const { account, sid, minutes, asn } = asked;
  if (!/^[A-Za-z0-9]{6,22}$/.test(account)) throw new TypeError("account: 6-22 letters and digits");
  if (sid !== undefined && !/^[A-Za-z0-9]{1,32}$/.test(sid))
    throw new TypeError("sid: 1-32 letters and digits");
  if (minutes !== undefined && !(Number.isInteger(minutes) && minutes >= 1 && minutes <= 1440))
    throw new TypeError("minutes: whole ones, 1-1440");
  if (asn !== undefined && !(Number.isInteger(asn) && asn >= 0 && asn <= greatestAsn))
    throw new TypeError(`asn: a network's number, 0-${greatestAsn}`);
  const values = {
    region: place("country", asked.country).toUpperCase(),
    st: place("state", asked.state),
    city: place("city", asked.city),
    zip: place("postal", asked.postal),
    isp: place("isp", asked.isp),
    asn: asn === undefined ? "" : String(asn),
    sid: sid ?? "",
    t: minutes === undefined ? "" : String(minutes),
    strict: asked.strict ? "1" : "",
  };
  const given = Object.entries(values).filter(([, value]) => value !== "");
  return [account, ...given.flat()].join("-");
}

function place(name: string, value: string | undefined): string {
  if (value === undefined || value === "") return "";
  const written = token(value);
  if (written === "") throw new TypeError(`${name}: no letters or digits of ASCII in "${value}"`);
  return written;
}

/** A proxy's address for curl, `HTTPS_PROXY`, undici's ProxyAgent, Playwright and all others. */
export function proxyUrl(asked: ProxyQuestion): string {
  const { protocol = "http", host, port, password } = asked;
  const scheme = protocol === "socks5" ? "socks5h" : "http";
  const where = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
  const user = encodeURIComponent(proxyUsername(asked));
  return `${scheme}://${user}:${encodeURIComponent(password)}@${where}:${port}`;
}
