/**
 * What root writes into the folder of another user, as the operator's command line does beside the
 * service. That user may have put links there: root follows none.
 */
import { randomBytes } from "node:crypto";
import { closeSync, constants, fchmodSync, fchownSync, fsyncSync, ftruncateSync } from "node:fs";
import { lstatSync, openSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

const isRoot = () => process.getuid?.() === 0;

interface Owned {
  mode: number;
  uid: number;
  gid: number;
}

/** Writes a file at once; by default it belongs to the folder's owner, who alone can read it. */
export function writeOwned(file: string, text: string, owned?: Owned): void {
  const fresh = `${file}.${randomBytes(6).toString("hex")}.new`;
  const { uid, gid } = owned ?? statSync(path.dirname(file));
  const mode = owned?.mode ?? 0o600;
  const fd = openSync(fresh, "wx", mode);
  try {
    writeFileSync(fd, text);
    if (isRoot()) fchownSync(fd, uid, gid);
    fsyncSync(fd);
    renameSync(fresh, file);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
}

/** Makes a file empty. @throws Error if a link stands there */
export function emptyFile(file: string): void {
  const fd = openSync(file, constants.O_WRONLY | constants.O_NOFOLLOW);
  try {
    ftruncateSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Gives a folder to a user, who alone can enter it. @throws Error if a link stands there */
export function giveFolder(folder: string, { uid, gid }: { uid: number; gid: number }): void {
  const fd = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    fchmodSync(fd, 0o700);
    fchownSync(fd, uid, gid);
  } finally {
    closeSync(fd);
  }
}

/** Whether a link stands there; root follows only one of its own. @throws Error for others */
export function isLink(place: string): boolean {
  const found = lstatSync(place, { throwIfNoEntry: false });
  if (!found?.isSymbolicLink()) return false;
  if (isRoot() && found.uid !== 0)
    throw new Error(`${place} is a link that root did not make, so it is not followed`);
  return true;
}
