/** Time-based codes (RFC 6238), as authenticator apps show them. */
import { Secret, TOTP } from "otpauth";
import type { World } from "../../platform/world.ts";

/** 10 bytes are 16 base32 characters (spec/sign-in#mfa). */
const SECRET_BYTES = 10;
const PERIOD_SECONDS = 30;
/** A device's clock may be one step off (spec/sign-in#mfa). */
const STEPS_OFF = 1;

const totpOf = (secret: string, named: { issuer?: string; label?: string } = {}) =>
  new TOTP({
    ...named,
    secret,
    algorithm: "SHA1",
    digits: 6,
    period: PERIOD_SECONDS,
  });

/** Creates a secret, in base32. */
export function newSecret(world: World): string {
  return new Secret({ buffer: new Uint8Array(world.random(SECRET_BYTES)).buffer }).base32;
}

/** The content of the QR code: the secret, and the names that the app shows. */
export function otpauthUri(secret: string, named: { issuer: string; label: string }): string {
  return totpOf(secret, named).toString();
}

const CODE = /^\d{6}$/;

/** The step (30 s each since 1970) that a code belongs to; null for any other text. */
export function stepOf(secret: string, code: string, now: number): number | null {
  // The library throws if a text has other than six bytes.
  if (!CODE.test(code)) return null;
  const totp = totpOf(secret);
  const delta = totp.validate({ token: code, timestamp: now, window: STEPS_OFF });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}
