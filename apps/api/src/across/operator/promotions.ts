/**
 * `promotions …`: temporary bonuses on recharges (spec/money#recharge-bonus).
 */
import { isUuid } from "../../platform/db/uuid.ts";
import { listPromotions, type StoredPromotion } from "../../commerce/promotion/store.ts";
import { addBonus, switchBonus } from "./acts/shop.ts";
import {
  performFromCli,
  type CommandInput,
  type Command,
  UsageError,
  wholeNumber,
} from "./command.ts";
import { table } from "./table.ts";

const columns = ["id", "name", "fromCents", "percent", "startsAt", "endsAt", "enabled"] as const;
const promotionsTable = (rows: StoredPromotion[]) =>
  table(rows, { none: "There are no promotions.", columns: [...columns] });

/** Parses an instant, or a day as its start in UTC. */
function instant(text: unknown, what: string): Date {
  const date = new Date(typeof text === "string" ? text : Number.NaN);
  if (Number.isNaN(date.getTime()))
    throw new UsageError(`${what} must be a day, such as 2027-10-25`);
  return date;
}

const list: Command = {
  name: "promotions list",
  args: "",
  help: "List all promotions",
  run: async ({ services }) => {
    const rows = await listPromotions(services.db);
    return { ok: true, text: promotionsTable(rows), json: rows };
  },
};

const add: Command = {
  name: "promotions add",
  args: "--title T --from-cents N --percent N --starts DAY --ends DAY",
  help: "Add a bonus in percent on recharges from an amount on, enabled at once",
  run: async ({ services, options }) => {
    const title = typeof options.title === "string" ? options.title.trim() : "";
    if (!title) throw new UsageError("--title is required");
    const percent = wholeNumber(options.percent, "--percent");
    if (percent > 100) throw new UsageError("--percent must be at most 100");
    const fromCents = wholeNumber(options["from-cents"], "--from-cents", 0);
    const startsAt = instant(options.starts, "--starts");
    const endsAt = instant(options.ends, "--ends");
    if (endsAt <= startsAt) throw new UsageError("--ends must be after --starts");
    const added = await performFromCli(services, addBonus, {
      title,
      fromCents,
      percent,
      startsAt,
      endsAt,
    });
    return { ok: true, text: promotionsTable([added]), json: added };
  },
};

/** The new start and end of a promotion, if given. */
function daysOf({ options }: CommandInput): { startsAt?: Date; endsAt?: Date } {
  return {
    ...(options.starts === undefined ? {} : { startsAt: instant(options.starts, "--starts") }),
    ...(options.ends === undefined ? {} : { endsAt: instant(options.ends, "--ends") }),
  };
}

const switchCommand = (enabled: boolean): Command => ({
  name: enabled ? "promotions enable" : "promotions disable",
  args: enabled ? "NAME [--starts DAY --ends DAY]" : "NAME",
  help: enabled
    ? "Enable a promotion by id or name (halloween: all its tiers)"
    : "Disable a promotion; bonuses already promised remain",
  run: async (input) => {
    const { services, args } = input;
    const [name = ""] = args;
    const which = isUuid(name) ? { id: name } : { name };
    const days = enabled ? daysOf(input) : {};
    const rows = await performFromCli(services, switchBonus, { which, ...days, enabled });
    return { ok: true, text: promotionsTable(rows), json: rows };
  },
});

export const promotionCommands: Command[] = [list, add, switchCommand(true), switchCommand(false)];
