/** Compares passwords with hashes that were brought along from other programs (docs/moving-in.md). */
import { scrypt, timingSafeEqual } from "node:crypto";
import { judgePasswordHash, scryptParts } from "@turnpike/rules/password-hash.ts";
import { verify } from "@node-rs/argon2";
import { ThreadQueue } from "../../platform/thread-queue.ts";

export interface ForeignHash {
  hash: string;
  password: string;
}

/** One at a time, beside the process's other work: a bcrypt hash of cost 14 takes a second. */
const thread = new ThreadQueue<ForeignHash, boolean>({
  name: "password hash",
  thread: new URL("./foreign-hash-thread.ts", import.meta.url),
  workMs: 15_000,
  waitMs: 30_000,
});

/**
 * Whether a password belongs to a hash; false for one that is not taken over.
 * @throws Refusal notReady if too many are waiting
 */
export async function foreignHashMatches(hash: string, password: string): Promise<boolean> {
  const judged = judgePasswordHash(hash);
  if ("fault" in judged) return false;
  if (judged.form === "argon2") return verify(hash, password);
  return judged.form === "scrypt"
    ? scryptMatches(hash, password)
    : thread.ask({ hash, password }, { of: hash });
}

async function scryptMatches(text: string, password: string): Promise<boolean> {
  const parts = scryptParts(text);
  if (parts === null) return false;
  const { N, r, p, salt, encoding } = parts;
  const expected = Buffer.from(parts.hash, encoding);
  // Werkzeug's salt is text; the PHC form writes its bytes.
  const bytes = Buffer.from(salt, encoding === "hex" ? "utf8" : "base64");
  // What is needed, and some room for the library's own.
  const maxmem = 128 * N * r + 128 * r * p + 1_048_576;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  scrypt(password, bytes, expected.length, { N, r, p, maxmem }, (error, hash) =>
    error ? reject(error) : resolve(hash),
  );
  return timingSafeEqual(await promise, expected);
}
