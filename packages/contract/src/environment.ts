/** Reads the environment variables of the product (spec/environment). */
import { z } from "zod";
import { checkCombinations, consoleUrlOf, describeIssue, isLocal } from "./environment-checks.ts";
import { inUrl } from "./environment-fields.ts";
import { isReservedPort, isOwnPort } from "./environment-ports.ts";
import { environmentSchema } from "./environment-schema.ts";

/** Names of all variables, in the order of the schema. */
export const settingNames = Object.keys(environmentSchema.shape);

/** Settings that can be given as a file's content instead: `NAME_FILE` is the file. */
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
  "PAYPAL_SECRET",
  "NOWPAYMENTS_API_KEY",
  "NOWPAYMENTS_IPN_SECRET",
  "GOOGLE_CLIENT_SECRET",
  "LINKEDIN_CLIENT_SECRET",
  "GITHUB_CLIENT_SECRET",
  "TURNSTILE_SECRET",
] as const satisfies (keyof ParsedSettings)[];

/** The default of a variable as it would be written, or null. */
export function defaultText(name: string): string | null {
  const { properties } = z.toJSONSchema(environmentSchema, { io: "input", unrepresentable: "any" });
  const value = (properties?.[name] as { default?: unknown } | undefined)?.default;
  return value === undefined || value === "" ? null : String(value);
}

/** The settings as given, before `readEnvironment` adds derived ones. */
export type ParsedSettings = z.output<typeof environmentSchema>;
export type Environment = Omit<ParsedSettings, "DRAIN_SECONDS" | "CAPTCHA"> & {
  DRAIN_SECONDS: number;
  CAPTCHA: NonNullable<ParsedSettings["CAPTCHA"]>;
  lab: boolean;
  publicUrl: string;
  consoleUrl: string;
};

/**
 * Reads the environment.
 * @throws Error naming each invalid variable
 */
export function readEnvironment(source: Record<string, string | undefined>): Environment {
  const nonEmpty = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const { data: read, error } = environmentSchema.safeParse(nonEmpty);
  if (!read) throw new Error(error.issues.map(describeIssue).join("\n"));
  const UNLIMITED_PORTS = read.UNLIMITED_PORTS.filter((one) => !isOwnPort(one, read));
  checkCombinations({ ...read, UNLIMITED_PORTS });
  // Tens of thousands of ports: without sets, starting would take 50 ms longer.
  const unlimitedPorts = new Set(UNLIMITED_PORTS);
  // Ports that the operator chose for whitelisted ports do not fall to the default of shared ones.
  const isDefault = !("STATIC_SHARED_PORTS" in nonEmpty) && "WHITE_PORTS" in nonEmpty;
  const whitePorts = new Set(isDefault ? read.WHITE_PORTS : []);
  const STATIC_SHARED_PORTS = read.STATIC_SHARED_PORTS.filter(
    (one) => !unlimitedPorts.has(one) && !whitePorts.has(one) && !isOwnPort(one, read),
  );
  const taken = new Set([...UNLIMITED_PORTS, ...STATIC_SHARED_PORTS]);
  const others = { ...read, UNLIMITED_PORTS: [], STATIC_SHARED_PORTS: [] };
  const isFree = (port: number) => !taken.has(port) && !isReservedPort(port, others);
  return {
    ...read,
    UNLIMITED_PORTS,
    STATIC_SHARED_PORTS,
    WHITE_PORTS: read.WHITE_PORTS.filter(isFree),
    DRAIN_SECONDS: read.DRAIN_SECONDS ?? (read.NODE_ENV === "production" ? 30 : 4),
    EXIT_NETWORKS: exitNetworksOf(read),
    CAPTCHA: read.CAPTCHA ?? defaultCaptcha(read),
    lab: read.NODE_ENV !== "production",
    publicUrl: (read.PUBLIC_URL ?? listeningUrl(read)).replace(/(?<!\/)\/+$/, ""),
    consoleUrl: consoleUrlOf(read),
  };
}

/** In the lab, upstreams may be on this machine unless the operator set other networks. */
function exitNetworksOf({ EXIT_NETWORKS, NODE_ENV }: ParsedSettings): string[] {
  return NODE_ENV !== "production" && EXIT_NETWORKS.length === 0 ? ["127.0.0.0/8"] : EXIT_NETWORKS;
}

/** Browsers compute the proof of work over https, and on the machine itself. */
function defaultCaptcha(read: ParsedSettings): Environment["CAPTCHA"] {
  if (read.NODE_ENV !== "production") return "none";
  const publicUrl = read.PUBLIC_URL ?? listeningUrl(read);
  return publicUrl.startsWith("https:") || isLocal({ publicUrl }) ? "altcha" : "none";
}

/** The URL of the address that the dashboard and the API listen on. */
export function listeningUrl({ TLS_CERT, HOST, PORT }: ListeningAt): string {
  return `${TLS_CERT === undefined ? "http" : "https"}://${inUrl(HOST)}:${PORT}`;
}
type ListeningAt = Pick<ParsedSettings, "TLS_CERT" | "HOST" | "PORT">;
