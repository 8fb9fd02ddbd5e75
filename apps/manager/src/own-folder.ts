/** The folder that a manager makes for itself. */
import { lstatSync, readdirSync } from "node:fs";
import path from "node:path";

const NAME = "proxy-manager";
/** Earlier versions had a name of eight letters in its place. */
const FORMER = /^[a-z]{8}-manager$/;
const FILE = "ports.json";

const find = <T>(look: () => T): T | null => {
  try {
    return look();
  } catch {
    return null;
  }
};
/** A folder of this user's in which a manager keeps its list: in /tmp, others can make one too. */
function isManagers(folder: string): boolean {
  const found = find(() => lstatSync(folder));
  if (!found?.isDirectory() || (process.getuid && found.uid !== process.getuid())) return false;
  return find(() => lstatSync(path.join(folder, FILE)).isFile()) ?? false;
}

/**
 * The manager's own folder within another, which may not exist yet; `prefix` hides it. If there is
 * none, but one that an earlier version made, that one.
 */
export function ownFolder(within: string, prefix = ""): string {
  const folder = path.join(within, prefix + NAME);
  if (find(() => lstatSync(folder))) return folder;
  const former = (find(() => readdirSync(within)) ?? [])
    .filter((name) => name.startsWith(prefix) && FORMER.test(name.slice(prefix.length)))
    .map((name) => path.join(within, name))
    .find(isManagers);
  return former ?? folder;
}
