/** Every environment variable of the product, on one page (spec/environment). */
import { z } from "zod";

/** Tokens and secrets go there: https, or http on this machine. */
const safeUrl = z.url({ protocol: /^https?$/ }).refine((url) => {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}, "has to be https");
const providerUrl = (fallback: string) => safeUrl.default(fallback);
const mostWorkers = 64;
const port = (fallback: number) => z.coerce.number().int().min(0).max(65535).default(fallback);
/** As many as the API keeps of one door (exit/health.ts). */
const mostDoorPorts = 100;
/** Ports and ranges (`A-B`), comma-separated, to their numbers in that order. */
const portList = (fallback: string, mostPorts: number) =>
  z
    .string()
    .regex(/^\s*\d{1,5}(-\d{1,5})?(\s*,\s*\d{1,5}(-\d{1,5})?)*\s*$/, "is a list of ports")
    .default(fallback)
    .transform((text) => [...new Set(text.split(",").flatMap(portsOf))])
    .refine((ports) => ports.every((one) => one >= 1 && one <= 65_535), "is a list of ports")
    .refine((ports) => ports.length <= mostPorts, `has at most ${mostPorts} ports`);

/** Comma-separated values, without empty ones; each must match. */
const list = (each: RegExp, what: string) =>
  z
    .string()
    .default("")
    .transform((text) =>
      text
        .split(",")
        .map((one) => one.trim())
        .filter(Boolean),
    )
    .refine((values) => values.every((one) => each.test(one)), `is a list of ${what}`);

function portsOf(range: string): number[] {
  const [first = 0, last = first] = range.trim().split("-").map(Number);
  return Array.from(
    { length: Math.min(Math.max(0, last - first + 1), 65_536) },
    (_, at) => first + at,
  );
}

const environment = z.object({
  NODE_ENV: z.string().default("development"),
  /**
   * What runs here: everything (`all`, the default), no gateway (`api`), or nothing but gateway workers
   * (`gateway`, the default where DATA_DIR has a node.json).
   */
  ROLE: z.enum(["all", "api", "gateway"]).optional(),
  /** The line that `operator node add` printed: this machine joins as a node, once. */
  TURNPIKE_JOIN: z.string().optional(),
  /** Addresses of APIs for a node, `wss://HOST/link`, comma-separated; the join line's by default. */
  API_URLS: z.string().optional(),
  /** `sha256:HEX` of the certificate at API_URLS, where no authority signed it. */
  LINK_FINGERPRINT: z.string().optional(),
  /** A file of 64 hexadecimal digits that is the key in place of DATA_DIR/secret.key; it must exist. */
  SECRET_KEY_FILE: z.string().optional(),
  /** Everything binds this address. */
  HOST: z.string().default("127.0.0.1"),
  /** Dashboard and API. */
  PORT: port(3000),
  /** The address that people see in links; `http://HOST:PORT` by default. */
  PUBLIC_URL: z.string().url().optional(),
  /** HTTP proxy and SOCKS5 on one port. */
  GATEWAY_PORT: port(7000),
  /** The host name that customers are told to connect to; HOST by default. */
  GATEWAY_PUBLIC_HOST: z.string().optional(),
  /** Gateway worker processes; as many as cores by default. */
  GATEWAY_WORKERS: z.coerce.number().int().min(1).max(mostWorkers).optional(),
  /** What moves the gateway's bytes: the kernel's own calls (`native`, Linux), Node's (`portable`). */
  GATEWAY_ENGINE: z.enum(["auto", "native", "portable"]).default("auto"),
  /**
   * The share of a gateway's connections that one account may hold, over all its sub-accounts, IPs
   * and ports: 0.01 to 1. Use 1 for an installation with one customer.
   */
  ACCOUNT_SHARE: z.coerce.number().min(0.01).max(1).default(0.25),
  /**
   * Name servers of the gateway and of webhooks, `address` or `address:port` (IPv6 in brackets where
   * a port follows), comma-separated; the system's by default.
   */
  RESOLVERS: list(
    /^(\[[0-9a-fA-F:.]+\](:\d{1,5})?|[0-9a-fA-F:]+|[0-9.]+(:\d{1,5})?)$/,
    "name servers",
  ),
  /** Public addresses of this installation that its machines do not have themselves (behind NAT). */
  OWN_ADDRESSES: list(/^[0-9a-fA-F:.]+$/, "addresses"),
  /** Ports that no tunnel and no request may lead to (`portBlocked`); `none` blocks none. */
  BLOCKED_PORTS: z
    .string()
    .default("25,465,587")
    .transform((text) => (text.trim() === "none" ? [] : text.split(",").flatMap(portsOf)))
    .refine((ports) => ports.every((one) => one >= 1 && one <= 65_535), "is a list of ports"),
  /** After SIGTERM open connections may finish for so long: 30 s, in the lab 4 s. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(86_400).optional(),
  /**
   * Ports of a static IP, on its own address, in the order in which they are told; comma-separated.
   * One that cannot be bound is skipped with a warning.
   */
  STATIC_PORTS: portList("2024,443,3010", mostDoorPorts),
  /** Days that a static IP rests after its end before it is sold again. */
  STATIC_REST_DAYS: z.coerce.number().min(0).max(365).default(7),
  /** Ports that unlimited plans are given, at HOST; those that the product has are left out. */
  UNLIMITED_PORTS: portList("26000-29999", 65_535),
  /** The `domain` of unlimited ports, where yours is another than the host; `{region}` is put in. */
  UNLIMITED_DOMAIN: z.string().max(200).optional(),
  /** Ports that opened IPs and whitelisted ports are given, at HOST, where none is asked for. */
  WHITE_PORTS: portList("10001-19999", 65_535),
  /** The IP lookup service, at HOST; 0: nowhere. A port that is taken is a warning. */
  LOOKUP_PORT: port(4100),
  /** The local proxy manager, on 127.0.0.1; 0: `npm start` starts none. */
  MANAGER_PORT: port(4000),
  /** Where the manager keeps its ports; a folder in the home directory by default. */
  MANAGER_DIR: z.string().optional(),
  /** More origins of dashboards that the manager answers, comma-separated. */
  DASHBOARD_ORIGINS: z.string().default(""),
  /** An MMDB of your own for cities, for the lookup service. */
  GEO_CITY_MMDB: z.string().optional(),
  /** An MMDB of your own for networks, for the lookup service. */
  GEO_ASN_MMDB: z.string().optional(),
  /**
   * host:port that gateways dial through each static IP to see whether it is reachable; in the lab
   * its own target. Without one an exit of the machine counts as reachable while its address is
   * there, an upstream proxy while it takes connections.
   */
  PROBE_TARGET: z
    .string()
    .regex(/^\S+:\d{1,5}$/)
    .optional(),
  LAB_TARGET_PORT: port(7999),
  /** More targets that the lab lets through: host:port, comma-separated. */
  LAB_TARGETS: z.string().default(""),
  DATA_DIR: z.string().default("./data"),
  /** Your own PostgreSQL (15 or newer); the embedded one otherwise. */
  DATABASE_URL: z.string().optional(),
  /** `smtp://…`; the lab's outbox otherwise. */
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().default("Turnpike <no-reply@turnpike.invalid>"),
  SUPPORT_EMAIL: z.string().default("support@turnpike.invalid"),
  /** A support chat's address, shown as a QR code on home. */
  SUPPORT_URL: z.string().default(""),
  /** An MMDB of your own for the country of an address; the packaged table otherwise. */
  GEO_COUNTRY_MMDB: z.string().optional(),
  /** What /v1/proxyTest fetches: answers the caller's address as JSON {ip}; the lab has its own. */
  PROXY_TEST_URL: z.url({ protocol: /^https?$/ }).optional(),
  /**
   * What Prometheus reads, at /metrics and on loopback whatever HOST is: the API here, each gateway
   * worker at this plus its number, from 1 on. 0: nowhere. A port that is taken is a warning.
   */
  METRICS_PORT: port(9464),
  /** Sign-in by Google: the client's id, as Google's console shows it; not offered without. */
  GOOGLE_CLIENT_ID: z.string().optional(),
  /** The same client's secret. */
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  /** Where Google's OpenID configuration is found. */
  GOOGLE_ISSUER: providerUrl("https://accounts.google.com"),
  /** Sign-in by LinkedIn: the client's id; not offered without. */
  LINKEDIN_CLIENT_ID: z.string().optional(),
  /** The same client's secret. */
  LINKEDIN_CLIENT_SECRET: z.string().optional(),
  /** Where LinkedIn's OpenID configuration is found. */
  LINKEDIN_ISSUER: providerUrl("https://www.linkedin.com/oauth"),
  /** Sign-in by GitHub: the OAuth app's client id; not offered without. */
  GITHUB_CLIENT_ID: z.string().optional(),
  /** The same app's secret. */
  GITHUB_CLIENT_SECRET: z.string().optional(),
  /** GitHub's pages, or those of a GitHub Enterprise server. */
  GITHUB_URL: providerUrl("https://github.com"),
  /** GitHub's API, which tells who signed in. */
  GITHUB_API_URL: providerUrl("https://api.github.com"),
  /** A sign-in page of your own, in place of /index/login: it is told our address as `from`. */
  SIGNIN_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Cards by Stripe: the secret key (`sk_…`, or a restricted one); the lab's sandbox without it. */
  STRIPE_SECRET_KEY: z.string().optional(),
  /** The signing secret (`whsec_…`) of the webhook endpoint PUBLIC_URL/webhooks/stripe. */
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  /** Where Stripe's API is. */
  STRIPE_API_URL: providerUrl("https://api.stripe.com"),
  /** Crypto by a BTCPay Server: its address; the lab's sandbox without it. */
  BTCPAY_URL: safeUrl.optional(),
  /** A Greenfield API key that may see and create invoices and refunds. */
  BTCPAY_API_KEY: z.string().optional(),
  BTCPAY_STORE_ID: z.string().optional(),
  /** The secret of the webhook PUBLIC_URL/webhooks/btcpay. */
  BTCPAY_WEBHOOK_SECRET: z.string().optional(),
  /** Who sells, as invoices name it. */
  SELLER_NAME: z.string().default("Turnpike"),
  /** Lines separated by commas. */
  SELLER_ADDRESS: z.string().default(""),
  SELLER_TAX_ID: z.string().default(""),
  LOG_LEVEL: z.string().default("info"),
});
export type Environment = Omit<z.output<typeof environment>, "DRAIN_SECONDS"> & {
  DRAIN_SECONDS: number;
  lab: boolean;
  publicUrl: string;
};

/** All of a line or none: half of a payment provider takes no money, or tells nobody of it. */
const wholeGroups = [
  ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
  ["BTCPAY_URL", "BTCPAY_API_KEY", "BTCPAY_STORE_ID", "BTCPAY_WEBHOOK_SECRET"],
] as const;

/** Reads the environment; throws with the variable's name where one is wrong. */
export function readEnvironment(source: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const read = environment.parse(given);
  for (const group of wholeGroups) {
    const missing = group.filter((name) => read[name] === undefined);
    if (missing.length > 0 && missing.length < group.length)
      throw new Error(`${missing.join(", ")}: has to be set with ${group.join(", ")}`);
  }
  const unlimited = read.UNLIMITED_PORTS.filter((one) => !isOwnPort(one, read));
  const twice = unlimited.find((one) => read.STATIC_PORTS.includes(one));
  if (twice !== undefined && anyAddress.has(read.HOST))
    throw new Error(
      `UNLIMITED_PORTS and STATIC_PORTS: both have ${twice}, which cannot be where HOST is ${read.HOST}`,
    );
  // Tens of thousands of ports: looked up in a set, a start would take 50 ms longer else.
  const ofPlans = new Set(unlimited);
  const without = { ...read, UNLIMITED_PORTS: [] };
  return {
    ...read,
    UNLIMITED_PORTS: unlimited,
    WHITE_PORTS: read.WHITE_PORTS.filter((one) => !ofPlans.has(one) && !isHeldPort(one, without)),
    DRAIN_SECONDS: read.DRAIN_SECONDS ?? (read.NODE_ENV === "production" ? 30 : 4),
    lab: read.NODE_ENV !== "production",
    publicUrl: (read.PUBLIC_URL ?? `http://${inUrl(read.HOST)}:${read.PORT}`).replace(/\/+$/, ""),
  };
}

/** A host as it stands before `:port`: an IPv6 address in brackets. */
export const inUrl = (host: string) => (host.includes(":") ? `[${host}]` : host);

/** As HOST: ports there are taken at every address of the machine, static IPs' among them. */
const anyAddress = new Set(["0.0.0.0", "::"]);

/** Whether the product itself listens at it; whatever is off (0) does not. */
export function isOwnPort(one: number, env: z.output<typeof environment>): boolean {
  const { PORT, GATEWAY_PORT, LAB_TARGET_PORT, LOOKUP_PORT, MANAGER_PORT } = env;
  if ([PORT, GATEWAY_PORT, LAB_TARGET_PORT, LOOKUP_PORT, MANAGER_PORT].includes(one)) return true;
  const worker = one - env.METRICS_PORT;
  return env.METRICS_PORT > 0 && worker >= 0 && worker <= (env.GATEWAY_WORKERS ?? mostWorkers);
}

/**
 * Whether no customer's gate port can be there: the product listens at it, it is unlimited plans',
 * or it is static IPs' and HOST is every address.
 */
export function isHeldPort(one: number, env: z.output<typeof environment>): boolean {
  const { HOST, STATIC_PORTS, UNLIMITED_PORTS } = env;
  if (isOwnPort(one, env) || UNLIMITED_PORTS.includes(one)) return true;
  return anyAddress.has(HOST) && STATIC_PORTS.includes(one);
}
