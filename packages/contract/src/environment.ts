/** Every environment variable of the product, on one page (spec/environment). */
import { z } from "zod";
import { checkCombinations, consoleUrlOf, describeIssue } from "./environment-checks.ts";
import {
  flag,
  inUrl,
  list,
  maxStaticPorts,
  networkList,
  port,
  MAX_por,
  portsOf,
  providerUrl,
  recipient,
  safeUrl,
  udpPorts,
} from "./environment-fields.ts";
import { isReservedPort, isOwnPort, maxWorkers } from "./environment-ports.ts";

const environment = z.object({
  // Roles and nodes
  /** Everything (`all`, the default), no gateway (`api`), or only gateways (`gateway`, with a node.json). */
  ROLE: z.enum(["all", "api", "gateway"]).optional(),
  /** The line that `operator node add` printed: this machine joins as a node, once. */
  TURNPIKE_JOIN: z.string().optional(),
  /** Addresses of APIs for a node, `wss://HOST/link`, comma-separated; the join line's by default. */
  API_URLS: z.string().optional(),
  /** `sha256:HEX` of the certificate at API_URLS, where no authority signed it. */
  LINK_FINGERPRINT: z.string().optional(),
  /** A file of 64 hexadecimal digits that is the key in place of DATA_DIR/secret.key; it must exist. */
  SECRET_KEY_FILE: z.string().optional(),

  // Addresses and ports
  /** Everything binds this address. */
  HOST: z.string().default("127.0.0.1"),
  /** Dashboard and API. */
  PORT: port(3000),
  /**
   * The address that people see in links; `http://HOST:PORT` by default, with TLS_CERT
   * `https://HOST:PORT`. In production it has to be https, or of this machine (see ALLOW_PLAIN_HTTP).
   */
  PUBLIC_URL: z.string().url().optional(),
  /**
   * Proxies in front of the dashboard, the API and the lookup service: addresses and networks
   * (CIDR), comma-separated. Of their `X-Forwarded-For` the rightmost address that is not trusted
   * is the client's; anybody else's header is ignored.
   */
  TRUSTED_PROXIES: networkList,
  /**
   * A certificate chain (PEM file): dashboard and API speak https. Looked at every 5 s and at
   * SIGHUP; a pair that does not load leaves the last good one in use.
   */
  TLS_CERT: z.string().optional(),
  /** Its private key (PEM file). */
  TLS_KEY: z.string().optional(),
  /** 1: starts in production though PUBLIC_URL is not https. Passwords and sessions travel openly. */
  ALLOW_PLAIN_HTTP: flag,
  /** Where the console listens, without TLS; another than loopback needs CONSOLE_URL with https. */
  CONSOLE_HOST: z.string().default("127.0.0.1"),
  /** The operator's console; 0: nowhere. A port that is taken is a warning. */
  CONSOLE_PORT: port(3001),
  /** The address of the console as the staff types it; `http://CONSOLE_HOST:CONSOLE_PORT` by default. */
  CONSOLE_URL: safeUrl.optional(),
  /** HTTP proxy and SOCKS5 on one port. */
  GATEWAY_PORT: port(7000),
  /**
   * Addresses at which the gateway's port and customers' ports are open, IPv4 and IPv6,
   * comma-separated (`0.0.0.0,::`); HOST by default.
   */
  GATEWAY_HOSTS: list(/^([0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*)$/, "addresses"),
  /**
   * Proxies in front of the gateway: addresses and networks (CIDR), comma-separated. They always send
   * a PROXY header (version 1 or 2) first, at every listener; from others it is garbage.
   */
  PROXY_PROTOCOL_FROM: networkList,
  /** A certificate chain (PEM file): GATEWAY_PORT speaks TLS too; reloaded as TLS_CERT is. */
  GATEWAY_TLS_CERT: z.string().optional(),
  /** Its private key (PEM file). */
  GATEWAY_TLS_KEY: z.string().optional(),
  /** The host name that customers are told to connect to; HOST by default. */
  GATEWAY_PUBLIC_HOST: z.string().optional(),
  /** The IP lookup service, at HOST; 0: nowhere. A port that is taken is a warning. */
  LOOKUP_PORT: port(4100),
  /** The local proxy manager, on 127.0.0.1; 0: `npm start` starts none. */
  MANAGER_PORT: port(4000),
  /** Where the manager keeps its ports; a folder in the home directory by default. */
  MANAGER_DIR: z.string().optional(),
  /** More origins of dashboards that the manager answers, comma-separated. */
  DASHBOARD_ORIGINS: z.string().default(""),
  /** Public addresses of this installation that its machines do not have themselves (behind NAT). */
  OWN_ADDRESSES: list(/^[0-9a-fA-F:.]+$/, "addresses"),
  // Installation
  /**
   * `production` serves customers; anything else is the lab: loopback exits, payment sandbox, mail
   * outbox, movable clock.
   */
  NODE_ENV: z.string().default("development"),
  /** Embedded database, `secret.key` and journals of gateways. */
  DATA_DIR: z.string().default("./data"),
  /** Your own PostgreSQL (15 or newer); the embedded one otherwise. */
  DATABASE_URL: z.string().optional(),
  /** The same database past a pooler (pgbouncer), for LISTEN, migrations and jobs. */
  DATABASE_DIRECT_URL: z.string().optional(),
  /** A replica that statistics are read from; they lag as it does. */
  DATABASE_READ_URL: z.string().optional(),
  /** Whom backups are encrypted to: an age recipient (`age1…`), or an OpenPGP key that gpg knows. */
  BACKUP_RECIPIENT: recipient,
  /** `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`. */
  LOG_LEVEL: z.string().default("info"),
  /**
   * What Prometheus reads, at /metrics and METRICS_HOST: the API here, each gateway
   * worker at this plus its number, from 1 on. 0: nowhere. A port that is taken is a warning.
   */
  METRICS_PORT: port(9464),
  /** Where metrics are served; another than loopback needs METRICS_TOKEN. */
  METRICS_HOST: z.string().default("127.0.0.1"),
  /** What a scraper has to send as `Authorization: Bearer`; without one only this machine is answered. */
  METRICS_TOKEN: z.string().min(8).optional(),
  /** After SIGTERM open connections may finish for so long: 30 s, in the lab 4 s. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(86_400).optional(),
  /** Days for which is kept who used which exit (`operator trace`), also of closed accounts: 1 to 3650. */
  TRACE_DAYS: z.coerce.number().int().min(1).max(3_650).default(90),
  // Gateway
  /** Gateway worker processes; as many as cores by default. */
  GATEWAY_WORKERS: z.coerce.number().int().min(1).max(maxWorkers).optional(),
  /** What moves the gateway's bytes: the kernel's own calls (`native`, Linux), Node's (`portable`). */
  GATEWAY_ENGINE: z.enum(["auto", "native", "portable"]).default("auto"),
  /** The share of a gateway's connections that one account may hold: 0.01 to 1 (1: one customer). */
  ACCOUNT_SHARE: z.coerce.number().min(0.01).max(1).default(0.25),
  /**
   * Name servers of the gateway and of webhooks, `address` or `address:port` (IPv6 in brackets where
   * a port follows), comma-separated; the system's by default.
   */
  RESOLVERS: list(
    /^(\[[0-9a-fA-F:.]+\](:\d{1,5})?|[0-9a-fA-F:]+|[0-9.]+(:\d{1,5})?)$/,
    "name servers",
  ),
  /** Ports that no tunnel and no request may lead to (`portBlocked`); `none` blocks none. */
  BLOCKED_PORTS: z
    .string()
    .default("25,465,587")
    .transform((text) => (text.trim() === "none" ? [] : text.split(",").flatMap(portsOf)))
    .refine((ports) => ports.every((one) => one >= 1 && one <= 65_535), "is a list of ports"),
  /**
   * host:port that gateways dial through each static IP to see whether it is reachable; in the lab
   * its own target. Without one an exit of the machine counts as reachable while its address is
   * there, an upstream proxy while it takes connections.
   */
  PROBE_TARGET: z
    .string()
    .regex(/^\S+:\d{1,5}$/)
    .optional(),
  /** What /v1/proxyTest fetches: answers the caller's address as JSON {ip}; the lab has its own. */
  PROXY_TEST_URL: z.url({ protocol: /^https?$/ }).optional(),
  // Products
  /**
   * Ports of a static IP, on its own address, in the order in which they are told; comma-separated.
   * One that cannot be bound is skipped with a warning.
   */
  STATIC_PORTS: MAX_por("2024,443,3010", maxStaticPorts),
  /** Days that a static IP rests after its end before it is sold again. */
  STATIC_REST_DAYS: z.coerce.number().min(0).max(365).default(7),
  /** How often the address of a long-term static IP may be changed at will until it is renewed; 0: never. */
  SWAPS_PER_PERIOD: z.coerce.number().int().min(0).max(1_000).default(1),
  /** Ports that unlimited plans are given, at HOST; those that the product has are left out. */
  UNLIMITED_PORTS: MAX_por("26000-29999", 65_535),
  /** The `domain` of unlimited ports, where yours is another than the host; `{region}` is put in. */
  UNLIMITED_DOMAIN: z.string().max(200).optional(),
  /** Ports that opened IPs and whitelisted ports are given, at HOST, where none is asked for. */
  WHITE_PORTS: MAX_por("10001-19999", 65_535),
  /** Ports for datagrams of SOCKS5's UDP ASSOCIATE; any free port by default. `none` refuses UDP. */
  UDP_PORTS: udpPorts,
  /** An MMDB of your own for cities, for the lookup service. */
  GEO_CITY_MMDB: z.string().optional(),
  /** An MMDB of your own for networks, for the lookup service. */
  GEO_ASN_MMDB: z.string().optional(),
  /** An MMDB of your own for the country of an address; the packaged table otherwise. */
  GEO_COUNTRY_MMDB: z.string().optional(),
  // Mail and support
  /** `smtp://…`; the lab's outbox otherwise. */
  SMTP_URL: z.string().optional(),
  /** The sender of mails. */
  MAIL_FROM: z.string().default("Turnpike <no-reply@turnpike.invalid>"),
  /** Where customers write to, shown on home and in mails. */
  SUPPORT_EMAIL: z.string().default("support@turnpike.invalid"),
  /** A support chat's address, shown as a QR code on home. */
  SUPPORT_URL: z.string().default(""),
  // Payments and invoices
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
  /** The store there that takes the money. */
  BTCPAY_STORE_ID: z.string().optional(),
  /** The secret of the webhook PUBLIC_URL/webhooks/btcpay. */
  BTCPAY_WEBHOOK_SECRET: z.string().optional(),
  /** Who sells, as invoices name it. */
  SELLER_NAME: z.string().default("Turnpike"),
  /** Address of the seller on invoices, lines separated by commas. */
  SELLER_ADDRESS: z.string().default(""),
  /** The tax number of the seller, shown on invoices. */
  SELLER_TAX_ID: z.string().default(""),
  // Sign-in
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
  // Lab
  /** The lab's own target, which answers who connects to it. */
  LAB_TARGET_PORT: port(7999),
  /** More targets that the lab lets through: host:port, comma-separated. */
  LAB_TARGETS: z.string().default(""),
});
/** Names of all variables, in the order of this page. */
export const settingNames = Object.keys(environment.shape);

/** Each may be given as the content of a file instead: `NAME_FILE` names it. */
export const secretNames = [
  "TURNPIKE_JOIN",
  "DATABASE_URL",
  "METRICS_TOKEN",
  "DATABASE_DIRECT_URL",
  "DATABASE_READ_URL",
  "SMTP_URL",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "BTCPAY_API_KEY",
  "BTCPAY_WEBHOOK_SECRET",
  "GOOGLE_CLIENT_SECRET",
  "LINKEDIN_CLIENT_SECRET",
  "GITHUB_CLIENT_SECRET",
] as const satisfies (keyof ParsedSettings)[];

/** The default of a variable as it would be written, or null. */
export function defaultText(name: string): string | null {
  const { properties } = z.toJSONSchema(environment, { io: "input", unrepresentable: "any" });
  const value = (properties?.[name] as { default?: unknown } | undefined)?.default;
  return value === undefined || value === "" ? null : String(value);
}

/** The settings as they are given, before `readEnvironment` works out what follows from them. */
export type ParsedSettings = z.output<typeof environment>;
export type Environment = Omit<ParsedSettings, "DRAIN_SECONDS"> & {
  DRAIN_SECONDS: number;
  lab: boolean;
  publicUrl: string;
  consoleUrl: string;
};

/** Reads the environment; throws with the variable's name where one is wrong. */
export function readEnvironment(source: Record<string, string | undefined>): Environment {
  const nonEmpty = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const { data: read, error } = environment.safeParse(nonEmpty);
  if (!read) throw new Error(error.issues.map(describeIssue).join("\n"));
  const UNLIMITED_PORTS = read.UNLIMITED_PORTS.filter((one) => !isOwnPort(one, read));
  checkCombinations({ ...read, UNLIMITED_PORTS });
  // Tens of thousands of ports: looked up in a set, a start would take 50 ms longer else.
  const unlimitedPorts = new Set(UNLIMITED_PORTS);
  const others = { ...read, UNLIMITED_PORTS: [] };
  const isFree = (port: number) => !unlimitedPorts.has(port) && !isReservedPort(port, others);
  return {
    ...read,
    UNLIMITED_PORTS,
    WHITE_PORTS: read.WHITE_PORTS.filter(isFree),
    DRAIN_SECONDS: read.DRAIN_SECONDS ?? (read.NODE_ENV === "production" ? 30 : 4),
    lab: read.NODE_ENV !== "production",
    publicUrl: (read.PUBLIC_URL ?? listeningUrl(read)).replace(/\/+$/, ""),
    consoleUrl: consoleUrlOf(read),
  };
}

/** The address that dashboard and API listen at. */
export function listeningUrl({ TLS_CERT, HOST, PORT }: ListeningAt): string {
  return `${TLS_CERT === undefined ? "http" : "https"}://${inUrl(HOST)}:${PORT}`;
}
type ListeningAt = Pick<ParsedSettings, "TLS_CERT" | "HOST" | "PORT">;
