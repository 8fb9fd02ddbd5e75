/** What the set-up in the console leads through, as lines of the report. */
import { allProducts } from "../../../commerce/product/store/products.ts";
import { brandSetting } from "../../../platform/brand/brand.ts";
import type { Services } from "../../../platform/services.ts";
import { setUpSetting } from "../../set-up/state.ts";
import { type Check, missing, ok, warning } from "./check.ts";

/** Such as 2026-11-30 10:31 UTC. */
const minuteOf = (at: string) => `${at.slice(0, 16).replace("T", " ")} UTC`;

const here = "the console, Settings, Set-up";

export async function setUpChecks(services: Services): Promise<Check[]> {
  const { db, settings, world } = services;
  const { left, mailAt, purchaseAt } = settings.get(setUpSetting);
  const { name } = settings.get(brandSetting);
  const products = await allProducts(db, world.now(), {});
  const onSale = products.filter((product) => product.onSale).length;
  return [
    name === undefined
      ? warning("brand", "customers see the product's own name", `${here}; operator brand set FILE`)
      : ok("brand", name),
    mailAt === null
      ? warning("test mail", "nobody has sent one", `${here}; operator doctor --mail TO`)
      : ok("test mail", `taken on ${minuteOf(mailAt)}`),
    onSale === 0 ? missing("prices", "nothing is on sale", "operator products on SKU") : prices(),
    purchaseAt === null
      ? warning("test purchase", "nobody has bought and used traffic to try it", here)
      : ok("test purchase", `worked on ${minuteOf(purchaseAt)}`),
  ];

  function prices(): Check {
    const found = `${onSale} products are on sale`;
    return left.includes("prices")
      ? ok("prices", found)
      : warning("prices", `${found}; nobody has looked at their prices`, here);
  }
}
