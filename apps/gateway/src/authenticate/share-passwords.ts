/**
 * A gateway's workers tell each other which credentials belong to slow verifiers, so that each
 * password is hashed once per machine. Tags have a key that only these processes have.
 */
import type { Passwords } from "./passwords.ts";

/** What is found within this time is batched into one message. */
const shareMs = 20;
/** The most entries of one message. */
const maxShared = 1_000;

/** Between workers: what is known, or the wish to know it. */
export interface PasswordsMessage {
  passwords: [verifier: string, tag: string][] | "wanted";
}

/**
 * Tells the others through `send`, and returns what takes their messages. `asks`: it starts without
 * knowing anything, while others may know much; `answers`: it is the one that tells newcomers.
 */
export function sharePasswords(
  passwords: Passwords,
  send: (message: PasswordsMessage) => void,
  { asks, answers }: { asks: boolean; answers: boolean },
): (message: Partial<PasswordsMessage> | null) => void {
  let pending: [string, string][] = [];
  const flush = () => {
    send({ passwords: pending });
    pending = [];
  };
  passwords.onKnown = (verifier, tag) => {
    if (pending.length >= maxShared) return;
    pending.push([verifier, tag]);
    if (pending.length === 1) setTimeout(flush, shareMs).unref();
  };
  const tellAll = () => {
    const all = passwords.known();
    for (let at = 0; at < all.length; at += maxShared)
      send({ passwords: all.slice(at, at + maxShared) });
  };
  if (asks) send({ passwords: "wanted" });
  return (message) => {
    if (message?.passwords === "wanted") {
      if (answers) tellAll();
    } else if (message?.passwords !== undefined) passwords.learn(message.passwords);
  };
}
