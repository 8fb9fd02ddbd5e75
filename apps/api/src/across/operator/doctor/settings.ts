/** Requirements for the settings, checked without connecting to anything. */
import type { Environment } from "@turnpike/contract/environment.ts";
import { isLocal, isLoopback } from "@turnpike/contract/environment-checks.ts";
import { allMethods, methodsSetUp } from "../../../commerce/payment-method/registry.ts";
import { type Check, missing, ok, wrong } from "./check.ts";

/** Networks with prefixes this short or shorter cannot be a list of trusted proxies. */
const widestProxies = { ipv4: 8, ipv6: 16 };
const unsetMail = /@provider\.invalid\b/;

type Checker = (env: Environment) => Check | Check[];

const nodeEnv: Checker = ({ lab }) =>
  lab
    ? missing(
        "NODE_ENV",
        "this is the lab: sandbox payments, loopback exits",
        "NODE_ENV=production",
      )
    : ok("NODE_ENV", "production");

const publicUrl: Checker = (env) => {
  const cure = "PUBLIC_URL=https://… as customers open it";
  if (env.PUBLIC_URL === undefined || isLocal(env))
    return missing("PUBLIC_URL", `${env.publicUrl} is of this machine alone`, cure);
  if (env.publicUrl.startsWith("https:")) return ok("PUBLIC_URL", env.publicUrl);
  if (env.ALLOW_PLAIN_HTTP)
    return ok("PUBLIC_URL", `${env.publicUrl}, allowed by ALLOW_PLAIN_HTTP`);
  return wrong(
    "PUBLIC_URL",
    `${env.publicUrl} is not https`,
    `${cure}, TLS by a proxy or TLS_CERT`,
  );
};

const trustedProxies: Checker = (env) => {
  const name = "TRUSTED_PROXIES";
  const wide = env.TRUSTED_PROXIES.find(isTooWide);
  if (wide !== undefined)
    return wrong(
      name,
      `${wide} lets customers choose their address`,
      "list the proxies' own addresses",
    );
  const isBehind = env.publicUrl.startsWith("https:") && env.TLS_CERT === undefined;
  if (isBehind && env.TRUSTED_PROXIES.length === 0)
    return missing(
      name,
      "PUBLIC_URL is https without TLS_CERT: all customers have the proxy's address",
      "TRUSTED_PROXIES=127.0.0.1, or where the proxy is",
    );
  return ok(name, env.TRUSTED_PROXIES.join(", ") || "none");
};

function isTooWide(network: string): boolean {
  const [first = "", prefix] = network.split("/");
  if (prefix === undefined) return false;
  if (/^(10\.|127\.|f[cd])/.test(first)) return false;
  const widest = first.includes(":") ? widestProxies.ipv6 : widestProxies.ipv4;
  return Number(prefix) <= widest;
}

const gatewayHost: Checker = ({ GATEWAY_PUBLIC_HOST: host }) =>
  host
    ? ok("GATEWAY_PUBLIC_HOST", host)
    : missing("GATEWAY_PUBLIC_HOST", "customers get HOST", "the name that customers connect to");

/** HOST is often loopback behind a proxy, and the gateway uses it by default too. */
const gatewayHosts: Checker = ({ GATEWAY_HOSTS, HOST, PROXY_PROTOCOL_FROM, ROLE }) => {
  const name = "GATEWAY_HOSTS";
  if (ROLE === "api") return ok(name, "gateways are on machines of their own");
  const hosts = GATEWAY_HOSTS.length > 0 ? GATEWAY_HOSTS : [HOST];
  const isHidden = hosts.every(isLoopback) && PROXY_PROTOCOL_FROM.length === 0;
  if (!isHidden) return ok(name, hosts.join(", "));
  return missing(
    name,
    `the gateway listens at ${hosts.join(", ")} alone: customers cannot connect`,
    "GATEWAY_HOSTS=0.0.0.0,::",
  );
};

const smtp: Checker = ({ SMTP_URL }) =>
  SMTP_URL
    ? ok("SMTP_URL", new URL(SMTP_URL).host)
    : missing(
        "SMTP_URL",
        "codes for sign-in reach nobody",
        "the console, Settings, Mail server; or SMTP_URL=smtps://USER:PASSWORD@HOST",
      );

const mailFrom: Checker = ({ MAIL_FROM }) =>
  unsetMail.test(MAIL_FROM)
    ? missing("MAIL_FROM", `${MAIL_FROM} is the default`, "an address of your domain (SPF, DKIM)")
    : ok("MAIL_FROM", MAIL_FROM);

const support: Checker = ({ SUPPORT_EMAIL }) =>
  unsetMail.test(SUPPORT_EMAIL)
    ? missing(
        "SUPPORT_EMAIL",
        `${SUPPORT_EMAIL} is the default`,
        "the console, Settings, Brand; or SUPPORT_EMAIL",
      )
    : ok("SUPPORT_EMAIL", SUPPORT_EMAIL);

const seller: Checker = ({ SELLER_NAME, SELLER_ADDRESS }) =>
  SELLER_ADDRESS
    ? ok("SELLER_ADDRESS", SELLER_NAME)
    : missing(
        "SELLER_ADDRESS",
        "invoices do not say who sells",
        "the console, Settings, Brand; or SELLER_NAME and SELLER_ADDRESS",
      );

/** A line for each payment method that is set up. */
function payments(env: Environment): Check[] {
  const checks = methodsSetUp(env).map(({ settings: [setting], check }) => {
    const { found, fault } = check(env);
    return fault ? wrong(setting, found, fault.cure) : ok(setting, found);
  });
  if (checks.length > 0) return checks;
  const settings = allMethods.map(({ settings: [setting] }) => setting);
  const none = `nobody can pay: none of ${settings.join(", ")} is set`;
  return [
    missing(
      settings[0] ?? "payments",
      none,
      "the console, Settings, Ways to pay; docs/payments.md",
    ),
  ];
}

const probeTarget: Checker = ({ PROBE_TARGET }) =>
  PROBE_TARGET
    ? ok("PROBE_TARGET", PROBE_TARGET)
    : missing("PROBE_TARGET", "exits are not tried", "host:port of yours that is always up");

const proxyTest: Checker = ({ PROXY_TEST_URL, lab }) =>
  PROXY_TEST_URL || lab
    ? ok("PROXY_TEST_URL", PROXY_TEST_URL ?? "the lab's own page")
    : missing(
        "PROXY_TEST_URL",
        "customers cannot test their proxies",
        "an address that answers the caller's as JSON {ip}",
      );

const checkers = [
  nodeEnv,
  publicUrl,
  trustedProxies,
  gatewayHost,
  gatewayHosts,
  smtp,
  mailFrom,
  support,
  seller,
  payments,
  probeTarget,
  proxyTest,
];

/** All checks of the settings, as for production. */
export const settingChecks = (env: Environment): Check[] =>
  checkers.flatMap((checker) => checker(env));
