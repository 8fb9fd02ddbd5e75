/** `upstreams reported|report|geo`: what wholesalers say and deliver, beside what we count and asked. */
import { plainMoney } from "@turnpike/locales/money.ts";
import { reportUpstream } from "./acts/upstreams.ts";
import { type Command, performFromCli, UsageError, wholeNumber } from "./command.ts";
import { isDay } from "./read/days.ts";
import { geoLines } from "./read/upstream-geo.ts";
import { dayText, reconciliation } from "./read/upstreams.ts";
import { readSpan } from "./revenue.ts";
import { table } from "./table.ts";

const reported: Command = {
  name: "upstreams reported",
  args: "NAME DAY BYTES",
  help: "Enter how many bytes the wholesaler says it carried on a UTC day",
  run: async ({ services, args: [name = "", day = "", given] }) => {
    if (!isDay(day)) throw new UsageError("DAY must be a day, such as 2026-03-01");
    const bytes = wholeNumber(given, "BYTES", 0);
    const json = await performFromCli(services, reportUpstream, { name, day, bytes });
    return { ok: true, text: `${name} reported ${bytes} bytes on ${day}.`, json };
  },
};

const report: Command = {
  name: "upstreams report",
  args: "--from DAY --to DAY",
  help: "Compare own bytes with the reported ones by day; both days are included",
  run: async ({ services, options }) => {
    const json = await reconciliation(services, readSpan(options));
    const lines = json.map(({ costMicros, ...line }) => ({
      ...line,
      cost: plainMoney(Math.round(costMicros / 10_000)),
    }));
    const text = table(lines, {
      none: "Upstreams carried nothing.",
      columns: [
        "upstream",
        "day",
        "ownBytes",
        "reportedBytes",
        "differencePercent",
        "red",
        "cost",
        "balanceDays",
      ],
    });
    return { ok: true, text, json };
  },
};

const geo: Command = {
  name: "upstreams geo",
  args: "--from DAY --to DAY",
  help: "Show the share of exits in another country than asked by day; both days are included",
  run: async ({ services, options }) => {
    const { from, to } = readSpan(options);
    const json = await geoLines(services.db, { from: dayText(from), to: dayText(to) });
    const lines = json.map(({ elsewhere, ...line }) => ({
      ...line,
      elsewhere: elsewhere
        .slice(0, 5)
        .map(({ asked, found, connections }) => `${asked}→${found} ${connections}`)
        .join(", "),
    }));
    const text = table(lines, {
      none: "No upstream named an exit's address.",
      columns: ["upstream", "day", "connections", "other", "otherPercent", "elsewhere"],
    });
    return { ok: true, text, json };
  },
};

export const upstreamReports: Command[] = [reported, report, geo];
