/** Credentials as a client gave them, read and hashed once however often they come. */
import { hash } from "node:crypto";
import { type ParsedUsername, parseUsername } from "@turnpike/rules/username.ts";
import { TwoGenerationCache } from "../lib/two-generation-cache.ts";

export class Credentials {
  readonly username: ParsedUsername;
  /** Who is asking, lower case, or what stands where a name should. */
  readonly name: string;
  #password: string;
  #verifier: Buffer | null = null;

  constructor(username: string, password: string) {
    this.username = parseUsername(username);
    this.name = this.username.name ?? username;
    this.#password = password;
  }

  /** SHA-256 of `name:password`, as the hub's facts have it. */
  get verifier(): Buffer {
    this.#verifier ??= hash("sha256", `${this.name}:${this.#password}`, "buffer");
    return this.#verifier;
  }
}

const known = new TwoGenerationCache<Credentials>(4_096);

/** The same object for the same words, mostly. */
export function credentialsOf(username: string, password: string): Credentials {
  const key = `${username.length} ${username} ${password}`;
  let credentials = known.get(key);
  if (credentials === undefined) {
    credentials = new Credentials(username, password);
    known.set(key, credentials);
  }
  return credentials;
}
