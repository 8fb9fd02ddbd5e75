/**
 * The mail server: SMTP_URL, or the one that staff set in the console, which is sealed in the database.
 * The environment wins (spec/console#mails).
 */
import { isLoopback } from "@turnpike/contract/environment-checks.ts";
import { z } from "zod";
import type { Services } from "../services.ts";
import { setting } from "../setting/setting.ts";

const serverSchema = z.object({
  host: z.string(),
  port: z.int(),
  user: z.string(),
  password: z.string(),
});
export type MailServer = z.output<typeof serverSchema>;

/** Sealed JSON; null if none is set. */
export const mailServerSetting = setting<string | null>({
  name: "mail.server",
  schema: z.string().max(10_000).nullable(),
  initial: null,
});

type Needs = Pick<Services, "env" | "settings" | "seal">;

/** The mail server that is stored; `unreadable` if it was sealed with another secret key. */
export function storedMailServer(
  { seal }: Pick<Services, "seal">,
  sealed: string | null,
): MailServer | "unreadable" | null {
  if (sealed === null) return null;
  try {
    return serverSchema.parse(JSON.parse(seal.open(sealed)));
  } catch {
    return "unreadable";
  }
}

/** Where mails are sent to; undefined if there is no server. */
export function smtpUrl(services: Needs): string | undefined {
  const { env, settings } = services;
  if (env.SMTP_URL) return env.lab ? env.SMTP_URL : withTls(env.SMTP_URL);
  const stored = storedMailServer(services, settings.get(mailServerSetting));
  if (stored === null || stored === "unreadable") return undefined;
  return urlOf(stored, env);
}

/** What an URL of the environment may say about TLS itself. */
const aboutTls = ["requireTLS", "ignoreTLS", "secure"];

/**
 * The environment's password is sent after STARTTLS alone, too: somebody on the way could leave out
 * that the server offers it. Not on the machine itself, and not if the URL says otherwise.
 */
function withTls(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    url?.protocol !== "smtp:" ||
    url.username === "" ||
    isLoopback(url.hostname.replace(/^\[|\]$/g, ""))
  )
    return text;
  if (aboutTls.some((name) => url.searchParams.has(name))) return text;
  url.searchParams.set("requireTLS", "true");
  return url.href;
}

/** Port 465 is TLS from the start; on other ports a password is sent after STARTTLS alone. */
function urlOf({ host, port, user, password }: MailServer, { lab }: Pick<Needs["env"], "lab">) {
  const login = user === "" ? "" : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  const scheme = port === 465 ? "smtps" : "smtp";
  const needsTls = scheme === "smtp" && user !== "" && !lab;
  return `${scheme}://${login}${host}:${port}/${needsTls ? "?requireTLS=true" : ""}`;
}
