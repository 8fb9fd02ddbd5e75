/**
 * Encrypts backups with Debian's `age` or `gpg` as child processes. This machine has only the
 * recipient's public key and cannot decrypt them (spec/operator#backup-and-restore).
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable, Writable } from "node:stream";

interface Program {
  command: "age" | "gpg";
  /** File extension of what the program encrypts. */
  extension: ".age" | ".gpg";
}
const age: Program = { command: "age", extension: ".age" };
const gpg: Program = { command: "gpg", extension: ".gpg" };

/** age takes its own recipients and SSH keys; everything else is for gpg. */
const programOf = (recipient: string) => (/^(age1|ssh-)/.test(recipient) ? age : gpg);

/** The file extension of a backup for a recipient; empty without one. */
export const extensionFor = (recipient: string | undefined) =>
  recipient === undefined ? "" : programOf(recipient).extension;

interface Encryption {
  input: Writable;
  output: Readable;
  /** Resolves when the program succeeds. @throws Error with what it wrote to stderr */
  exited: Promise<void>;
}

/** Starts a program that encrypts what is written to `input`. */
export function encryptTo(recipient: string): Encryption {
  const { command } = programOf(recipient);
  const args =
    command === "age"
      ? ["--encrypt", "--recipient", recipient]
      : ["--batch", "--quiet", "--trust-model", "always", "--encrypt", "--recipient", recipient];
  const program = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"] });
  const exited = waitForExit(command, program);
  exited.catch(() => {});
  return { input: program.stdin, output: program.stdout, exited };
}

/**
 * Calls `use` with a readable backup: the file itself, or, if it is encrypted, a temporary
 * decrypted copy that only its owner can read and that is deleted afterwards.
 * @throws Error if it is encrypted and the identity file is missing or the wrong one
 */
export async function withDecrypted<T>(
  { file, identity }: { file: string; identity: string | undefined },
  use: (file: string) => Promise<T>,
): Promise<T> {
  const program = [age, gpg].find(({ extension }) => file.endsWith(extension));
  if (program === undefined) return use(file);
  if (identity === undefined)
    throw new Error(
      `${file} is encrypted: --identity FILE names the secret key (${program.command})`,
    );
  const folder = mkdtempSync(path.join(tmpdir(), "turnpike-decrypted-"));
  try {
    const plain = path.join(folder, "backup");
    await decrypt(program, { file, identity, plain, folder });
    return await use(plain);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function decrypt(
  { command }: Program,
  { file, identity, plain, folder }: Record<"file" | "identity" | "plain" | "folder", string>,
): Promise<void> {
  if (command === "age") {
    await run("age", ["--decrypt", "--identity", identity, "--output", plain, file]);
    return;
  }
  // A temporary keyring, so that no part of the secret key remains.
  const own = ["--homedir", folder, "--batch", "--quiet", "--pinentry-mode", "loopback"];
  try {
    await run("gpg", [...own, "--import", identity]);
    await run("gpg", [...own, "--output", plain, "--decrypt", file]);
  } finally {
    await run("gpgconf", ["--homedir", folder, "--kill", "all"]).catch(() => {});
  }
}

async function run(command: string, args: string[]): Promise<void> {
  const program = spawn(command, args, { stdio: ["ignore", "ignore", "pipe"] });
  await waitForExit(command, program);
}

async function waitForExit(command: string, program: ChildProcess): Promise<void> {
  let stderrText = "";
  program.stderr?.on("data", (chunk) => {
    if (stderrText.length < 1_000) stderrText += String(chunk);
  });
  const [code] = (await once(program, "close").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    throw new Error(
      `${command} is not installed (apt install ${command === "age" ? "age" : "gnupg"})`,
    );
  })) as [number | null];
  if (code !== 0)
    throw new Error(`${command} failed: ${stderrText.trim().split("\n").at(-1) ?? code}`);
}
