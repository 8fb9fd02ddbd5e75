/** Checks for settings that contradict each other; startup fails with an error that names them. */
import type { Environment, ParsedSettings } from "./environment.ts";
import { inUrl } from "./environment-fields.ts";
import { listensOnAnyAddress } from "./environment-ports.ts";

/** Set together or not at all: half a payment provider takes no money, or reports none. */
const setTogether = [
  ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
  ["TLS_CERT", "TLS_KEY"],
  ["GATEWAY_TLS_CERT", "GATEWAY_TLS_KEY"],
  ["BTCPAY_URL", "BTCPAY_API_KEY", "BTCPAY_STORE_ID", "BTCPAY_WEBHOOK_SECRET"],
  ["PAYPAL_CLIENT_ID", "PAYPAL_SECRET", "PAYPAL_WEBHOOK_ID"],
  ["NOWPAYMENTS_API_KEY", "NOWPAYMENTS_IPN_SECRET"],
  ["TURNSTILE_SITE_KEY", "TURNSTILE_SECRET"],
] as const;

/** Pairs of settings: the first has no effect without the second. */
const prerequisites = [
  ["DATABASE_DIRECT_URL", "DATABASE_URL"],
  ["DATABASE_READ_URL", "DATABASE_URL"],
  ["GOOGLE_CLIENT_SECRET", "GOOGLE_CLIENT_ID"],
  ["LINKEDIN_CLIENT_SECRET", "LINKEDIN_CLIENT_ID"],
  ["GITHUB_CLIENT_SECRET", "GITHUB_CLIENT_ID"],
] as const;

/** Settings for single ports of one machine; 0 turns a listener off. */
const singlePorts = [
  "PORT",
  "CONSOLE_PORT",
  "GATEWAY_PORT",
  "LOOKUP_PORT",
  "MANAGER_PORT",
  "METRICS_PORT",
  "LAB_TARGET_PORT",
] as const;

/** @throws Error that names the variables which cannot be combined */
export function checkCombinations(read: ParsedSettings): void {
  for (const group of setTogether) {
    const missing = group.filter((name) => read[name] === undefined);
    if (missing.length > 0 && missing.length < group.length)
      throw new Error(`${missing.join(", ")}: has to be set with ${group.join(", ")}`);
  }
  for (const [name, needed] of prerequisites) {
    if (read[name] !== undefined && read[needed] === undefined)
      throw new Error(`${name}: is of no use without ${needed}`);
  }
  if (read.METRICS_TOKEN === undefined && !isLoopback(read.METRICS_HOST))
    throw new Error(`METRICS_HOST: needs METRICS_TOKEN where it is not loopback`);
  if (read.CAPTCHA === "turnstile" && read.TURNSTILE_SECRET === undefined)
    throw new Error("CAPTCHA: turnstile needs TURNSTILE_SITE_KEY and TURNSTILE_SECRET");
  const consoleUrl = read.CONSOLE_URL ?? "http:";
  if (!isLoopback(read.CONSOLE_HOST) && !consoleUrl.startsWith("https:"))
    throw new Error(`CONSOLE_HOST: needs CONSOLE_URL with https where it is not loopback`);
  refusePublicLab(read);
  checkPorts(read);
}

/** In the lab everybody reads all mails and pays with play money: only this machine may reach it. */
function refusePublicLab(read: ParsedSettings): void {
  if (read.NODE_ENV === "production") return;
  const listening = [
    ["HOST", read.HOST],
    ["CONSOLE_HOST", read.CONSOLE_HOST],
    ...read.GATEWAY_HOSTS.filter((host) => !BENCHMARK_HOST.test(host)).map((host) => [
      "GATEWAY_HOSTS",
      host,
    ]),
  ];
  const [name, host] = listening.find(([, one = ""]) => !isLoopback(one)) ?? [];
  if (name === undefined) return;
  throw new Error(
    `${name}: ${host} can be reached from other machines, and without NODE_ENV=production this is the lab, where anybody reads all mails and pays with play money; set NODE_ENV=production, or ${name}=127.0.0.1`,
  );
}

/** Formats a validation error of one variable. */
export const describeIssue = ({ path, message }: { path: PropertyKey[]; message: string }) =>
  `${path.join(".")}: ${message.replace(/^Invalid input: /, "")}`;

/** Returns the origin of the console. */
export const consoleUrlOf = (read: ParsedSettings) =>
  new URL(read.CONSOLE_URL ?? `http://${inUrl(read.CONSOLE_HOST)}:${read.CONSOLE_PORT}`).origin;

function checkPorts(read: ParsedSettings): void {
  const settingOfPort = new Map<number, string>();
  for (const name of singlePorts) {
    const other = settingOfPort.get(read[name]);
    if (other !== undefined) throw new Error(`${other} and ${name}: both are ${read[name]}`);
    if (read[name] !== 0) settingOfPort.set(read[name], name);
  }
  const sharedPort = read.UNLIMITED_PORTS.find((one) => read.STATIC_PORTS.includes(one));
  if (sharedPort !== undefined && listensOnAnyAddress(read))
    throw new Error(
      `UNLIMITED_PORTS and STATIC_PORTS: both have ${sharedPort}, which cannot be where HOST is ${read.HOST}`,
    );
}

/** 198.18.0.0/15 (RFC 2544): networks of tests, which no other network reaches. */
const BENCHMARK_HOST = /^198\.1[89](\.\d{1,3}){2}$/;
const LOOPBACK_HOST = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Returns whether a listener at this host can only be reached from this machine. */
export const isLoopback = (host: string) => LOOPBACK_HOST.test(inUrl(host));

/** Returns whether the public URL points to this machine only. */
export const isLocal = ({ publicUrl }: Pick<Environment, "publicUrl">) =>
  LOOPBACK_HOST.test(new URL(publicUrl).hostname);

/**
 * @throws Error if customers' passwords and sessions would travel in plain text
 * (spec/environment#https)
 */
export function refusePlainHttp(env: Environment): void {
  if (env.lab || env.ALLOW_PLAIN_HTTP || isLocal(env) || env.publicUrl.startsWith("https:")) return;
  throw new Error(
    "PUBLIC_URL: has to be https in production (a proxy in front, or TLS_CERT and TLS_KEY); ALLOW_PLAIN_HTTP=1 starts without",
  );
}

/** Returns whether any part of the product terminates TLS itself. */
export const hasCertificate = (env: Pick<Environment, "TLS_CERT" | "GATEWAY_TLS_CERT">) =>
  env.TLS_CERT !== undefined || env.GATEWAY_TLS_CERT !== undefined;
