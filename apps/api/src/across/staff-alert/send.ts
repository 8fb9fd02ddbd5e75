/** Sends one message to one place. */
import { randomUUID } from "node:crypto";
import { type AlertPlace, readAlertPlace } from "@turnpike/rules/staff-alert.ts";
import { z } from "zod";
import { transaction } from "../../platform/db/database.ts";
import { limitedJson } from "../../platform/limited-answer.ts";
import { mailBrand } from "../../platform/mail/brand.ts";
import { queueWritten } from "../../platform/mail/queue.ts";
import { writeMail } from "../../platform/mail/render.ts";
import type { Services } from "../../platform/services.ts";
import { send as sendWebhook } from "../webhook/send.ts";
import type { AlertBody } from "./message.ts";

const TELEGRAM_TIMEOUT_MS = 10_000;
/** Telegram refuses longer texts. */
const TELEGRAM_LETTERS = 4_000;

/** Seals a place with its secrets. */
export const sealPlace = ({ seal }: Pick<Services, "seal">, text: string) => seal.seal(text);

/** Returns why the message did not arrive; empty if it did. Never rejects. */
export async function sendAlert(
  services: Services,
  { sealed, body, tries }: { sealed: string; body: string; tries: number },
): Promise<string> {
  const place = openPlace(services, sealed);
  if (place === null) return "the place cannot be decrypted";
  try {
    if (place.kind === "webhook") return await toWebhook(services, place.url, { body, tries });
    const read = JSON.parse(body) as AlertBody;
    if (place.kind === "telegram") return await toTelegram(services, place, read);
    await toMail(services, place.email, read);
    return "";
  } catch (error) {
    services.log.error({ err: error, kind: place.kind }, "staff alert not sent");
    return "it could not be sent";
  }
}

function openPlace({ seal }: Services, sealed: string): AlertPlace | null {
  try {
    return readAlertPlace(seal.open(sealed));
  } catch {
    // Another key has sealed it.
    return null;
  }
}

/** By the sender of customers' webhooks, with its rules for addresses. */
async function toWebhook(
  services: Services,
  url: string,
  { body, tries }: { body: string; tries: number },
): Promise<string> {
  const turn = Math.max(0, tries - 1);
  const { error } = await sendWebhook(services, { accountId: "", url, headers: {}, body, turn });
  return error;
}

const refused = z.object({ description: z.string().max(500) });

async function toTelegram(
  { env }: Services,
  { token, chat }: { token: string; chat: string },
  { subject, text }: AlertBody,
): Promise<string> {
  const said = text.includes(subject) ? text : `${subject}\n${text}`;
  try {
    const answer = await fetch(new URL(`/bot${token}/sendMessage`, env.TELEGRAM_API_URL), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ chat_id: chat, text: said.slice(0, TELEGRAM_LETTERS) }),
      redirect: "error",
      signal: AbortSignal.timeout(TELEGRAM_TIMEOUT_MS),
    });
    if (answer.ok) {
      await answer.body?.cancel();
      return "";
    }
    const read = refused.safeParse(await limitedJson(answer).catch(() => null));
    return `Telegram answered ${answer.status}${read.success ? `: ${read.data.description}` : ""}`;
  } catch {
    // The error's text may contain the URL, and so the token.
    return "Telegram does not answer";
  }
}

/** Into the outbox of mails, which sends it and tries again. In English, as the command line is. */
async function toMail(services: Services, to: string, body: AlertBody): Promise<void> {
  const template = { subject: "{{subject}}", body: "{{text}}\n\n{{url}}" };
  const { subject, text, console: url } = body;
  const parts = { lang: "en", template, values: { subject, text, url } } as const;
  const mail = writeMail(mailBrand(services), parts);
  await transaction(services.db, (tx) => queueWritten(services, tx, { to, mail, hasCode: false }));
}

export const newAlertId = (): string => randomUUID();
