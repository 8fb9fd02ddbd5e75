/** Reads a list of customers (docs/moving-in.md#customers). */
import { asciiEmail } from "@turnpike/rules/credentials.ts";
import { judgePasswordHash } from "@turnpike/rules/password-hash.ts";
import { mailboxOf } from "@turnpike/rules/same-mailbox.ts";
import { bytesOf, instantOf, type ReadRows, readEach, rowsOf, shown, wholeOf } from "./rows.ts";

export interface ImportedCustomer {
  line: number;
  email: string;
  /** Null: a mail invites to set a password. */
  passwordHash: string | null;
  walletCents: number;
  bytes: number;
  ips: number;
  /** ISO 3166-1 alpha-2; empty if it is not known. */
  country: string;
  /** Milliseconds since 1970; null: now. */
  createdAt: number | null;
}

const columns = {
  needed: ["email"],
  optional: ["passwordHash", "walletCents", "trafficGb", "ips", "country", "createdAt"],
  secret: [],
} as const;
/** A million units of the currency. */
const maxCents = 100_000_000;
const maxIps = 1_000_000;
const earliest = Date.UTC(2000, 0, 1);

/** @throws Error if the text is not a list of customers */
export function readCustomers(text: string, now: number): ReadRows<ImportedCustomer> {
  const lineOf = new Map<string, number>();
  const mailboxes = new Map<string, number>();
  return readEach(rowsOf(text, columns), (cells, line, note) => {
    const email = asciiEmail(cells.email);
    if (email === null) throw new Error(`email ${shown(cells.email)} is not an e-mail address`);
    const twin = lineOf.get(email);
    if (twin !== undefined) throw new Error(`${email} is on line ${twin} already`);
    lineOf.set(email, line);
    const mailbox = mailboxOf(email);
    const alias = mailboxes.get(mailbox);
    if (alias === undefined) mailboxes.set(mailbox, line);
    else note(`${email} reaches the mailbox of line ${alias}`);
    return {
      line,
      email,
      passwordHash: hashOf(cells.passwordHash),
      walletCents: wholeOf(cells.walletCents, "walletCents", maxCents),
      bytes: bytesOf(cells.trafficGb, "trafficGb") ?? 0,
      ips: wholeOf(cells.ips, "ips", maxIps),
      country: countryOf(cells.country),
      createdAt: birthOf(cells.createdAt, now),
    };
  });
}

function hashOf(text: string): string | null {
  if (text === "" || text === "none") return null;
  const judged = judgePasswordHash(text);
  // Never the hash itself: it is as good as a weak password.
  if ("fault" in judged) throw new Error(`passwordHash: ${judged.fault}`);
  return text;
}

function countryOf(text: string): string {
  const country = text.toUpperCase();
  if (country !== "" && !/^[A-Z]{2}$/.test(country))
    throw new Error(`country ${shown(text)} is no code of two letters`);
  return country;
}

function birthOf(text: string, now: number): number | null {
  const at = instantOf(text, "createdAt");
  if (at !== null && (at > now || at < earliest))
    throw new Error(`createdAt ${shown(text)} is not between 2000 and now`);
  return at;
}
