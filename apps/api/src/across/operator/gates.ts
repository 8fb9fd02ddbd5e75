/** `gates …`: products that are sold to identified customers (spec/identity#gates). */
import { callCommand } from "./call-command.ts";
import { type Command, UsageError } from "./command.ts";
import { table } from "./table.ts";

const set = callCommand({
  call: "gateSet",
  name: "gates set",
  args: "PRODUCT --identity [--over-gb N]",
  help: "Sell a product to identified customers alone, or to everybody up to N GB in 30 days",
  flags: ["identity"],
  words: ["sku"],
  fields: ({ options }) => {
    if (options.identity !== true) throw new UsageError("gates set needs --identity");
    return {};
  },
  show: ({ gate }, { sku, overGb }) => {
    const volume = overGb === undefined ? "" : `, over ${overGb} GB in 30 days`;
    return { text: `${sku} needs an identity${volume}.`, json: gate };
  },
});

const list = callCommand({
  call: "gateList",
  name: "gates list",
  args: "",
  help: "List products that are sold to identified customers",
  show: ({ items }) => ({
    text: table(items, {
      none: "Every product is sold to everybody.",
      columns: ["sku", "overGb", "since"],
    }),
    json: items,
  }),
});

const remove = callCommand({
  call: "gateRemove",
  name: "gates remove",
  args: "PRODUCT",
  help: "Sell a product to everybody again",
  words: ["sku"],
  show: (json, { sku }) => ({ text: `${sku} is sold to everybody.`, json }),
});

export const gateCommands: Command[] = [set, list, remove];
