/** All environment variables of the product: their types, defaults and descriptions (spec/environment). */
import { z } from "zod";
import {
  flag,
  host,
  hostList,
  list,
  maxStaticPorts,
  networkList,
  port,
  portList,
  portsOf,
  providerUrl,
  recipient,
  safeUrl,
  udpPorts,
} from "./environment-fields.ts";
import { paymentVariables } from "./environment-payments.ts";
import { maxWorkers } from "./environment-ports.ts";
import { trustVariables } from "./environment-trust.ts";

/** docs/settings.md is generated from the comments. */
export const environmentSchema = z.object({
  // Roles and nodes
  /**
   * What this machine runs: everything (`all`, the default), no gateway (`api`), or only gateways
   * (`gateway`, which needs a node.json).
   */
  ROLE: z.enum(["all", "api", "gateway"]).optional(),
  /** The line that `operator node add` printed. It lets this machine join as a node, once. */
  TURNPIKE_JOIN: z.string().optional(),
  /**
   * URLs of the APIs that a node connects to, `wss://HOST/link`, comma-separated; those of the join
   * line by default.
   */
  API_URLS: z.string().optional(),
  /** `sha256:HEX` of the certificate at API_URLS, if it is self-signed. */
  LINK_FINGERPRINT: z.string().optional(),
  /** For APIs: hosts that nodes connect to besides PUBLIC_URL's, `HOST[:PORT]`, comma-separated. */
  LINK_HOSTS: hostList,
  /**
   * A file with the key (64 hexadecimal digits), used instead of DATA_DIR/secret.key; it must
   * exist.
   */
  SECRET_KEY_FILE: z.string().optional(),

  // Addresses and ports
  /** The address that all servers listen on. */
  HOST: host,
  /** The port of the dashboard and the API. */
  PORT: port(3000),
  /**
   * The URL used in links; `http://HOST:PORT` by default, `https://HOST:PORT` with TLS_CERT. In
   * production it must use https or name this machine (see ALLOW_PLAIN_HTTP).
   */
  PUBLIC_URL: z.string().url().optional(),
  /**
   * Proxies in front of the dashboard, the API and the lookup service: addresses and networks
   * (CIDR), comma-separated. The client's address is the rightmost one in their `X-Forwarded-For`
   * that is not trusted; the header is ignored if it comes from elsewhere.
   */
  TRUSTED_PROXIES: networkList,
  /**
   * A certificate chain (PEM file): the dashboard and the API use https. It is checked for changes
   * every 5 s and on SIGHUP; if the new pair does not load, the last good one stays in use.
   */
  TLS_CERT: z.string().optional(),
  /** Its private key (PEM file). */
  TLS_KEY: z.string().optional(),
  /**
   * 1: start in production even if PUBLIC_URL is not https. Passwords and sessions are then sent
   * unencrypted.
   */
  ALLOW_PLAIN_HTTP: flag,
  /**
   * The address that the console listens on, without TLS; any other than loopback requires a
   * CONSOLE_URL with https.
   */
  CONSOLE_HOST: host,
  /**
   * The port of the operator's console; 0 disables it. If the port is taken, the product starts
   * with a warning.
   */
  CONSOLE_PORT: port(3001),
  /** The URL that staff use to open the console; `http://CONSOLE_HOST:CONSOLE_PORT` by default. */
  CONSOLE_URL: safeUrl.optional(),
  /** The gateway's port for HTTP proxy and SOCKS5. */
  GATEWAY_PORT: port(7000),
  /**
   * Addresses that the gateway's port and customers' ports listen on, IPv4 and IPv6,
   * comma-separated (`0.0.0.0,::`); HOST by default.
   */
  GATEWAY_HOSTS: list(/^([0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*)$/, "addresses"),
  /**
   * Proxies in front of the gateway: addresses and networks (CIDR), comma-separated. Every listener
   * requires a PROXY header (version 1 or 2) from them, and refuses one from other addresses.
   */
  PROXY_PROTOCOL_FROM: networkList,
  /** A certificate chain (PEM file): GATEWAY_PORT also accepts TLS. Reloaded like TLS_CERT. */
  GATEWAY_TLS_CERT: z.string().optional(),
  /** Its private key (PEM file). */
  GATEWAY_TLS_KEY: z.string().optional(),
  /** The host name that customers connect to; HOST by default. */
  GATEWAY_PUBLIC_HOST: z.string().optional(),
  /**
   * The port of the IP lookup service, on HOST; 0 disables it. If the port is taken, the product
   * starts with a warning.
   */
  LOOKUP_PORT: port(4100),
  /** The port of the local proxy manager, on 127.0.0.1; 0: `npm start` does not start it. */
  MANAGER_PORT: port(4000),
  /** The folder where the manager stores its ports; in the home directory by default. */
  MANAGER_DIR: z.string().optional(),
  /** Further dashboard origins whose requests the manager accepts, comma-separated. */
  DASHBOARD_ORIGINS: z.string().default(""),
  /** Public addresses of this installation that are not configured on its machines (behind NAT). */
  OWN_ADDRESSES: list(/^[0-9a-fA-F:.]+$/, "addresses"),
  // Installation
  /**
   * `production` serves customers; `development` and `test` are the lab: loopback exits, payment
   * sandbox, mail outbox, adjustable clock. The lab listens on loopback addresses only.
   */
  NODE_ENV: z.enum(["production", "development", "test"]).default("development"),
  /** The folder for the embedded database, `secret.key` and gateway journals. */
  DATA_DIR: z.string().default("./data"),
  /** Your own PostgreSQL (15 or newer); the embedded one by default. */
  DATABASE_URL: z.string().optional(),
  /** The same database without the pooler (pgbouncer), for LISTEN, migrations and jobs. */
  DATABASE_DIRECT_URL: z.string().optional(),
  /** A replica for reading statistics; they lag behind as it does. */
  DATABASE_READ_URL: z.string().optional(),
  /**
   * The recipient that backups are encrypted for: an age recipient (`age1…`), or an OpenPGP key in
   * gpg's keyring.
   */
  BACKUP_RECIPIENT: recipient,
  /** `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`. */
  LOG_LEVEL: z.string().default("info"),
  /**
   * The port for Prometheus, at /metrics on METRICS_HOST: the API uses this one, each gateway
   * worker this plus its number (from 1). 0 disables metrics. If a port is taken, the product
   * starts with a warning.
   */
  METRICS_PORT: port(9464),
  /** The address that serves metrics; any other than loopback requires METRICS_TOKEN. */
  METRICS_HOST: host,
  /**
   * The token that a scraper has to send as `Authorization: Bearer`; without one, only this machine
   * can read metrics.
   */
  METRICS_TOKEN: z.string().min(8).optional(),
  /** How long open connections may continue after SIGTERM: 30 s by default, 4 s in the lab. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(86_400).optional(),
  /**
   * How many days to keep records of who used which exit (`operator trace`), also for closed
   * accounts: 1 to 3650.
   */
  TRACE_DAYS: z.coerce.number().int().min(1).max(3_650).default(90),
  /**
   * How many days documents of an identity check are kept after the decision, and ones that were
   * never handed in after their upload: 1 to 3650.
   */
  IDENTITY_KEEP_DAYS: z.coerce.number().int().min(1).max(3_650).default(30),
  // Gateway
  /** The number of gateway worker processes; one per core by default. */
  GATEWAY_WORKERS: z.coerce.number().int().min(1).max(maxWorkers).optional(),
  /**
   * How the gateway moves bytes: with system calls of its own (`native`, Linux) or with Node's
   * sockets (`portable`). `auto` uses the native engine if it loads.
   */
  GATEWAY_ENGINE: z.enum(["auto", "native", "portable"]).default("auto"),
  /**
   * The share of a gateway's connections that one account can use: 0.01 to 1 (1 for a single
   * customer).
   */
  ACCOUNT_SHARE: z.coerce.number().min(0.01).max(1).default(0.25),
  /**
   * Name servers for the gateway and for webhooks, `address` or `address:port` (IPv6 with a port in
   * brackets), comma-separated; the system's by default.
   */
  RESOLVERS: list(
    /^(\[[0-9a-fA-F:.]+\](:\d{1,5})?|[0-9a-fA-F:]+|[0-9.]+(:\d{1,5})?)$/,
    "name servers",
  ),
  /** Target ports that tunnels and requests cannot reach (`portBlocked`); `none` blocks none. */
  BLOCKED_PORTS: z
    .string()
    .default("25,465,587")
    .transform((text) => (text.trim() === "none" ? [] : text.split(",").flatMap(portsOf)))
    .refine((ports) => ports.every((one) => one >= 1 && one <= 65_535), "is a list of ports"),
  /**
   * host:port that gateways connect to through each static IP to check whether it is reachable; in
   * the lab its own target. Without a target, a local exit counts as reachable if its address
   * exists, and an upstream proxy if it accepts connections.
   */
  PROBE_TARGET: z
    .string()
    .regex(/^\S+:\d{1,5}$/)
    .optional(),
  /** What /v1/proxyTest fetches: it returns the caller's address as JSON {ip}. The lab has its own. */
  PROXY_TEST_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Like PROXY_TEST_URL (the default), for finding the addresses of bought proxies and modems. */
  PROBE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Internal networks where upstream proxies may be (CIDR, comma-separated); in the lab 127.0.0.0/8. */
  EXIT_NETWORKS: networkList,
  // Products
  /**
   * The ports of a static IP, on its own address, in the order in which they are listed;
   * comma-separated. A port that cannot be bound is skipped with a warning.
   */
  STATIC_PORTS: portList("2024,443,3010", maxStaticPorts),
  /** The ports for bought static IPs, whose addresses are not on your machines: one each, on HOST. */
  STATIC_SHARED_PORTS: portList("20000-25999", 65_535),
  /** How many days after its end a static IP waits before it is sold again. */
  STATIC_REST_DAYS: z.coerce.number().min(0).max(365).default(7),
  /**
   * How often a customer can change the address of a long-term static IP before its next renewal;
   * 0: never.
   */
  SWAPS_PER_PERIOD: z.coerce.number().int().min(0).max(1_000).default(1),
  /** The ports for unlimited plans, on HOST; ports that the product itself uses are left out. */
  UNLIMITED_PORTS: portList("26000-29999", 65_535),
  /**
   * The `domain` of unlimited ports, if it differs from the host; `{region}` is replaced by the
   * region.
   */
  UNLIMITED_DOMAIN: z.string().max(200).optional(),
  /**
   * The ports for opened IPs and whitelisted ports, on HOST, unless the customer requests a number.
   */
  WHITE_PORTS: portList("10001-19999", 65_535),
  /** The ports for datagrams of SOCKS5's UDP ASSOCIATE; any by default. `none` refuses UDP. */
  UDP_PORTS: udpPorts,
  /** Your own MMDB of cities, for the lookup service. */
  GEO_CITY_MMDB: z.string().optional(),
  /** Your own MMDB of networks (ASN), for the lookup service. */
  GEO_ASN_MMDB: z.string().optional(),
  /** Your own MMDB of countries by address; the bundled table by default. */
  GEO_COUNTRY_MMDB: z.string().optional(),
  // Mail and support
  /** The mail server, `smtp://…`; the lab's outbox by default. Unless the server is on this machine, a password is sent after STARTTLS alone; `?ignoreTLS=true` at its end sends it without. */
  SMTP_URL: z.string().optional(),
  /** The sender of e-mails; one without a name gets the brand's. */
  MAIL_FROM: z.string().default("no-reply@provider.invalid"),
  /** The address for customers' questions, shown on the home page and in e-mails. */
  SUPPORT_EMAIL: z.string().default("support@provider.invalid"),
  /** The URL of a support chat, shown as a QR code on the home page. */
  SUPPORT_URL: z.string().default(""),
  ...paymentVariables,
  // Sign-in
  /**
   * The client id for sign-in with Google, from Google's console; without it the sign-in is not
   * offered.
   */
  GOOGLE_CLIENT_ID: z.string().optional(),
  /** The secret of that client. */
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  /** The URL of Google's OpenID configuration. */
  GOOGLE_ISSUER: providerUrl("https://accounts.google.com"),
  /** The client id for sign-in with LinkedIn; without it the sign-in is not offered. */
  LINKEDIN_CLIENT_ID: z.string().optional(),
  /** The secret of that client. */
  LINKEDIN_CLIENT_SECRET: z.string().optional(),
  /** The URL of LinkedIn's OpenID configuration. */
  LINKEDIN_ISSUER: providerUrl("https://www.linkedin.com/oauth"),
  /**
   * The client id of the OAuth app for sign-in with GitHub; without it the sign-in is not offered.
   */
  GITHUB_CLIENT_ID: z.string().optional(),
  /** The secret of that app. */
  GITHUB_CLIENT_SECRET: z.string().optional(),
  /** The URL of GitHub, or of a GitHub Enterprise server. */
  GITHUB_URL: providerUrl("https://github.com"),
  /** The URL of GitHub's API, which returns who signed in. */
  GITHUB_API_URL: providerUrl("https://api.github.com"),
  /** Your own sign-in page, used instead of /index/login. It receives our URL as `from`. */
  SIGNIN_URL: z.url({ protocol: /^https?$/ }).optional(),
  ...trustVariables,
  // Lab
  /** The port of the lab's own target, which returns the address that connects to it. */
  LAB_TARGET_PORT: port(7999),
  /** Further targets that the lab allows: host:port, comma-separated. */
  LAB_TARGETS: z.string().default(""),
});
