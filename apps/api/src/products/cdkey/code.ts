/** Creates the code of a CDKey and converts it to and from its stored form. */
import {
  cdkeyAlphabet,
  cdkeyGroup,
  cdkeyOf,
  cdkeyRandomLength,
  maskCdkey,
} from "@turnpike/rules/cdkey.ts";
import { randomText } from "../../platform/random-text.ts";
import type { Seal } from "../../platform/seal.ts";
import type { World } from "../../platform/world.ts";
import type { CdkeyRow, SealedCode } from "./store.ts";

export function newCode(world: World): string {
  return cdkeyOf(randomText(world, cdkeyAlphabet, cdkeyRandomLength));
}

/** The keyed hashes by which a CDKey is looked up, the current form first. */
export function lookupsOf(seal: Seal, code: string): [string, ...string[]] {
  return seal.lookups("cdkey", code);
}

export function sealedCode(seal: Seal, code: string): SealedCode {
  const prefix = code.slice(0, cdkeyGroup);
  return { lookup: seal.lookup("cdkey", code), code_sealed: seal.seal(code), prefix };
}

/** The plain code of a CDKey, or its masked prefix if the code has been erased. */
export function codeOf(seal: Seal, { code_sealed, prefix }: CdkeyRow): string {
  return code_sealed === null ? maskCdkey(prefix) : seal.open(code_sealed);
}
