/** Credentials of clients. Each distinct pair is parsed and hashed only once and then cached. */
import { createHmac, hash, randomBytes } from "node:crypto";
import { readLogin } from "@turnpike/proxy-strings/read/login.ts";
import { type ParsedUsername, parseOldUsername } from "@turnpike/rules/username.ts";
import { TwoGenerationCache } from "../lib/two-generation-cache.ts";

/**
 * The key of tags, the same in all workers of a gateway, which share what they have counted. It is
 * never written to disk.
 */
const tagKey = process.env["GATEWAY_TAG_KEY"] ?? randomBytes(32).toString("hex");

/**
 * Tells keys of tags apart: workers that a parent of an earlier release starts have one each, and
 * must not take each other's tags for their own.
 */
export const tagKeyId = hash("sha256", `id ${tagKey}`, "hex").slice(0, 16);

export class Credentials {
  readonly username: ParsedUsername;
  /** The account name in lower case, or the whole user name if it cannot be parsed. */
  readonly name: string;
  /** The fast verifier that these credentials belong to; null if none is known. */
  provenBy: string | null = null;
  /**
   * The same credentials with the name of another program's (`parseOldUsername`): for the account
   * that has it, if there is one. Null if the grammar understands the name, or nobody can have it.
   */
  readonly old: Credentials | null;
  #password: string;
  #verifier: Buffer | null = null;
  #tag: string | null = null;

  constructor(username: string, password: string, login = readLogin(username, password)) {
    this.username = login.username;
    this.name = this.username.name ?? username;
    this.#password = login.password;
    const old = login.username.ok ? null : parseOldUsername(username);
    const isOther = old !== null && (old.ok || old.name !== this.name);
    this.old = isOther ? new Credentials(username, password, { username: old, password }) : null;
  }

  /** SHA-256 of `name:password`: a fast verifier, and what slow ones are made of. */
  get verifier(): Buffer {
    this.#verifier ??= hash("sha256", `${this.name}:${this.#password}`, "buffer");
    return this.#verifier;
  }

  /** A keyed hash of name and password: what is remembered instead of them. */
  get tag(): string {
    this.#tag ??= createHmac("sha256", tagKey)
      .update(this.verifier)
      .digest("base64url")
      .slice(0, 22);
    return this.#tag;
  }
}

/** The credentials that a client sent; null for an empty name and password, which are none. */
export function sentCredentials(username: string, password: string): Credentials | null {
  return username === "" && password === "" ? null : credentialsOf(username, password);
}

const known = new TwoGenerationCache<Credentials>(4_096);

/** Returns the cached object for credentials that were used recently, or creates one. */
function credentialsOf(username: string, password: string): Credentials {
  const key = `${username.length} ${username} ${password}`;
  let credentials = known.get(key);
  if (credentials === undefined) {
    credentials = new Credentials(username, password);
    known.set(key, credentials);
  }
  return credentials;
}
