/** The worker thread that compares passwords with hashes which JavaScript computes. */
import { createHash, timingSafeEqual } from "node:crypto";
import { phpassLetters } from "@turnpike/rules/password-hash.ts";
import { compareSync } from "bcryptjs";
import { answerInThread } from "../../platform/answer-in-thread.ts";
import type { ForeignHash } from "./foreign-hash.ts";

answerInThread(({ hash, password }: ForeignHash): boolean =>
  hash.startsWith("$2") ? compareSync(password, hash) : phpassMatches(hash, password),
);

/** `$P$` or `$H$`, a letter for the rounds, 8 of salt, 22 of hash: MD5 over and over. */
function phpassMatches(expected: string, password: string): boolean {
  const rounds = 2 ** phpassLetters.indexOf(expected.charAt(3));
  const typed = Buffer.from(password, "utf8");
  let hash = md5(Buffer.concat([Buffer.from(expected.slice(4, 12), "latin1"), typed]));
  for (let round = 0; round < rounds; round += 1) hash = md5(Buffer.concat([hash, typed]));
  return timingSafeEqual(Buffer.from(encoded(hash)), Buffer.from(expected.slice(12)));
}

const md5 = (bytes: Buffer) => createHash("md5").update(bytes).digest();

/** Six bits a letter, the lowest first, of three bytes at a time. */
function encoded(bytes: Buffer): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const group = bytes.subarray(at, at + 3);
    const value = group.reduce((sum, byte, n) => sum + byte * 256 ** n, 0);
    for (let letter = 0; letter <= group.length; letter += 1)
      text += phpassLetters.charAt(Math.floor(value / 64 ** letter) % 64);
  }
  return text;
}
