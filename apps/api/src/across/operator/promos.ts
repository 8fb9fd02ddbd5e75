/** `promo …`: codes that give a percentage or a gift (spec/money#promo-codes). */
import { callCommand } from "./call-command.ts";
import { type Command, type CommandInput, UsageError, wholeNumber } from "./command.ts";
import type { presentPromo } from "./read/promos.ts";
import { table } from "./table.ts";

const promosTable = (promos: ReturnType<typeof presentPromo>[]) => {
  const rows = promos.map((row) => ({
    ...row,
    gives: row.percent === null ? `${row.giftSku}:${row.giftAmount}` : `${row.percent} %`,
    used: row.max === null ? `${row.uses}` : `${row.uses} of ${row.max}`,
  }));
  return table(rows, {
    none: "There are no promo codes.",
    columns: ["code", "gives", "used", "claims", "revenueCents", "from", "to", "enabled"],
  });
};

/** Parses `SKU:AMOUNT`. @throws UsageError */
function giftOf({ options: { percent, gift } }: CommandInput) {
  if ((percent === undefined) === (gift === undefined))
    throw new UsageError("name either --percent N or --gift SKU:AMOUNT");
  if (gift === undefined) return {};
  const [, giftSku = "", amount] = /^(.+):(\d+)$/.exec(String(gift)) ?? [];
  if (!giftSku) throw new UsageError("--gift must be SKU:AMOUNT, such as traffic-standard:5");
  return { giftSku, giftAmount: wholeNumber(amount, "--gift") };
}

const add = callCommand({
  call: "promoAdd",
  name: "promo add",
  args: "CODE --percent N | --gift SKU:AMOUNT [--max N] [--per-account N] [--new-only] [--min-cents N] [--skus A,B] [--from DAY] [--to DAY]",
  help: "Add a promo code: a discount of orders and bonus on recharges, or a gift. Days are included, in UTC",
  words: ["code"],
  fields: giftOf,
  show: ({ promo }) => ({ text: promosTable([promo]), json: promo }),
});

const list = callCommand({
  call: "promoList",
  name: "promo list",
  args: "",
  help: "List promo codes with their uses and what these paid",
  show: ({ items }) => ({ text: promosTable(items), json: items }),
});

const switchCommand = (enabled: boolean) =>
  callCommand({
    call: "promoSwitch",
    name: enabled ? "promo on" : "promo off",
    args: "CODE",
    help: enabled
      ? "Switch a promo code on again"
      : "Switch a promo code off; orders that were placed with it keep their price",
    words: ["code"],
    fields: () => ({ enabled }),
    show: ({ promo }) => ({ text: `${promo.code} is ${enabled ? "on" : "off"}.`, json: promo }),
  });

export const promoCommands: Command[] = [add, list, switchCommand(true), switchCommand(false)];
