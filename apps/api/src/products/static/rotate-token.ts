/** Tokens that let programs rotate one static IP, without a session or a key (spec/supply#modems). */
import { timingSafeEqual } from "node:crypto";
import type { Services } from "../../platform/services.ts";

/** 32 hexadecimal digits of the id, then as many of the keyed hash. */
const TOKEN = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})[0-9a-f]{32}$/;
const ID_DIGITS = 32;

/** The token of a static IP: another one once its password changes. */
export function rotateTokenOf(
  { seal }: Pick<Services, "seal">,
  { id, verifier }: { id: string; verifier: string },
): string {
  return tokenWith(id, seal.lookup("rotateToken", textOf({ id, verifier })));
}

const textOf = ({ id, verifier }: { id: string; verifier: string }) => `${id} ${verifier}`;
const tokenWith = (id: string, lookup: string) =>
  id.replaceAll("-", "") + lookup.slice(0, ID_DIGITS);

/** The id that a token names; it proves nothing. Null if it is no token. */
export function idInToken(token: string): string | null {
  return TOKEN.exec(token)?.slice(1).join("-") ?? null;
}

/** Whether a token is this static IP's, also if it was made before the installation's key changed. */
export const isTokenOf = (
  { seal }: Pick<Services, "seal">,
  token: string,
  row: { id: string; verifier: string },
): boolean => {
  const given = Buffer.from(token);
  const own = seal
    .lookups("rotateToken", textOf(row))
    .map((lookup) => Buffer.from(tokenWith(row.id, lookup)));
  return own.some((one) => one.length === given.length && timingSafeEqual(one, given));
};
