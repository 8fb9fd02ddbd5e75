/** Credentials of clients. Each distinct pair is parsed and hashed only once and then cached. */
import { hash } from "node:crypto";
import { readLogin } from "@turnpike/rules/foreign-username.ts";
import type { ParsedUsername } from "@turnpike/rules/username.ts";
import { TwoGenerationCache } from "../lib/two-generation-cache.ts";

export class Credentials {
  readonly username: ParsedUsername;
  /** The account name in lower case, or the whole user name if it cannot be parsed. */
  readonly name: string;
  #password: string;
  #verifier: Buffer | null = null;

  constructor(username: string, password: string) {
    const login = readLogin(username, password);
    this.username = login.username;
    this.name = this.username.name ?? username;
    this.#password = login.password;
  }

  /** SHA-256 of `name:password`, as in the hub's resources. */
  get verifier(): Buffer {
    this.#verifier ??= hash("sha256", `${this.name}:${this.#password}`, "buffer");
    return this.#verifier;
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
