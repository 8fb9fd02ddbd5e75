/**
 * Dials a target through an exit. Its name was resolved and every address checked before; upstreams
 * are then given the name, as they may resolve it where the exit is.
 *
 *     local    gateway ─(bound to the exit's address)─▶ target's address
 *     http     gateway ─▶ upstream ─ CONNECT ─▶ target's name, or (dns local) address
 *     socks5   gateway ─▶ upstream ─ SOCKS5 ──▶ the same
 */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import type { Refused } from "@turnpike/rules/admission.ts";
import { parseHost, type ReadTarget, type Target } from "@turnpike/rules/destination.ts";
import type { Buffers, Engine, Peer } from "../engine/engine.ts";
import type { Way } from "./members.ts";
import { withPrefixAddress } from "./prefix-address.ts";
import { blameFor, type ExitFailure } from "./exit-blame.ts";
import { isOwnError } from "./own-errors.ts";
import { type HandshakeFailure, type HandshakeResult, handshake } from "./upstream-handshake.ts";
import { notInTime, tooManyLookups, UpstreamRefused, type Upstreams } from "./upstreams.ts";

const connectTimeoutMs = 9_000;
/** Exits behind others, such as those at people's homes, are slower. */
const upstreamTimeoutMs = 20_000;
const maxAddresses = 3;

/** An open connection to a target; `early` holds bytes that have already arrived. */
export interface UpstreamConnection {
  peer: Peer;
  early: Uint8Array;
  exit: Way;
  /** An upstream's answer, and the bytes of its handshake; null for others. */
  shaken: Shaken | null;
  /** The target's address that was dialled, or (if the upstream got the name) checked first. */
  address: string;
}
export type DialResult =
  | { upstream: UpstreamConnection }
  | {
      refused: Refused;
      exitFailure: ExitFailure;
      /** What an upstream answered, if it could be dialled. */
      answer?: HandshakeFailure;
      shaken?: Pick<Shaken, "sentBytes" | "receivedBytes">;
    };
type Shaken = Extract<HandshakeResult, { early: Uint8Array }>;

/** How long one try may take. */
export const tryTimeoutMs = ({ how, member }: Way) =>
  how === "local" ? connectTimeoutMs : (member?.upstream.connectMs ?? upstreamTimeoutMs);

/** Dials the addresses in order until one connects, with one timeout for all; calls `done` once. */
export function dial(
  engine: Engine,
  options: {
    exit: Way;
    target: Target;
    addresses: string[];
    upstreams: Upstreams;
    timeoutMs?: number;
    /** Less than half of a try's time was left: silence then says nothing of the exit. */
    isHurried?: boolean;
    buffers?: Buffers | undefined;
  },
  done: (dialled: DialResult) => void,
): void {
  // For probes, which have no session, this picks a random address of a prefix.
  const exit = withPrefixAddress(options.exit, null);
  const { target, buffers, isHurried = false } = options;
  const withinMs = options.timeoutMs ?? tryTimeoutMs(exit);
  const began = Date.now();
  const addresses = addressesFor(exit, target, options.addresses);
  let tried = 0;
  const next = (failed: DialResult) => {
    const address = addresses[tried];
    const timeoutMs = withinMs - (tried === 0 ? 0 : Date.now() - began);
    if (address === undefined || tried === maxAddresses || timeoutMs <= 0) return done(failed);
    tried += 1;
    const onDialled = (dialled: DialResult) => {
      if ("upstream" in dialled) done(dialled);
      else if (isAnswer(dialled.exitFailure)) next(dialled);
      // The exit just answered for another address, so this failure only means a lack of time.
      else done(tried > 1 ? failed : dialled);
    };
    const to = { exit, address, port: target.port, timeoutMs, isHurried, buffers };
    if (exit.how === "local") return dialDirectly(engine, to, onDialled);
    const asked = sendsName(exit, target) ? { target } : readTarget(to);
    if ("bad" in asked) return onDialled(failure("targetUnreachable", asked.bad));
    dialUpstream(options.upstreams, { ...to, target: asked.target }, onDialled);
  };
  next(failure("targetUnreachable", "no address of the exit's kind"));
}

interface DialTarget {
  exit: Way;
  address: string;
  port: number;
  timeoutMs: number;
  isHurried: boolean;
  buffers: Buffers | undefined;
}

function dialDirectly(engine: Engine, to: DialTarget, done: (dialled: DialResult) => void): void {
  const { exit, address, port, timeoutMs, buffers } = to;
  // A lab exit binds its address only for loopback targets (spec/lab#exits).
  const binds = !exit.lab || isLoopback(address);
  const localAddress = binds ? exit.host : undefined;
  const dialled = { address, port, timeoutMs, localAddress, freeBind: exit.prefix !== undefined };
  engine.connect({ ...dialled, buffers }, (opened) => {
    const failed = binds && opened instanceof Error ? ownFailure(opened) : null;
    done(failed ?? directResult(opened, to));
  });
}
/**
 * One customer can use up an exit's ports towards a target: for others and other targets it works.
 * Nor is a lack of descriptors the exit's fault.
 */
const noPort: DialResult = {
  refused: { reason: "exitUnreachable", detail: "no local port or socket" },
  exitFailure: "elsewhere",
};
const noAddress: DialResult = {
  refused: { reason: "exitUnreachable", detail: "the exit has no address" },
  exitFailure: "surely",
};
/** One that had too little time for the fault to be its own. */
const inHurry = {
  refused: { reason: "timedOut", detail: "no exit connected in time" },
  exitFailure: "elsewhere",
} as const;
const isTimeout = ({ code }: NodeJS.ErrnoException) => code === "ETIMEDOUT";
const none = new Uint8Array(0);

function directResult(opened: Peer | Error, { exit, address }: DialTarget): DialResult {
  if (!(opened instanceof Error)) {
    return { upstream: { peer: opened, early: none, exit, address, shaken: null } };
  }
  const { code } = opened as NodeJS.ErrnoException;
  if (code === "ECONNREFUSED") return failure("targetRefused", "");
  if (code === "ETIMEDOUT") return failure("timedOut", "the target did not answer in time");
  return failure("targetUnreachable", "");
}

function dialUpstream(
  upstreams: Upstreams,
  to: DialTarget & { target: Target },
  done: (dialled: DialResult) => void,
): void {
  const { exit, target, address, timeoutMs, isHurried, buffers } = to;
  const how = exit.how === "socks5" ? "socks5" : "http";
  const deadline = Date.now() + timeoutMs;
  const connected = (opened: Peer | Error) => {
    if (opened instanceof Error) {
      const detail = opened instanceof UpstreamRefused ? opened.message : "";
      const isLate = isHurried && (opened === notInTime || isTimeout(opened));
      const isOurs = isOwnError(opened) || opened === tooManyLookups;
      const exitFailure = isOurs || isLate ? "elsewhere" : "surely";
      return done({ refused: { reason: "exitUnreachable", detail }, exitFailure });
    }
    const left = Math.max(deadline - Date.now(), 1);
    const onDialled = (shaken: HandshakeResult) => {
      if ("early" in shaken) {
        const { early } = shaken;
        return done({ upstream: { peer: opened, early, exit, address, shaken } });
      }
      opened.destroy();
      const { failed } = shaken;
      if (isHurried && failed.kind === "silence" && failed.silent) done({ ...inHurry, shaken });
      else done({ ...blameFor(failed, how), answer: failed, shaken });
    };
    const { user, password } = exit;
    const asked = { how, user, password, target, timeoutMs: left } as const;
    handshake(opened, asked, onDialled);
  };
  upstreams.connect(exit, timeoutMs, connected, buffers);
}

function failure(
  reason: "targetUnreachable" | "targetRefused" | "timedOut",
  detail: string,
): DialResult {
  return { refused: { reason, detail }, exitFailure: "no" };
}

/** Whether the exit spoke about this target, so that another of its addresses may be tried. */
const isAnswer = (exitFailure: ExitFailure) => exitFailure === "no" || exitFailure === "elsewhere";

/** A relay of another node dials the address that was checked here. */
const sendsName = ({ dns, relayed }: ExitFact, { kind }: Target) =>
  kind === "name" && dns !== "local" && !relayed;

function readTarget({ address, port }: DialTarget): ReadTarget {
  return parseHost(address.includes(":") ? `[${address}]` : address, port);
}

/**
 * The addresses to try. An exit with a local address reaches only those of the same address family;
 * an upstream that gets the name is asked once.
 */
function addressesFor(exit: ExitFact, target: Target, addresses: string[]): string[] {
  if (exit.how === "local") return addresses.filter((each) => exitReaches(exit, each));
  return sendsName(exit, target) ? addresses.slice(0, 1) : addresses;
}

/** Whether an address has the family of the exit's own. Lab exits bind theirs only for loopback. */
export function exitReaches({ host, lab }: ExitFact, address: string): boolean {
  return (lab && !isLoopback(address)) || address.includes(":") === host.includes(":");
}

export function isLoopback(address: string): boolean {
  return address.startsWith("127.") || address === "::1";
}

/** What lies at this machine's end of a connection: its address is gone, or its ports are taken. */
function ownFailure(error: Error): DialResult | null {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === "EADDRNOTAVAIL" && syscall === "bind") return noAddress;
  return isOwnError(error) ? noPort : null;
}
