/** Requirements for others: DNS, the public address, mail, payment and sign-in providers. */
import type { Environment } from "@turnpike/contract/environment.ts";
import { isLocal } from "@turnpike/contract/environment-checks.ts";
import { ownHosts } from "@turnpike/contract/own-hosts.ts";
import { type OutsideMethod, outsideMethods } from "@turnpike/rules/payment-method.ts";
import { methodOf } from "../../../commerce/payment-method/registry.ts";
import type { World } from "../../../platform/world.ts";
import { type Check, ok, reasonOf, wrong } from "./check.ts";

const TIMEOUT_MS = 5_000;

/** All checks that connect to others; `mailTo` gets a test mail. */
export async function networkChecks(
  env: Environment,
  world: Pick<World, "lookup">,
  mailTo: string | undefined,
): Promise<Check[]> {
  const groups = await Promise.all([
    names(env, world),
    reachable(env),
    mail(env, mailTo),
    payments(env),
    signIn(env),
  ]);
  return groups.flat();
}

/** IP addresses need no DNS. */
const isName = (host: string) => /[a-z]/i.test(host) && !host.includes(":") && host !== "localhost";

function names(env: Environment, world: Pick<World, "lookup">): Promise<Check[]> {
  return Promise.all(
    ownHosts(env)
      .filter(isName)
      .map(async (host) => {
        try {
          return ok(`DNS ${host}`, (await world.lookup(host)).join(", "));
        } catch (error) {
          return wrong(`DNS ${host}`, reasonOf(error), "an A or AAAA record for it");
        }
      }),
  );
}

async function reachable(env: Environment): Promise<Check[]> {
  if (isLocal(env)) return [];
  const name = `${env.publicUrl}/healthz`;
  try {
    const { status } = await ask(name);
    if (status === 200) return [ok(name, "answers")];
    return [wrong(name, `answers ${status}`, "lead the proxy in front to HOST and PORT")];
  } catch (error) {
    const reason = reasonOf(error);
    const cure = /CERT|SIGNATURE/.test(reason)
      ? "a certificate that browsers trust; for one of your own NODE_EXTRA_CA_CERTS=FILE.pem"
      : "start the product; open the port; check the proxy in front";
    return [wrong(name, reason, cure)];
  }
}

async function mail(env: Environment, to?: string): Promise<Check[]> {
  return env.SMTP_URL ? [await tryMail(env, to)] : [];
}

/** Connects to the mail server; `to` gets a test mail. */
export async function tryMail(
  { SMTP_URL, MAIL_FROM }: Pick<Environment, "SMTP_URL" | "MAIL_FROM">,
  to?: string,
): Promise<Check> {
  if (!SMTP_URL) return wrong("mail server", "SMTP_URL is not set", "SMTP_URL");
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS };
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({ url: SMTP_URL, ...timeouts });
  try {
    await transport.verify();
    if (to === undefined) return ok("mail server", "lets us in");
    await transport.sendMail({ from: MAIL_FROM, to, subject: "Mail works", text: "Mail works." });
    return ok("mail server", `took a mail to ${to}`);
  } catch (error) {
    return wrong("mail server", reasonOf(error), "SMTP_URL's host, port, user and password");
  } finally {
    transport.close();
  }
}

/** Tries the keys of each payment provider that has some. */
async function payments(env: Environment): Promise<Check[]> {
  const tried = await Promise.all(outsideMethods.map((method) => tryKeys(env, method)));
  return tried.filter((check) => check !== null);
}

/** Tries the keys of a payment method at its provider; null if there is nothing to try. */
export async function tryKeys(env: Environment, method: OutsideMethod): Promise<Check | null> {
  const { processor, probe } = methodOf(method);
  const request = probe(env);
  if (!request || !processor) return null;
  return provider(processor, request.url, request.init, request.statuses);
}

async function signIn(env: Environment): Promise<Check[]> {
  const issuers = [
    env.GOOGLE_CLIENT_ID ? ["Google", env.GOOGLE_ISSUER] : [],
    env.LINKEDIN_CLIENT_ID ? ["LinkedIn", env.LINKEDIN_ISSUER] : [],
  ];
  return Promise.all(
    issuers.flatMap(([name, issuer]) =>
      name && issuer
        ? [provider(name, `${issuer.replace(/\/+$/, "")}/.well-known/openid-configuration`, {}, {})]
        : [],
    ),
  );
}

/** Checks a provider; `statuses` says what a status means, null meaning success. */
async function provider(
  name: string,
  url: string,
  init: RequestInit,
  statuses: Record<number, string | null>,
): Promise<Check> {
  try {
    const { status } = await ask(url, init);
    const meaning = statuses[status];
    if (status < 300 || meaning === null) return ok(name, "answers");
    return wrong(name, meaning ?? `answers ${status}`, "its keys and address");
  } catch (error) {
    return wrong(name, reasonOf(error), "the API has to reach it by https");
  }
}

async function ask(url: string, init: RequestInit = {}): Promise<Response> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await fetch(url, { ...init, signal, redirect: "manual" });
  await answer.body?.cancel();
  return answer;
}
