/** `usage …`: usage reports that were set aside, and repairs of usage that was counted twice. */
import { commandLine } from "../../platform/audit/audit.ts";
import type { Services } from "../../platform/services.ts";
import {
  type QuarantinedReport,
  listQuarantined,
} from "../../products/traffic/store/quarantine.ts";
import {
  applyQuarantined,
  type QuarantineResult,
  dropQuarantined,
} from "../../products/traffic/resolve-quarantined.ts";
import { repairUsage } from "../../products/traffic/repair.ts";
import { logAct } from "./acts/act.ts";
import { type CommandInput, type Command, UsageError, wholeNumber } from "./command.ts";
import { table } from "./table.ts";

const LISTED = 1_000;

const list: Command = {
  name: "usage list",
  args: "",
  help: "List usage reports that could not be applied, with the reason, oldest first",
  run: async ({ services }) => {
    const rows = await listQuarantined(services.db, LISTED);
    const shownRows = rows.map(({ setAsideAt: at, ...row }) => ({ ...row, at }));
    const none = "There are no usage reports to decide.";
    const columns = [
      "id",
      "at",
      "gateway",
      "epoch",
      "sequence",
      "bytes",
      "doubtful",
      "why",
    ] as const;
    return { ok: true, text: table(shownRows, { none, columns: [...columns] }), json: rows };
  },
};

type Decide = (services: Services, id: number) => Promise<QuarantineResult>;

/** The ids to decide: ID, or with --all all that wait; `certain` excludes doubtful ones. */
async function selectedIds(
  { services, args, options }: CommandInput,
  certain: boolean,
): Promise<number[]> {
  const [id] = args;
  if ((id === undefined) !== (options["all"] === true)) throw new UsageError("give an ID or --all");
  if (id !== undefined) return [wholeNumber(id, "ID")];
  const rows: QuarantinedReport[] = await listQuarantined(services.db, LISTED);
  return rows.filter(({ doubtful }) => !(certain && doubtful)).map((row) => row.id);
}

/** Decides reports one by one; a failure does not stop the others. */
function decider(decide: Decide, { done, certain }: { done: string; certain: boolean }) {
  return async (input: CommandInput) => {
    const results: (QuarantineResult | { id: number; outcome: "failed"; why: string })[] = [];
    for (const id of await selectedIds(input, certain)) {
      results.push(
        await decide(input.services, id).catch((error: unknown) => {
          return { id, outcome: "failed" as const, why: String(error) };
        }),
      );
    }
    for (const each of results) {
      if (each.outcome !== "applied" && each.outcome !== "dropped") continue;
      const entry = { action: `usage.${each.outcome}`, subject: String(each.id), after: each };
      await logAct(input.services, commandLine, entry);
    }
    const bad = results.filter(({ outcome }) => outcome === "failed" || outcome === "unknown");
    const lines = results.map((each) => {
      if (each.outcome === "failed") return `${each.id}: failed: ${each.why}`;
      if (each.outcome === "unknown") return `${each.id}: no such report`;
      if (each.outcome === "wasApplied") return `${each.id}: already applied`;
      const billed = each.outcome === "applied" ? `, ${each.billedBytes} billed` : "";
      return `${each.id}: ${done}, ${each.bytes} bytes${billed}`;
    });
    const text = lines.length > 0 ? lines.join("\n") : "There are no usage reports to decide.";
    return { ok: bad.length === 0, text, json: results };
  };
}

const apply: Command = {
  name: "usage apply",
  args: "[ID] [--all]",
  help: "Bill and count a report once; doubtful ones only by ID",
  run: decider(applyQuarantined, { done: "applied", certain: true }),
};

const drop: Command = {
  name: "usage drop",
  args: "[ID] [--all]",
  help: "Discard a report: its bytes are never billed",
  run: decider(dropQuarantined, { done: "dropped", certain: false }),
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

export const usageCommands: Command[] = [list, apply, drop, repair];
