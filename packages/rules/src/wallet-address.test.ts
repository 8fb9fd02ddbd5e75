import fc from "fast-check";
import { expect, it } from "vitest";
import { judgeWalletAddress } from "./wallet-address.ts";

const SEGWIT = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";
const bad = { ok: false, why: "badWalletAddress" };

it.each([
  [SEGWIT, { ok: true, network: "bitcoin" }],
  [SEGWIT.toUpperCase(), { ok: true, network: "bitcoin" }],
  // A taproot address from BIP 350's examples.
  [
    "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
    { ok: true, network: "bitcoin" },
  ],
  ["1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", { ok: true, network: "bitcoin" }],
  ["0x52908400098527886E0F7030069857D2E4169EE7", { ok: true, network: "ethereum" }],
  ["TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", { ok: true, network: "tron" }],
  ["vitalik.eth", { ok: true, network: null }],
  ["0x52908400098527886E0F7030069857D2E4169EE", bad],
  ["0x52908400098527886E0F7030069857D2E4169EE7a", bad],
  ["TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLjOt", bad],
  ["bc1Qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", bad],
  [SEGWIT.slice(0, -1), bad],
  ["0x5290 8400", { ok: false, why: "spacesInAddress" }],
])("the wallet address %s: %j", (address, verdict) => {
  expect(judgeWalletAddress(address)).toEqual(verdict);
});

it("a single mistyped character in a bc1 address is always detected (BIP 173)", () => {
  const signs = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
  fc.assert(
    fc.property(
      fc.integer({ min: 3, max: SEGWIT.length - 1 }),
      fc.constantFrom(...signs),
      (at, sign) => {
        const typed = SEGWIT.slice(0, at) + sign + SEGWIT.slice(at + 1);
        expect(judgeWalletAddress(typed).ok).toBe(typed === SEGWIT);
      },
    ),
  );
});
