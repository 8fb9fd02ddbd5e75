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
  const proof = seal.lookup("rotateToken", `${id} ${verifier}`).slice(0, ID_DIGITS);
  return id.replaceAll("-", "") + proof;
}

/** The id that a token names; it proves nothing. Null if it is no token. */
export function idInToken(token: string): string | null {
  return TOKEN.exec(token)?.slice(1).join("-") ?? null;
}

/** Whether a token is this static IP's. */
export const isTokenOf = (
  services: Pick<Services, "seal">,
  token: string,
  row: { id: string; verifier: string },
): boolean => {
  const [given, own] = [token, rotateTokenOf(services, row)].map((text) => Buffer.from(text));
  return (
    given !== undefined &&
    own !== undefined &&
    given.length === own.length &&
    timingSafeEqual(given, own)
  );
};
