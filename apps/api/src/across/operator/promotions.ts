/**
 * `promotions …`: more bonus on recharges for a time (spec/money#recharge-bonus); nothing but data.
 */
import { isUuid } from "../../platform/db/uuid.ts";
import {
  addPromotion,
  listPromotions,
  type StoredPromotion,
  switchPromotions,
} from "../../commerce/promotion/store.ts";
import { type Asked, type Command, Usage, wholeNumber } from "./command.ts";
import { table } from "./table.ts";

const columns = ["id", "name", "fromCents", "percent", "startsAt", "endsAt", "enabled"] as const;
const shown = (rows: StoredPromotion[]) =>
  table(rows, { none: "There are no promotions.", columns: [...columns] });

/** An instant, or a day (its beginning in UTC). */
function instant(text: unknown, what: string): Date {
  const date = new Date(typeof text === "string" ? text : Number.NaN);
  if (Number.isNaN(date.getTime())) throw new Usage(`${what} is a day, such as 2027-10-25`);
  return date;
}

const list: Command = {
  name: "promotions list",
  args: "",
  help: "all promotions, running or not",
  run: async ({ services }) => {
    const rows = await listPromotions(services.db);
    return { ok: true, text: shown(rows), json: rows };
  },
};

const add: Command = {
  name: "promotions add",
  args: "--title T --from-cents N --percent N --starts DAY --ends DAY",
  help: "a bonus of so many percent on recharges from an amount on, switched on",
  run: async ({ services, options }) => {
    const title = typeof options.title === "string" ? options.title.trim() : "";
    if (!title) throw new Usage("--title is needed");
    const percent = wholeNumber(options.percent, "--percent");
    if (percent > 100) throw new Usage("--percent is at most 100");
    const fromCents = wholeNumber(options["from-cents"], "--from-cents", 0);
    const startsAt = instant(options.starts, "--starts");
    const endsAt = instant(options.ends, "--ends");
    if (endsAt <= startsAt) throw new Usage("--ends lies after --starts");
    const row = { id: services.world.id(), title, fromCents, percent, startsAt, endsAt };
    const added = await addPromotion(services.db, row);
    return { ok: true, text: shown([added]), json: added };
  },
};

/** The days of a promotion that comes back, where they are given. */
function daysOf({ options }: Asked): { startsAt?: Date; endsAt?: Date } {
  return {
    ...(options.starts === undefined ? {} : { startsAt: instant(options.starts, "--starts") }),
    ...(options.ends === undefined ? {} : { endsAt: instant(options.ends, "--ends") }),
  };
}

const switches = (enabled: boolean): Command => ({
  name: enabled ? "promotions enable" : "promotions disable",
  args: enabled ? "NAME [--starts DAY --ends DAY]" : "NAME",
  help: enabled
    ? "switches a promotion on, by its id or name (halloween: all its tiers)"
    : "switches a promotion off; bonuses that were promised stay",
  run: async (asked) => {
    const { services, args } = asked;
    const [name = ""] = args;
    const which = isUuid(name) ? { id: name } : { name };
    const days = enabled ? daysOf(asked) : {};
    const rows = await switchPromotions(services.db, { ...which, ...days, enabled });
    if (rows.length === 0) throw new Error(`there is no promotion ${name}`);
    return { ok: true, text: shown(rows), json: rows };
  },
});

export const promotionCommands: Command[] = [list, add, switches(true), switches(false)];
