/** `usage …`: what was set aside, usage reports above all, and repairs of usage counted twice. */
import { commandLine } from "../../platform/audit/audit.ts";
import type { Services } from "../../platform/services.ts";
import { listAside } from "../../platform/set-aside/store.ts";
import {
  type QuarantinedReport,
  listQuarantined,
  quarantinedById,
} from "../../products/traffic/store/quarantine.ts";
import {
  applyQuarantined,
  type QuarantineResult,
  dropQuarantined,
} from "../../products/traffic/resolve-quarantined.ts";
import { repairUsage } from "../../products/traffic/repair.ts";
import { logAct } from "./acts/act.ts";
import { type CommandInput, type Command, UsageError, wholeNumber } from "./command.ts";
import {
  applyItem,
  canRetry,
  dropItem,
  isItemId,
  itemById,
  itemId,
  type ItemResult,
} from "./set-aside.ts";
import { table } from "./table.ts";

const LIST_LIMIT = 1_000;

const nothing = "There are no usage reports to decide.";
const reportColumns = [
  "id",
  "at",
  "gateway",
  "epoch",
  "sequence",
  "bytes",
  "doubtful",
  "why",
] as const;
const itemColumns = ["id", "at", "kind", "gateway", "name", "why"] as const;

const list: Command = {
  name: "usage list",
  args: "",
  help: "List usage reports and other records that were refused, with the reason, oldest first",
  run: async ({ services }) => {
    const reports = await listQuarantined(services.db, LIST_LIMIT);
    const items = (await listAside(services.db, LIST_LIMIT)).map((row) => ({
      ...row,
      id: itemId(row),
    }));
    const shown = <Row extends { setAsideAt: Date }>(rows: Row[]) =>
      rows.map(({ setAsideAt: at, ...row }) => ({ ...row, at }));
    const text = table(shown(reports), { none: nothing, columns: [...reportColumns] });
    const other = table(shown(items), { none: "", columns: [...itemColumns] });
    return {
      ok: true,
      text: other === "" ? text : `${text}\n\nOther records that were refused:\n${other}`,
      json: [...reports, ...items],
    };
  },
};

const show: Command = {
  name: "usage show",
  args: "ID",
  help: "Show what was set aside, whole",
  run: async ({ services, args: [id = ""] }) => {
    const json = isItemId(id)
      ? await itemById(services, id)
      : await quarantinedById(services.db, wholeNumber(id, "ID"));
    if (json === null) return { ok: false, text: `${id}: no such report`, json };
    return { ok: true, text: JSON.stringify(json, null, 2), json };
  },
};

type Result = QuarantineResult | ItemResult;
interface Decision {
  report: (services: Services, id: number) => Promise<QuarantineResult>;
  item: (services: Services, id: string) => Promise<ItemResult>;
  done: string;
  /** Whether --all leaves out doubtful reports and records that cannot be tried again. */
  certain: boolean;
}

/** The ids to decide: ID, or with --all all that wait. */
async function selectedIds(
  { services, args, options }: CommandInput,
  certain: boolean,
): Promise<(number | string)[]> {
  const [id] = args;
  if ((id === undefined) !== (options["all"] === true)) throw new UsageError("give an ID or --all");
  if (id !== undefined) return [isItemId(id) ? id : wholeNumber(id, "ID")];
  const rows: QuarantinedReport[] = await listQuarantined(services.db, LIST_LIMIT);
  const items = await listAside(services.db, LIST_LIMIT);
  return [
    ...rows.filter(({ doubtful }) => !(certain && doubtful)).map((row) => row.id),
    ...items.filter((item) => !certain || canRetry(item)).map(itemId),
  ];
}

/** Decides them one by one; a failure does not stop the others. */
function decider({ report, item, done, certain }: Decision) {
  return async (input: CommandInput) => {
    const { services } = input;
    const results: (Result | { id: number | string; outcome: "failed"; why: string })[] = [];
    for (const id of await selectedIds(input, certain)) {
      const decided: Promise<Result> =
        typeof id === "string" ? item(services, id) : report(services, id);
      results.push(
        await decided.catch((error: unknown) => {
          return { id, outcome: "failed" as const, why: String(error) };
        }),
      );
    }
    for (const each of results) {
      if (each.outcome !== "applied" && each.outcome !== "dropped") continue;
      const entry = { action: `usage.${each.outcome}`, subject: String(each.id), after: each };
      await logAct(services, commandLine, entry);
    }
    const bad = results.filter(({ outcome }) => outcome === "failed" || outcome === "unknown");
    const lines = results.map((each) => {
      if (each.outcome === "failed") return `${each.id}: failed: ${each.why}`;
      if (each.outcome === "unknown") return `${each.id}: no such report`;
      if (each.outcome === "wasApplied") return `${each.id}: already applied`;
      if (!("bytes" in each)) return `${each.id}: ${done}`;
      const billed = each.outcome === "applied" ? `, ${each.billedBytes} billed` : "";
      return `${each.id}: ${done}, ${each.bytes} bytes${billed}`;
    });
    const text = lines.length > 0 ? lines.join("\n") : nothing;
    return { ok: bad.length === 0, text, json: results };
  };
}

const apply: Command = {
  name: "usage apply",
  args: "[ID] [--all]",
  help: "Bill and count a report once, store a record; doubtful reports only by ID",
  run: decider({ report: applyQuarantined, item: applyItem, done: "applied", certain: true }),
};

const drop: Command = {
  name: "usage drop",
  args: "[ID] [--all]",
  help: "Discard a report, whose bytes are never billed, or a record",
  run: decider({ report: dropQuarantined, item: dropItem, done: "dropped", certain: false }),
};

const repair: Command = {
  name: "usage repair",
  args: "[--dry-run]",
  help: "Correct usage that earlier versions counted or billed twice, and list the corrections",
  run: async ({ services, options }) => {
    const dryRun = options["dry-run"] === true;
    const repaired = await repairUsage(services, { dryRun });
    const rows = repaired.corrections;
    if (!dryRun && rows.length > 0) {
      const entry = { action: "usage.repair", subject: `${rows.length} corrections`, after: rows };
      await logAct(services, commandLine, entry);
    }
    const none = "No usage was counted twice.";
    const columns = ["subAccount", "email", "countedBytes", "billedBytes", "from", "to"] as const;
    const outcome = dryRun ? "Nothing changed (--dry-run)." : "Corrected.";
    const text = table(rows, { none, columns: [...columns] });
    return { ok: true, text: rows.length > 0 ? `${text}\n${outcome}` : text, json: repaired };
  },
};

export const usageCommands: Command[] = [list, show, apply, drop, repair];
