/** Sends the outbox by SMTP. Without SMTP_URL mails stay there, and the lab shows them. */
import { createTransport } from "nodemailer";
import type { Services } from "../services.ts";
import { claimMails, type DueMail, markFailed, markSent, openMail } from "./store.ts";

const BATCH_SIZE = 20;
/** A failed mail is retried after 2, 4, 6 … minutes, up to this many tries. */
const TRIES = 10;
const LEASE_SECONDS = 120;
const TIMEOUT_MS = 20_000;

/** Sends the mails that are due; a failed one is retried later. */
export async function deliverMails(services: Services): Promise<void> {
  const { db, env, world } = services;
  if (!env.SMTP_URL) return;
  const mails = await claimMails(db, {
    now: new Date(world.now()),
    leaseSeconds: LEASE_SECONDS,
    tries: TRIES,
    limit: BATCH_SIZE,
  });
  if (mails.length === 0) return;
  const transport = createTransport({
    url: env.SMTP_URL,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  try {
    for (const mail of mails)
      await deliver(services, mail, (message) => transport.sendMail(message));
  } finally {
    transport.close();
  }
}

type Send = (message: {
  from: string;
  to: string;
  subject: string;
  text: string;
  html?: string;
  headers: Record<string, string>;
}) => Promise<unknown>;

async function deliver(services: Services, mail: DueMail, send: Send): Promise<void> {
  const { db, env, log, seal, world } = services;
  const { to, subject } = mail;
  // Stops automatic replies, such as out-of-office mails (RFC 3834 §5).
  const headers = { "Auto-Submitted": "auto-generated" };
  try {
    await send({ from: env.MAIL_FROM, to, subject, ...openMail(seal, mail), headers });
    await markSent(db, mail.id, new Date(world.now()));
  } catch (error) {
    log.warn({ mail: mail.id, err: error }, "mail delivery failed");
    await markFailed(db, mail.id, String(error).slice(0, 500));
  }
}
