/**
 * The messages of SOCKS5 clients (RFC 1928, RFC 1929; spec/gateway#protocols). Each reader gets the
 * bytes received so far from the beginning of its message, and says whether it needs more.
 */
import { parseHost, type Target, targetFromBytes } from "@turnpike/rules/destination.ts";
import { formatIpv6, parseIpv4, parseIpv6 } from "@turnpike/rules/ip-address.ts";
import { latin1 } from "./head-end.ts";
import { decodeText } from "./proxy-authorization.ts";

export type Read<T> =
  /** `scanned`: where to go on looking once there are more bytes. */
  | { need: true; scanned?: number }
  /** Close the connection, after sending the reply if there is one. */
  | { bad: string; reply?: number }
  | T;

const VERSION = 5;
const USERPASS_VERSION = 1;
export const methodNone = 0;
export const methodUserPass = 2;
export const methodRefused = 255;
/** Reply codes of RFC 1928 §6 that are not in `refused.ts`. */
export const replyDone = 0;
const GENERAL_FAILURE = 1;
const COMMAND_NOT_SUPPORTED = 7;
const ADDRESS_NOT_SUPPORTED = 8;

/** Parses the greeting, in which the client offers methods. */
export function readGreeting(bytes: Uint8Array): Read<{ methods: number[]; consumed: number }> {
  const [version, count] = bytes;
  if (version === undefined) return { need: true };
  if (version !== VERSION) return { bad: "not SOCKS5" };
  if (count === undefined) return { need: true };
  if (count === 0) return { bad: "no methods offered" };
  if (bytes.length < 2 + count) return { need: true };
  return { methods: [...bytes.subarray(2, 2 + count)], consumed: 2 + count };
}

/**
 * Chooses user and password if offered, and no authentication only for a client known by its
 * address. Without passwords here, such a client is not asked for one if it can do without.
 */
export function chooseMethod(
  methods: readonly number[],
  { addressKnown, passwords = true }: { addressKnown: boolean; passwords?: boolean },
): 0 | 2 | 255 {
  const bare = addressKnown && methods.includes(methodNone);
  if (methods.includes(methodUserPass) && (passwords || !bare)) return methodUserPass;
  return bare ? methodNone : methodRefused;
}

/** The reply to the greeting. */
export function methodReply(method: 0 | 2 | 255): Buffer {
  return method === methodUserPass ? wantsUserPass : Buffer.from([VERSION, method]);
}
const wantsUserPass = Buffer.from([VERSION, methodUserPass]);

/** Parses user and password (RFC 1929 §2). Empty ones are accepted here, and count as none. */
export function readUserPass(
  bytes: Uint8Array,
): Read<{ username: string; password: string; consumed: number }> {
  const [version, nameLength] = bytes;
  if (version === undefined) return { need: true };
  if (version !== USERPASS_VERSION) return { bad: "bad authentication version" };
  if (nameLength === undefined) return { need: true };
  const passLength = bytes[2 + nameLength];
  if (passLength === undefined) return { need: true };
  const passStart = 3 + nameLength;
  const consumed = passStart + passLength;
  if (bytes.length < consumed) return { need: true };
  const username = decodeText(bytes.subarray(2, 2 + nameLength));
  return { username, password: decodeText(bytes.subarray(passStart, consumed)), consumed };
}

/** The reply to user and password. */
export function userPassReply(ok: boolean): Buffer {
  return ok ? welcome : Buffer.from([USERPASS_VERSION, 1]);
}
const welcome = Buffer.from([USERPASS_VERSION, 0]);

/** Where a client will send datagrams from; null and 0 if it did not say. */
export interface DeclaredSender {
  host: string | null;
  port: number;
}

/**
 * Parses the request: CONNECT to a target, or UDP ASSOCIATE from an address and port. If the address
 * type is known, reads the whole request before refusing it, so that the reply is not lost in a
 * connection reset.
 */
export function readRequest(
  bytes: Uint8Array,
): Read<{ target: Target; consumed: number } | { associate: DeclaredSender; consumed: number }> {
  const [version, command, reserved, type] = bytes;
  if (version === undefined) return { need: true };
  if (version !== VERSION) return { bad: "bad request version", reply: GENERAL_FAILURE };
  if (type === undefined) return { need: true };
  const start = type === 3 ? 5 : 4;
  const length = addressLength(type, bytes[4]);
  if (length === null) return { bad: "bad address type", reply: ADDRESS_NOT_SUPPORTED };
  const consumed = start + length + 2;
  if (length < 0 || bytes.length < consumed) return { need: true };
  if (reserved !== 0) return { bad: "reserved byte is not 0", reply: GENERAL_FAILURE };
  const port = (bytes[consumed - 2] ?? 0) * 256 + (bytes[consumed - 1] ?? 0);
  const address = bytes.subarray(start, start + length);
  if (command === 3) return { associate: { host: senderOf(type, address), port }, consumed };
  if (command !== 1) return { bad: "BIND is not served", reply: COMMAND_NOT_SUPPORTED };
  const read = type === 3 ? readName(address, port) : targetFromBytes(address, port);
  return "bad" in read
    ? { bad: read.bad, reply: GENERAL_FAILURE }
    : { target: read.target, consumed };
}

/** The address in UDP ASSOCIATE; null for a name or the unspecified address. */
function senderOf(type: number, address: Uint8Array): string | null {
  if (type === 3 || address.every((byte) => byte === 0)) return null;
  if (type === 1) return address.join(".");
  const groupAt = (at: number) => (address[at * 2] ?? 0) * 256 + (address[at * 2 + 1] ?? 0);
  return formatIpv6([0, 1, 2, 3, 4, 5, 6, 7].map(groupAt));
}

/** The length of an address; -1 while unknown, null for an unknown type. */
function addressLength(type: number, nameLength: number | undefined): number | null {
  if (type === 1) return 4;
  if (type === 4) return 16;
  if (type === 3) return nameLength ?? -1;
  return null;
}

function readName(bytes: Uint8Array, port: number): ReturnType<typeof parseHost> {
  return parseHost(latin1(bytes, 0, bytes.length), port);
}

/** A reply with an empty address, so as not to disclose which one the tunnel uses. */
export function requestReply(code: number): Buffer {
  return Buffer.from([VERSION, code, 0, 1, 0, 0, 0, 0, 0, 0]);
}

/** The reply to UDP ASSOCIATE: the address for the client's datagrams (RFC 1928 §6). */
export function associateReply(address: string, port: number): Buffer {
  return Buffer.concat([Buffer.from([VERSION, replyDone, 0]), addressBytes(address, port)]);
}

/**
 * Parses a client's datagram (RFC 1928 §7): its target and payload (a view of `bytes`). Fragments
 * are not supported.
 */
export function readDatagram(
  bytes: Uint8Array,
): { target: Target; payload: Uint8Array } | { bad: string } {
  const [high, low, fragment, type] = bytes;
  if (type === undefined || high !== 0 || low !== 0) return { bad: "bad header" };
  if (fragment !== 0) return { bad: "a fragment" };
  const start = type === 3 ? 5 : 4;
  const length = addressLength(type, bytes[4]);
  if (length === null || length < 0) return { bad: "bad address type" };
  const end = start + length + 2;
  if (bytes.length < end) return { bad: "torn header" };
  const port = (bytes[end - 2] ?? 0) * 256 + (bytes[end - 1] ?? 0);
  const address = bytes.subarray(start, start + length);
  const read = type === 3 ? readName(address, port) : targetFromBytes(address, port);
  return "bad" in read ? read : { target: read.target, payload: bytes.subarray(end) };
}

/** The header of a datagram to the client, with the sender's address. */
export function datagramHeader(address: string, port: number): Buffer {
  return Buffer.concat([Buffer.from([0, 0, 0]), addressBytes(address, port)]);
}

/** Encodes type, address and port. */
function addressBytes(address: string, port: number): Buffer {
  const ipv4 = parseIpv4(address);
  const groups = ipv4 === null ? (parseIpv6(address) ?? []) : [ipv4 >>> 16, ipv4 & 0xffff];
  const pairs = [...groups, port].flatMap((pair) => [pair >>> 8, pair & 255]);
  return Buffer.from([ipv4 === null ? 4 : 1, ...pairs]);
}
