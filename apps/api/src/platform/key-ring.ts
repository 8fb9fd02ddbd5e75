/**
 * The keys of an installation while its secret key is replaced, and what is kept of the ones before
 * (ADR 51). New texts are sealed with the current key. Texts open with every accepted key. Hashes whose
 * texts nobody has (recovery codes, the audit log) are recognised by the retired keys of their purposes.
 */
import { createPrivateKey, createPublicKey } from "node:crypto";
import { z } from "zod";
import { type KeyPurpose, type LookupPurpose, lookupPurposes } from "./lookup-purposes.ts";
import {
  deriveFrom,
  type Hashes,
  hashesWith,
  isMoved,
  type KnownHashes,
  oldHashKeyOf,
  type Seal,
  sealOf,
} from "./seal.ts";

/** Purposes whose hashes are made again from sealed texts, or that never outlive a rotation. */
const notRetired = new Set<LookupPurpose>(["accessKey", "unknownKey", "nonce", "captcha"]);
/** Keys that others hold a result of: they change with the file that a process starts with. */
const liveLookups = new Set<LookupPurpose>(["relay", "upstreamSession"]);
for (const purpose of liveLookups) notRetired.add(purpose);
/** It tells gateways that a password is still the same: tunnels would end if it changed. */
const STABLE: KeyPurpose = "proxy password id";

const hexKey = z.string().regex(/^[0-9a-f]{64}$/);
export const retiredKeySchema = z.object({
  fingerprint: z.string(),
  at: z.number(),
  purposes: z.record(z.string(), hexKey),
  /** The key of old releases. */
  old: hexKey,
  stable: hexKey,
  /** The public key that traces were signed with. */
  signer: z.string(),
  /** The last entry of the audit log that it may have hashed; null until that is settled. */
  audit: z.object({ id: z.number(), hash: z.string() }).nullable(),
});
export type RetiredKey = z.infer<typeof retiredKeySchema>;

export interface RingState {
  current: Buffer;
  /** The other key of a rotation. */
  other: Buffer | null;
  retired: RetiredKey[];
}

/** The PKCS #8 prefix of a 32-byte Ed25519 private key (RFC 8410 §7). */
const signerHeader = Buffer.from("302e020100300506032b657004220420", "hex");

/** The public key, in PEM, that belongs to a 32-byte Ed25519 seed, and the private one. */
export function signerOf(seed: Buffer) {
  const der = Buffer.concat([signerHeader, seed]);
  const privateKey = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const publicKey = createPublicKey(privateKey).export({ format: "pem", type: "spki" }).toString();
  return { privateKey, publicKey };
}

/** What is kept of a key that is replaced. Nothing that it sealed can be opened with this. */
export function retire(
  key: Buffer,
  ring: Pick<RingState, "retired">,
  of: { fingerprint: string; at: number },
): RetiredKey {
  const kept = (Object.keys(lookupPurposes) as LookupPurpose[]).filter(
    (one) => !notRetired.has(one),
  );
  return {
    ...of,
    purposes: Object.fromEntries(
      kept.map((purpose) => [purpose, deriveFrom(key, `lookup ${purpose}`).toString("hex")]),
    ),
    old: oldHashKeyOf(key).toString("hex"),
    stable: ring.retired[0]?.stable ?? deriveFrom(key, STABLE).toString("hex"),
    signer: signerOf(deriveFrom(key, "trace signature")).publicKey,
    audit: null,
  };
}

type Retired = KnownHashes & { has(purpose: LookupPurpose): boolean };

function hashesOfRetired({ purposes, old, audit }: RetiredKey): Retired {
  const keyOf = (purpose: string) => {
    const hex = purposes[purpose];
    return hex === undefined ? undefined : Buffer.from(hex, "hex");
  };
  return { ...hashesWith(keyOf, Buffer.from(old, "hex")), retired: { audit } };
}

/** A seal whose keys change while the process runs. `started` is the key of its file. */
export class KeyRing implements Seal {
  /** The key of the file that this process started with. */
  readonly started: Buffer;
  #started: Seal;
  #current: Seal;
  #all: Seal[];
  #retired: Retired[] = [];
  #state: RingState;

  constructor(state: RingState, started: Buffer) {
    this.started = started;
    this.#started = sealOf(started);
    this.#state = state;
    this.#current = sealOf(state.current);
    this.#all = [this.#current];
    this.adopt(state);
  }

  get state(): RingState {
    return this.#state;
  }

  /** Uses these keys from now on. */
  adopt(state: RingState): void {
    const isSame = this.#state.current.equals(state.current);
    this.#current = isSame ? this.#current : sealOf(state.current);
    this.#all = [this.#current, ...(state.other === null ? [] : [sealOf(state.other)])];
    this.#retired = state.retired.map(hashesOfRetired);
    this.#state = state;
  }

  seal(text: string): string {
    return this.#current.seal(text);
  }

  open(sealed: string): string {
    let failed: unknown;
    for (const one of this.#all) {
      try {
        return one.open(sealed);
      } catch (error) {
        failed ??= error;
      }
    }
    throw failed;
  }

  lookup(purpose: LookupPurpose, text: string): string {
    return (liveLookups.has(purpose) ? this.#started : this.#current).lookup(purpose, text);
  }

  lookups(purpose: LookupPurpose, text: string): [string, ...string[]] {
    const forms = (hashes: Hashes) => [
      hashes.lookup(purpose, text),
      ...(isMoved(purpose) ? [hashes.before(purpose, text)] : []),
    ];
    const retired = this.#retired.filter((one) => one.has(purpose)).flatMap(forms);
    const others = this.#all.slice(1).flatMap((one) => one.lookups(purpose, text));
    return [...this.#current.lookups(purpose, text), ...others, ...retired];
  }

  hashes(): readonly KnownHashes[] {
    return [...this.#all.flatMap((one) => one.hashes()), ...this.#retired];
  }

  derive(purpose: KeyPurpose): Buffer {
    const [first] = this.#state.retired;
    if (purpose === STABLE && first !== undefined) return Buffer.from(first.stable, "hex");
    return this.#current.derive(purpose);
  }

  derived(purpose: KeyPurpose): Buffer[] {
    return this.#all.map((one) => one.derive(purpose));
  }

  retiredSigners(): string[] {
    return this.#state.retired.map(({ signer }) => signer);
  }
}
