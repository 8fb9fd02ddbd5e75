/**
 * Tokens of `GET /rotate?token=` (spec/api#rotate): they let a program change the address of one
 * proxy, without a session or a key. A sub-account's is followed by `-` and the session's `sid`.
 */
import { timingSafeEqual } from "node:crypto";
import type { Services } from "./services.ts";

/** 32 hexadecimal digits of the id, as many of the keyed hash, and perhaps a session. */
const TOKEN =
  /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})([0-9a-f]{32})(?:-([A-Za-z0-9]{1,32}))?$/;
const ID_DIGITS = 32;

/** What has a token: its row, and what its password is checked against. */
interface Rotating {
  id: string;
  verifier: string;
}

/** The token of a static IP, a port or a sub-account: another one once its password changes. */
export function rotateTokenOf({ seal }: Pick<Services, "seal">, row: Rotating): string {
  return row.id.replaceAll("-", "") + proofOf(seal.lookup("rotateToken", textOf(row)));
}

/** The link with a token, for lists of programs that follow it; undefined without a token. */
export const rotateLink = ({ publicUrl }: Services["env"], token: string | null) =>
  token === null ? undefined : `${publicUrl}/rotate?token=${token}`;

const textOf = ({ id, verifier }: Rotating) => `${id} ${verifier}`;
const proofOf = (lookup: string) => lookup.slice(0, ID_DIGITS);

/** What a token says; it proves nothing before `isTokenOf`. */
export interface RotateToken {
  id: string;
  proof: string;
  /** The session of a sub-account; null in other tokens. */
  sid: string | null;
}

/** Reads a token; null if it is none. */
export function readRotateToken(text: string): RotateToken | null {
  const parts = TOKEN.exec(text);
  if (parts === null) return null;
  const [proof = "", sid] = parts.slice(6);
  return { id: parts.slice(1, 6).join("-"), proof, sid: sid ?? null };
}

/** Whether a token is this row's, also if it was made before the installation's key changed. */
export function isTokenOf(
  { seal }: Pick<Services, "seal">,
  { id, proof }: RotateToken,
  row: Rotating,
): boolean {
  const given = Buffer.from(proof);
  const own = seal.lookups("rotateToken", textOf(row)).map((one) => Buffer.from(proofOf(one)));
  return id === row.id && own.some((one) => timingSafeEqual(one, given));
}
