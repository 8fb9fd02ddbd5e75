/** Where doors stand and for how many there is room: pure decisions over exits and descriptors. */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";

/** Descriptors for the link, the journal, the log and Node itself. */
const ownFiles = 128;
/**
 * Two a tunnel, and a tenth of all for clients that have not authenticated. What is left, a tenth and
 * `ownFiles`, is kept for pipes, probes, the link and the journal.
 */
const connectionsPerFile = 0.4;
const unauthenticatedPerFile = 0.1;
const fewestConnections = 16;
/** Two descriptors a pipe: a sixteenth of what is left where half of all are listeners. */
const pipesPerFile = 1 / 64;

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
): { listeners: number; connections: number; unauthenticated: number } {
  const listeners = Math.min(wantedListeners, mostListeners(files));
  const left = freeFiles(files) - listeners;
  const atLeast = (share: number) => Math.max(fewestConnections, Math.floor(left * share));
  return {
    listeners,
    connections: atLeast(connectionsPerFile),
    unauthenticated: atLeast(unauthenticatedPerFile),
  };
}

/** How many pipes may be open, so that they leave descriptors to others. */
export const mostPipes = (files: number) => Math.floor(freeFiles(files) * pipesPerFile);

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
