/** `gates …`: products that are sold to identified customers (spec/identity#gates). */
import { removeGate, setGate } from "./acts/gates.ts";
import { type Command, performFromCli, UsageError, wholeNumber } from "./command.ts";
import { listGates } from "./read/gates.ts";
import { table } from "./table.ts";

const set: Command = {
  name: "gates set",
  args: "PRODUCT --identity [--over-gb N]",
  help: "Sell a product to identified customers alone, or to everybody up to N GB in 30 days",
  flags: ["identity"],
  run: async ({ services, args: [sku = ""], options }) => {
    if (options.identity !== true) throw new UsageError("gates set needs --identity");
    const over = options["over-gb"];
    const overGb = over === undefined ? null : wholeNumber(over, "--over-gb", 0);
    const json = await performFromCli(services, setGate, { sku, overGb });
    const volume = overGb === null ? "" : `, over ${overGb} GB in 30 days`;
    return { ok: true, text: `${sku} needs an identity${volume}.`, json };
  },
};

const list: Command = {
  name: "gates list",
  args: "",
  help: "List products that are sold to identified customers",
  run: async ({ services }) => {
    const json = listGates(services);
    const text = table(json, {
      none: "Every product is sold to everybody.",
      columns: ["sku", "overGb", "since"],
    });
    return { ok: true, text, json };
  },
};

const remove: Command = {
  name: "gates remove",
  args: "PRODUCT",
  help: "Sell a product to everybody again",
  run: async ({ services, args: [sku = ""] }) => {
    const json = await performFromCli(services, removeGate, { sku });
    return { ok: true, text: `${sku} is sold to everybody.`, json };
  },
};

export const gateCommands: Command[] = [set, list, remove];
