/** Sends the outbox by SMTP. Without a mail server mails stay there, and the lab shows them. */
import type { Services } from "../services.ts";
import { mailBrand } from "./brand.ts";
import { smtpUrl } from "./server.ts";
import { claimMails, type DueMail, markFailed, markSent, openMail, releaseMails } from "./store.ts";

const BATCH_SIZE = 20;
/** A refused mail is retried after 2, 4, 6 … minutes, up to this many tries. */
export const mailTries = 10;
/** When mails are tried again that could not be sent because the server was away. */
const AWAY_SECONDS = 60;
const LEASE_SECONDS = 120;
const TIMEOUT_MS = 20_000;

/** Sends the mails that are due; a failed one is retried later. */
export async function deliverMails(services: Services): Promise<void> {
  const { db, log, world } = services;
  const url = smtpUrl(services);
  if (!url) return;
  const mails = await claimMails(db, {
    now: new Date(world.now()),
    leaseSeconds: LEASE_SECONDS,
    tries: mailTries,
    limit: BATCH_SIZE,
  });
  if (mails.length === 0) return;
  // Loaded with the first mail: many processes send none.
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  try {
    let refusedBefore = false;
    for (const [at, mail] of mails.entries()) {
      const error = await deliver(services, mail, (message) => transport.sendMail(message));
      const seemsAway = refusesAll(error);
      const isFirst = !refusedBefore;
      refusedBefore = seemsAway;
      if (error === null) continue;
      await markFailed(db, mail.id, errorText(error));
      // What a server says of itself may be about one mail alone: the next one tells.
      if (seemsAway && isFirst && at < mails.length - 1) continue;
      // The failure is the mail's own only if the server accepts a connection.
      const isAway =
        seemsAway ||
        (await transport.verify().then(
          () => false,
          () => true,
        ));
      log.warn({ mail: mail.id, err: error, isAway }, "mail delivery failed");
      if (isAway) return await release(services, mails.slice(at));
    }
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

/** Sends a mail and records that; returns the error if it failed. */
async function deliver(services: Services, mail: DueMail, send: Send): Promise<unknown> {
  const { db, seal, world } = services;
  const { from } = mailBrand(services);
  const { to, subject } = mail;
  // Stops automatic replies, such as out-of-office mails (RFC 3834 §5).
  const headers = { "Auto-Submitted": "auto-generated" };
  try {
    await send({ from, to, subject, ...openMail(seal, mail), headers });
  } catch (error) {
    return error ?? new Error("no reason");
  }
  await markSent(db, mail.id, new Date(world.now()));
  return null;
}

/** The server is away: no mail is at fault, and all are tried again. */
function release({ db, world }: Services, mails: DueMail[]): Promise<void> {
  const ids = mails.map(({ id }) => id);
  const nextTryAt = new Date(world.now() + AWAY_SECONDS * 1_000);
  return releaseMails(db, { ids, most: mailTries - 1, nextTryAt });
}

/** Codes of a server that is closing or wants another login: they are about no mail. */
const refusesAll = (error: unknown) =>
  [421, 454, 530, 535].includes(Number((error as { responseCode?: number } | null)?.responseCode));

/** What a server answered, as the database accepts it. */
const errorText = (error: unknown) =>
  String(error)
    .replace(/\p{Cc}+/gu, " ")
    .slice(0, 500)
    .toWellFormed();
