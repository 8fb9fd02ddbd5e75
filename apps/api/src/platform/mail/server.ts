/**
 * The mail server: SMTP_URL, or the one that staff set in the console, which is sealed in the database.
 * The environment wins (spec/console#mails).
 */
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
  if (env.SMTP_URL) return env.SMTP_URL;
  const stored = storedMailServer(services, settings.get(mailServerSetting));
  if (stored === null || stored === "unreadable") return undefined;
  return urlOf(stored, env);
}

/** Port 465 is TLS from the start; on other ports a password is sent after STARTTLS alone. */
function urlOf({ host, port, user, password }: MailServer, { lab }: Pick<Needs["env"], "lab">) {
  const login = user === "" ? "" : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  const scheme = port === 465 ? "smtps" : "smtp";
  const needsTls = scheme === "smtp" && user !== "" && !lab;
  return `${scheme}://${login}${host}:${port}/${needsTls ? "?requireTLS=true" : ""}`;
}
