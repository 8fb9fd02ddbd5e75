/** `promo …`: codes that give a percentage or a gift (spec/money#promo-codes). */
import { dayMs } from "@turnpike/rules/statistics.ts";
import { addPromo, type NewPromo, setPromoEnabled } from "./acts/promos.ts";
import {
  type Command,
  type CommandInput,
  performFromCli,
  UsageError,
  wholeNumber,
} from "./command.ts";
import { type ListedPromo, listPromos, presentPromo } from "./read/promos.ts";
import { table } from "./table.ts";

const promosTable = (promos: ListedPromo[]) => {
  const rows = promos.map(presentPromo).map((row) => ({
    ...row,
    gives: row.percent === null ? `${row.giftSku}:${row.giftAmount}` : `${row.percent} %`,
    used: row.max === null ? `${row.uses}` : `${row.uses} of ${row.max}`,
  }));
  return table(rows, {
    none: "There are no promo codes.",
    columns: ["code", "gives", "used", "claims", "revenueCents", "from", "to", "enabled"],
  });
};

/** Parses a day as its start in UTC; null without one. @throws UsageError */
function dayOf(text: unknown, option: string): number | null {
  if (text === undefined) return null;
  const day = typeof text === "string" && /^\d{4}-\d\d-\d\d$/.test(text) ? text : "";
  const ms = Date.parse(day);
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== day)
    throw new UsageError(`${option} must be a day, such as 2027-10-25`);
  return ms;
}

const numberOf = (text: unknown, option: string, min = 1) =>
  text === undefined ? null : wholeNumber(text, option, min);

/** Parses `SKU:AMOUNT`. @throws UsageError */
function giftOf(text: unknown): Pick<NewPromo, "giftSku" | "giftAmount"> {
  if (text === undefined) return { giftSku: null, giftAmount: null };
  const [, giftSku = "", amount] = /^(.+):(\d+)$/.exec(String(text)) ?? [];
  if (!giftSku) throw new UsageError("--gift must be SKU:AMOUNT, such as traffic-standard:5");
  return { giftSku, giftAmount: wholeNumber(amount, "--gift") };
}

function newPromo({ args: [code = ""], options }: CommandInput): NewPromo {
  if ((options.percent === undefined) === (options.gift === undefined))
    throw new UsageError("name either --percent N or --gift SKU:AMOUNT");
  const to = dayOf(options.to, "--to");
  const { skus } = options;
  return {
    code,
    percent: numberOf(options.percent, "--percent"),
    ...giftOf(options.gift),
    max: numberOf(options.max, "--max"),
    perAccount: numberOf(options["per-account"], "--per-account") ?? 1,
    newOnly: options["new-only"] === true,
    minCents: numberOf(options["min-cents"], "--min-cents", 0),
    skus: typeof skus === "string" ? skus.split(",").map((sku) => sku.trim()) : null,
    startsAt: dayOf(options.from, "--from"),
    endsAt: to === null ? null : to + dayMs,
  };
}

const add: Command = {
  name: "promo add",
  args: "CODE --percent N | --gift SKU:AMOUNT [--max N] [--per-account N] [--new-only] [--min-cents N] [--skus A,B] [--from DAY] [--to DAY]",
  help: "Add a promo code: a discount of orders and bonus on recharges, or a gift. Days are included, in UTC",
  run: async (input) => {
    const added = await performFromCli(input.services, addPromo, newPromo(input));
    return { ok: true, text: promosTable([added]), json: presentPromo(added) };
  },
};

const list: Command = {
  name: "promo list",
  args: "",
  help: "List promo codes with their uses and what these paid",
  run: async ({ services }) => {
    const promos = await listPromos(services.db);
    return { ok: true, text: promosTable(promos), json: promos.map(presentPromo) };
  },
};

const switchCommand = (enabled: boolean): Command => ({
  name: enabled ? "promo on" : "promo off",
  args: "CODE",
  help: enabled
    ? "Switch a promo code on again"
    : "Switch a promo code off; orders that were placed with it keep their price",
  run: async ({ services, args: [code = ""] }) => {
    const promo = await performFromCli(services, setPromoEnabled, { code, enabled });
    const text = `${promo.code} is ${enabled ? "on" : "off"}.`;
    return { ok: true, text, json: presentPromo(promo) };
  },
});

export const promoCommands: Command[] = [add, list, switchCommand(true), switchCommand(false)];
