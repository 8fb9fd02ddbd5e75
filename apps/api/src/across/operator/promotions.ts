/**
 * `promotions …`: temporary bonuses on recharges (spec/money#recharge-bonus).
 */
import type { ConsoleCalls, ConsoleResponse } from "@turnpike/contract/console/calls.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { switchBonus } from "./acts/shop.ts";
import { callCommand } from "./call-command.ts";
import { performFromCli, type CommandInput, type Command, UsageError } from "./command.ts";
import { serialized } from "./read/paging.ts";
import { table } from "./table.ts";

type Promotion = ConsoleResponse<ConsoleCalls["promotionAdd"]>["promotion"];

const promotionsTable = (rows: Promotion[]) =>
  table(rows, {
    none: "There are no promotions.",
    columns: ["id", "name", "fromCents", "percent", "startsAt", "endsAt", "enabled"],
    times: ["startsAt", "endsAt"],
  });

/** Parses an instant, or a day as its start in UTC. */
function instant(text: unknown, what: string): Date {
  const date = new Date(typeof text === "string" ? text : Number.NaN);
  if (Number.isNaN(date.getTime()))
    throw new UsageError(`${what} must be a day, such as 2027-10-25`);
  return date;
}

const list = callCommand({
  call: "promotionList",
  name: "promotions list",
  args: "",
  help: "List all promotions",
  show: ({ items }) => ({ text: promotionsTable(items), json: items }),
});

const add = callCommand({
  call: "promotionAdd",
  name: "promotions add",
  args: "--title T --from-cents N --percent N --starts DAY --ends DAY",
  help: "Add a bonus in percent on recharges from an amount on, enabled at once",
  fields: ({ options: { starts, ends } }) => {
    const [startsAt, endsAt] = [instant(starts, "--starts"), instant(ends, "--ends")];
    if (endsAt <= startsAt) throw new UsageError("--ends must be after --starts");
    return { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
  },
  show: ({ promotion }) => ({ text: promotionsTable([promotion]), json: promotion }),
});

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
    const set = await performFromCli(services, switchBonus, { which, ...days, enabled });
    const rows = serialized(set);
    return { ok: true, text: promotionsTable(rows), json: rows };
  },
});

export const promotionCommands: Command[] = [list, add, switchCommand(true), switchCommand(false)];
