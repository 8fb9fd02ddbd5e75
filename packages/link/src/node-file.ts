/** `DATA_DIR/node.json`: who this machine is (spec/nodes#joining). */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

export interface NodeFile {
  id: string;
  name: string;
  /** The hub's address in the join line. */
  url: string;
  /** Ed25519, PEM. */
  privateKey: string;
  /** SHA-256 of the join line, so that the same line is not used again. */
  joined: string;
}

export const nodeFilePath = (dataDir: string) => path.join(dataDir, "node.json");

/** Whether this data directory is a gateway's. */
export function hasNodeFile(dataDir: string): boolean {
  return existsSync(nodeFilePath(dataDir));
}

/** @throws Error where it is missing or damaged */
export function readNodeFile(file: string): NodeFile {
  const read = JSON.parse(readFileSync(file, "utf8")) as Partial<NodeFile>;
  for (const name of ["id", "name", "url", "privateKey", "joined"] as const) {
    if (typeof read[name] !== "string") throw new Error(`${file} is damaged: no ${name}`);
  }
  return read as NodeFile;
}

/** Writes it at once, readable by its owner alone. */
export function writeNodeFile(file: string, node: NodeFile): void {
  const fresh = `${file}.${process.pid}.new`;
  writeFileSync(fresh, `${JSON.stringify(node, null, 2)}\n`, { mode: 0o600, flag: "w" });
  renameSync(fresh, file);
}
