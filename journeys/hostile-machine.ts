/** A gateway machine that was taken over, as a process of its own: its work is not the test's. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import path from "node:path";

/** Whom it attacks: another machine's customer, and that machine's exits. */
export interface Victim {
  accountId: string;
  subAccountId: string;
  /** Of the exit that honest traffic leaves through. */
  exitIp: string;
  /** A worker of the honest machine. */
  gateway: string;
}

/** How often each kind of lie was answered and refused. */
export type Outcomes = Record<string, { answered: number; refused: number }>;

export class HostileMachine {
  #process: ChildProcess;
  /** Empty until it is stopped. */
  outcomes: Outcomes = {};

  private constructor(running: ChildProcess) {
    this.#process = running;
  }

  /** Joins with the operator's line and connects some workers. */
  static async join(url: string, name: string, line: string): Promise<HostileMachine> {
    const file = path.join(import.meta.dirname, "hostile-machine-process.ts");
    const running = fork(file, [url, name, line]);
    // Elsewhere it would have processors of its own; here it must not take the fleet's.
    setPriority(running.pid ?? 0, constants.priority.PRIORITY_LOW);
    await messageOf(running);
    return new HostileMachine(running);
  }

  /** Attacks until it is stopped, with every kind of lie at each of its workers. */
  attack(victim: Victim): void {
    this.#process.send(victim);
  }

  /** Ends the attack; afterwards `outcomes` are known. */
  async stop(): Promise<void> {
    if (!this.#process.connected) return;
    const told = messageOf(this.#process);
    this.#process.send("stop");
    this.outcomes = (await told) as Outcomes;
  }
}

/** The next message of a process. @throws Error if it ends instead */
async function messageOf(running: ChildProcess): Promise<unknown> {
  const ended = once(running, "exit").then(() => null);
  const told = await Promise.race([once(running, "message"), ended]);
  if (told === null) throw new Error("the hostile machine ended");
  return told[0];
}
