/** Checks the format of wallet addresses, before money is sent where nobody can recover it. */

export type WalletNetwork = "bitcoin" | "ethereum" | "tron";
export type WalletAddressVerdict =
  | { ok: true; network: WalletNetwork | null }
  | { ok: false; why: "spacesInAddress" | "badWalletAddress" };

/** Without 0, O, I and l, which look alike. */
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]+$/;
const BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const BECH32_STEPS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
/** Expected checksums: BIP 173 (witness version 0) and BIP 350 (from version 1 on). */
const BECH32_ENDS = { v0: 1, later: 0x2bc830a3 };

/** Returns the network of an address; null if its kind is unknown. */
export function judgeWalletAddress(address: string): WalletAddressVerdict {
  if (/\s/.test(address)) return { ok: false, why: "spacesInAddress" };
  if (/^0x/i.test(address)) return fits(/^0x[0-9a-f]{40}$/i.test(address), "ethereum");
  if (/^bc1/i.test(address)) return fits(isSegwit(address), "bitcoin");
  if (/^T.{33}$/.test(address)) return fits(BASE58.test(address), "tron");
  if (/^[13][A-Za-z0-9]{25,34}$/.test(address)) return fits(BASE58.test(address), "bitcoin");
  return { ok: true, network: null };
}

const fits = (right: boolean, network: WalletNetwork): WalletAddressVerdict =>
  right ? { ok: true, network } : { ok: false, why: "badWalletAddress" };

/** `bc1…` with its checksum, which detects any single wrong character (BIP 173). */
function isSegwit(address: string): boolean {
  const text = address.toLowerCase();
  if (text !== address && address.toUpperCase() !== address) return false;
  if (text.length < 14 || text.length > 74) return false;
  const values = Array.from(text.slice(3), (sign) => BECH32.indexOf(sign));
  if (values.includes(-1)) return false;
  // The expanded prefix "bc" (BIP 173): its high bits, a zero, its low bits.
  const sum = [3, 3, 0, 2, 3, ...values].reduce(bech32Step, 1);
  return sum === (values[0] === 0 ? BECH32_ENDS.v0 : BECH32_ENDS.later);
}

function bech32Step(sum: number, value: number): number {
  const top = sum >>> 25;
  const next = ((sum & 0x1ffffff) << 5) ^ value;
  return BECH32_STEPS.reduce((all, step, bit) => ((top >>> bit) & 1 ? all ^ step : all), next);
}
