/** Seeds a database that has no exits with the lab's. */
import { recordChanges } from "../../platform/changes/changes.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { labCities } from "./lab-coordinates.ts";
import { labInventory, labProducts } from "./lab-inventory.ts";
import {
  insertLabExits,
  locateLabExits,
  lockSeeding,
  productsWithExits,
} from "./store/lab-exits.ts";

const cities = () =>
  [...labCities].map(([key, at]) => {
    const [country = "", city = ""] = key.split(" ");
    return { country, city, ...at };
  });

/** Inserts the lab's exits for each product that has none. Returns how many it inserted. */
export async function seedLabExits({ db, world }: Pick<Services, "db" | "world">): Promise<number> {
  return transaction(db, async (tx) => {
    await lockSeeding(tx);
    const rows = await productsWithExits(tx);
    if (rows.some(({ lab, unplaced }) => lab && unplaced)) await locateLabExits(tx, cities());
    // Once an operator has imported exits, the lab adds none.
    if (rows.some(({ lab }) => !lab)) return 0;
    const empty = labProducts.filter((product) => !rows.some((row) => row.product === product));
    const exits = empty.flatMap((product) =>
      labInventory(product).map((exit) => ({ ...exit, product, id: world.id() })),
    );
    await insertLabExits(tx, exits, new Date(world.now()));
    await recordChanges(
      tx,
      exits.map(({ id }) => ({ kind: "exit", id })),
    );
    return exits.length;
  });
}
