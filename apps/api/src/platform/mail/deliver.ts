/** Sends the outbox by SMTP. Without SMTP_URL mails stay there, for the lab to show. */
import { createTransport } from "nodemailer";
import type { Services } from "../services.ts";
import { claimMails, type DueMail, markFailed, markSent, openMail } from "./store.ts";

const AT_ONCE = 20;
/** A mail that fails is tried again after 2, 4, 6 … minutes, this often in all. */
const TRIES = 10;
const LEASE_SECONDS = 120;
const TIMEOUT_MS = 20_000;

/** Sends the mails that are due; one that cannot be sent is tried again later. */
export async function deliverMails(services: Services): Promise<void> {
  const { db, env, world } = services;
  if (!env.SMTP_URL) return;
  const mails = await claimMails(db, {
    now: new Date(world.now()),
    leaseSeconds: LEASE_SECONDS,
    tries: TRIES,
    limit: AT_ONCE,
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
  // Nobody's holiday answers come back (RFC 3834 §5).
  const headers = { "Auto-Submitted": "auto-generated" };
  try {
    await send({ from: env.MAIL_FROM, to, subject, ...openMail(seal, mail), headers });
    await markSent(db, mail.id, new Date(world.now()));
  } catch (error) {
    log.warn({ mail: mail.id, err: error }, "a mail could not be sent");
    await markFailed(db, mail.id, String(error).slice(0, 500));
  }
}
