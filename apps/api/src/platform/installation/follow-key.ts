/** Keeps a process's keys those of the database while the key is replaced, without a restart. */
import type { Logger } from "pino";
import { z } from "zod";
import type { Db } from "../db/database.ts";
import type { Listener } from "../db/listener.ts";
import type { KeyRing } from "../key-ring.ts";
import { fingerprintOf, ringOf } from "./key.ts";
import { answerKeys, keyChannel, keyRow } from "./store.ts";

/** What a process says of its keys: fingerprints. */
export const keyAnswer = z.object({
  replica: z.string(),
  /** The key of the file that it started with. */
  file: z.string(),
  /** The key that it seals with. */
  seals: z.string(),
  /** All keys that it opens texts with. */
  opens: z.array(z.string()),
});
export type KeyAnswer = z.infer<typeof keyAnswer>;

interface Follower {
  db: Db;
  /** Messages are answered through it, outside of transactions. */
  aside: Db;
  ring: KeyRing;
  listener: Listener;
  replica: string;
  log: Pick<Logger, "warn">;
}

/** Reads the keys whenever the database says that they changed; answers with what is known then. */
export function followKey({ db, aside, ring, listener, replica, log }: Follower): void {
  const file = fingerprintOf(ring.started);
  let last = Promise.resolve();
  const read = async () => {
    const { current, other } = ring.state;
    const known = [ring.started, current, ...(other === null ? [] : [other])];
    const state = ringOf(await keyRow(db), known);
    if (state === null) throw new Error("the key was replaced, and this process has not its file");
    ring.adopt(state);
    const opens = [state.current, ...(state.other === null ? [] : [state.other])];
    const answer: KeyAnswer = {
      replica,
      file,
      seals: fingerprintOf(state.current),
      opens: opens.map(fingerprintOf),
    };
    await answerKeys(aside, JSON.stringify(answer));
  };
  const readNext = () => {
    last = last.then(read).catch((error: unknown) => log.warn({ err: error }, "key not read"));
  };
  listener.on(keyChannel, readNext, readNext);
}
