/** `key`: replaces the installation's secret key (docs/operating/day-2.md). */
import { lstatSync } from "node:fs";
import { ActRefused } from "../../platform/act-refused.ts";
import { keyFileIn, fingerprintOf } from "../../platform/installation/key.ts";
import {
  adoptRow,
  announceKey,
  awaitProcesses,
  endOldPart,
  forgetOldKey,
  type KeyServices,
  markResealed,
  resealAll,
  RotationRefused,
  switchKey,
} from "../../platform/installation/rotate-key.ts";
import { keyRow, type KeyRotation } from "../../platform/installation/store.ts";
import { KeyRing } from "../../platform/key-ring.ts";
import { writeOwned } from "../../platform/db/owned-files.ts";
import { keyText, readKey } from "../../platform/seal.ts";
import type { Services } from "../../platform/services.ts";
import type { Command, CommandResult } from "./command.ts";

function keyServices(services: Services): KeyServices {
  const { seal } = services;
  if (!(seal instanceof KeyRing)) throw new Error("this process has no keys of its own");
  return { ...services, seal };
}

/** Refusals as the command line shows them. */
const refusing = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    throw error instanceof RotationRefused ? new ActRefused(error.message) : error;
  }
};

const rotationOf = async (services: KeyServices): Promise<KeyRotation | null> =>
  adoptRow(services, await keyRow(services.db)).rotation;

async function rotate(all: Services, elsewhere?: string): Promise<CommandResult> {
  const services = keyServices(all);
  await announceKey(services);
  const rotation = await rotationOf(services);
  if (rotation === null) throw new RotationRefused("another command has finished it");
  const { to } = rotation;
  await awaitProcesses(services, {
    isReady: ({ opens }) => opens.includes(to),
    want: "do not know the new key: restart or end those of another release",
  });
  await switchKey(services);
  await awaitProcesses(services, {
    isReady: ({ seals }) => seals === to,
    want: "do not use the new key: restart those that do not answer",
  });
  await endOldPart(services);
  const { changed, sealed, unreadable } = await resealAll(services);
  await markResealed(services);
  const file = elsewhere ?? keyFileIn(all.env);
  const written = writeKeyFile(file, services.seal.state.current);
  const json = { fingerprint: to, changed, sealed, unreadable, file, written };
  const lines = [
    `${changed} values were sealed again; the new key has the fingerprint ${to}.`,
    ...unreadableLines(unreadable),
    written === null
      ? `It is in ${file}. The old one is accepted until \`operator key finish\`:`
      : `${file} could not be written (${written}): run it again with --to FILE. The old key is accepted until then:`,
    "- keep a copy of the new file where the old one was kept, and put it on each machine with an API;",
    "- restart each of them when it suits you (systemctl restart turnpike); then: operator key finish.",
  ];
  return { ok: written === null, text: lines.join("\n"), json };
}

const unreadableLines = (unreadable: { table: string; column: string; count: number }[]) =>
  unreadable.map(
    ({ table, column, count }) =>
      `${count} values of ${table}.${column} were sealed with an unknown key: nobody could read them before.`,
  );

/** Puts a key in place of the one in a file, at once; null, or why that is not possible. */
function writeKeyFile(file: string, key: Buffer): string | null {
  try {
    if (readKey(file)?.equals(key)) return null;
    const before = lstatSync(file, { throwIfNoEntry: false });
    writeOwned(
      file,
      keyText(key),
      before && { uid: before.uid, gid: before.gid, mode: before.mode & 0o600 },
    );
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

async function finish(all: Services): Promise<CommandResult> {
  const services = keyServices(all);
  const rotation = await rotationOf(services);
  if (rotation === null) return { ok: true, text: "No rotation is under way.", json: null };
  if (!rotation.done)
    throw new RotationRefused("not everything is sealed again: operator key rotate");
  const { to } = rotation;
  if (fingerprintOf(services.seal.started) !== to)
    throw new RotationRefused(`${keyFileIn(all.env)} still has the old key`);
  await awaitProcesses(services, {
    isReady: ({ file }) => file === to,
    want: "were started with the old key's file: give them the new one and restart them",
    withinMs: 2_000,
  });
  const { sealed, unreadable } = await resealAll(services);
  await forgetOldKey(services);
  const text = [
    `The old key is not accepted any more; ${sealed} values are sealed with ${to}.`,
    ...unreadableLines(unreadable),
  ];
  return { ok: true, text: text.join("\n"), json: { fingerprint: to, sealed, unreadable } };
}

async function show(all: Services): Promise<CommandResult> {
  const services = keyServices(all);
  const rotation = await rotationOf(services);
  const { changed, sealed, unreadable } = await resealAll(services, { onlyLook: true });
  const fingerprint = fingerprintOf(services.seal.state.current);
  const state = rotation === null ? "none" : rotation.done ? "to finish" : "begun";
  const json = { fingerprint, rotation: state, sealed, otherKey: changed, unreadable };
  const text = [
    `Key ${fingerprint}; rotation: ${state}. Sealed with it: ${sealed}; with the other key: ${changed}.`,
    ...unreadableLines(unreadable),
  ];
  return { ok: unreadable.length === 0, text: text.join("\n"), json };
}

export const keyCommands: Command[] = [
  {
    name: "key rotate",
    args: "[--to FILE]",
    help: "Replace the secret key, which everything is sealed with; --to writes it elsewhere. The old one is accepted until `key finish`",
    run: ({ services, options: { to } }) =>
      refusing(rotate(services, typeof to === "string" ? to : undefined)),
  },
  {
    name: "key finish",
    args: "",
    help: "Stop accepting the old key, once every API was restarted with the new file",
    run: ({ services }) => refusing(finish(services)),
  },
  {
    name: "key show",
    args: "",
    help: "Show the key's fingerprint, and whether everything sealed opens with it",
    run: ({ services }) => refusing(show(services)),
  },
];
