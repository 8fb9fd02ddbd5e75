/** Where doors stand and for how many there is room: pure decisions over exits and descriptors. */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";

/** Descriptors for the link, the journal, the log and Node itself. */
const ownFiles = 128;
/** Two a tunnel, a fifth for pipes and all else. */
const connectionsPerFile = 0.4;
const fewestConnections = 16;

/**
 * The address that clients connect to. A local exit that stands behind another address (NAT) is
 * reached at the one that this machine has.
 */
export function doorAddress({ how, host, ip }: ExitFact): string {
  return how === "local" ? host : ip;
}

const freeFiles = (files: number) => Math.max(0, files - ownFiles);

/** Listeners get half of the descriptors at most, so that there is somebody to serve those who come. */
export const mostListeners = (files: number) => Math.floor(freeFiles(files) / 2);

/** Shares out the descriptors that the process may open. */
export function shareFiles(
  files: number,
  wantedListeners: number,
): { listeners: number; connections: number } {
  const listeners = Math.min(wantedListeners, mostListeners(files));
  const connections = Math.floor((freeFiles(files) - listeners) * connectionsPerFile);
  return { listeners, connections: Math.max(fewestConnections, connections) };
}

/** Something that may have a door, where there may be too few for all. */
export interface Candidate {
  id: string;
  sold: boolean;
  open: boolean;
}

/** Those that get a door, in the order of opening: sold ones, then those that have one already. */
export function chooseDoors<C extends Candidate>(candidates: C[], most: number): C[] {
  const rank = ({ sold, open }: C) => (sold ? 0 : 2) + (open ? 0 : 1);
  const sorted = candidates.toSorted(
    (one, other) => rank(one) - rank(other) || (one.id < other.id ? -1 : 1),
  );
  return sorted.slice(0, Math.max(0, most));
}
