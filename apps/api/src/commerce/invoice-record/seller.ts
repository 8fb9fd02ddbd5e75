/** The seller's state as documents keep it: stored once, named by its digest. */
import { createHash } from "node:crypto";
import { taxSetting } from "../../identity/vat-id/scheme.ts";
import { type Brand, brandOf } from "../../platform/brand/brand.ts";
import type { Tx } from "../../platform/db/database.ts";
import { inMemory } from "../../platform/in-memory.ts";
import type { Services } from "../../platform/services.ts";
import type { SellerSnapshot } from "./snapshot.ts";
import { findSellerState, insertSeller } from "./store/sellers.ts";

/** Whose numbers these are: an installation is one seller, under whatever prefix. */
export const OWN_SELLER = "own";

interface Sealed {
  brand: Brand;
  vatId: string;
  digest: string;
  seller: SellerSnapshot;
}
/** The last state, and the digests that are known to be stored and committed. */
const known = inMemory(() => ({ last: null as Sealed | null, stored: new Set<string>() }));

function sealedSeller(services: Services): Sealed {
  const memory = known(services);
  const brand = brandOf(services);
  const vatId = services.settings.get(taxSetting).sellerVatId || services.env.SELLER_TAX_ID;
  if (memory.last?.brand === brand && memory.last.vatId === vatId) return memory.last;
  const seller: SellerSnapshot = {
    name: brand.legalName,
    lines: brand.legalAddress
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
    taxId: vatId,
    supportEmail: brand.supportEmail,
    accent: brand.accent,
    logo: { type: brand.logo.type, base64: brand.logo.body.toString("base64") },
  };
  const digest = createHash("sha256").update(JSON.stringify(seller)).digest("hex");
  memory.last = { brand, vatId, digest, seller };
  return memory.last;
}

/** The seller as he is now. */
export const sellerToday = (services: Services): SellerSnapshot => sealedSeller(services).seller;

/** The digest of the seller as he is now, whose state is stored by the end of the transaction. */
export async function sellerNow(services: Services, tx: Tx): Promise<string> {
  const { digest, seller } = sealedSeller(services);
  const { stored } = known(services);
  if (stored.has(digest)) return digest;
  const state = await findSellerState(tx, digest);
  if (state === "absent") await insertSeller(tx, digest, seller);
  // A row of this very transaction may still roll back.
  if (state === "committed") stored.add(digest);
  return digest;
}
