/** Reads lists of sub-accounts and of static IPs (docs/moving-in.md#sub-accounts, #static-ips). */
import { meansItself } from "@turnpike/proxy-strings/read/login.ts";
import { asciiEmail, isOldProxyText } from "@turnpike/rules/credentials.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import { isPoolName } from "@turnpike/rules/traffic-pool.ts";
import { bytesOf, instantOf, type ReadRows, readEach, rowsOf, shown } from "./rows.ts";

interface ImportedLogin {
  line: number;
  email: string;
  user: string;
  password: string;
  remark: string;
}
export interface ImportedSubAccount extends ImportedLogin {
  /** Allotted of the customer's traffic; null: it uses what is allotted to no other. */
  bytes: number | null;
  pool: string;
}
export interface ImportedStatic extends ImportedLogin {
  /** Canonical. */
  ip: string;
  /** Milliseconds since 1970. */
  endsAt: number;
}

const login = ["email", "user", "password"] as const;
const subAccountColumns = {
  needed: login,
  optional: ["trafficGb", "pool", "remark"],
  secret: ["password"],
} as const;
const staticColumns = {
  needed: [...login, "ip", "endsAt"],
  optional: ["remark"],
  secret: ["password"],
} as const;
const maxRemark = 100;

/** @throws Error if the text is not a list of sub-accounts */
export function readSubAccounts(text: string, firstPool: string): ReadRows<ImportedSubAccount> {
  const lineOf = new Map<string, number>();
  const mains = new Map<string, number>();
  return readEach(rowsOf(text, subAccountColumns), (cells, line) => {
    const read = loginOf(cells, line);
    const name = read.user.toLowerCase();
    const twin = lineOf.get(name);
    if (twin !== undefined) throw new Error(`the user ${read.user} is on line ${twin} already`);
    lineOf.set(name, line);
    const bytes = bytesOf(cells.trafficGb, "trafficGb");
    const pool = cells.pool === "" ? firstPool : cells.pool;
    if (!isPoolName(pool)) throw new Error(`pool ${shown(cells.pool)} is no name of a pool`);
    if (bytes !== null) return { ...read, bytes, pool };
    const key = `${read.email} ${pool}`;
    const main = mains.get(key);
    if (main !== undefined)
      throw new Error(`trafficGb is empty, as on line ${main}: one user per customer has the rest`);
    mains.set(key, line);
    return { ...read, bytes, pool };
  });
}

/** @throws Error if the text is not a list of static IPs */
export function readStatics(text: string): ReadRows<ImportedStatic> {
  const lineOf = new Map<string, number>();
  return readEach(rowsOf(text, staticColumns), (cells, line) => {
    const read = loginOf(cells, line);
    const ip = canonicalAddress(cells.ip);
    if (ip === null) throw new Error(`ip ${shown(cells.ip)} is no IP address`);
    const twin = lineOf.get(ip);
    if (twin !== undefined) throw new Error(`${ip} is on line ${twin} already`);
    lineOf.set(ip, line);
    const endsAt = instantOf(cells.endsAt, "endsAt");
    if (endsAt === null) throw new Error("endsAt is empty");
    return { ...read, ip, endsAt };
  });
}

function loginOf(cells: Record<(typeof login)[number] | "remark", string>, line: number) {
  const email = asciiEmail(cells.email);
  if (email === null) throw new Error(`email ${shown(cells.email)} is not an e-mail address`);
  const { user, password, remark } = cells;
  if (!isOldProxyText(user))
    throw new Error(`user ${shown(user)} is not 1 to 64 letters, digits and _ . @ -`);
  if (!isOldProxyText(password))
    throw new Error(`the password of ${user} is not 1 to 64 letters, digits and _ . @ -`);
  if (!meansItself(user, password))
    throw new Error(`the user ${user} or its password can be read as parameters: rename it`);
  if (remark.length > maxRemark) throw new Error(`remark is longer than ${maxRemark} characters`);
  return { line, email, user, password, remark };
}
