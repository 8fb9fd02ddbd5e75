/** `import customers|subaccounts|statics`: what another installation had (docs/moving-in.md). */
import { stat } from "node:fs/promises";
import { importKinds } from "@turnpike/rules/import-kind.ts";
import { plainMoney } from "@turnpike/locales/money.ts";
import { ActRefused } from "../../platform/act-refused.ts";
import { maxImportLength, prepareImport } from "../moving-in/import.ts";
import type { ImportKind } from "../moving-in/read-file.ts";
import { importFile, type ImportPreview, previewOf, tryImport } from "./acts/import.ts";
import { type Command, performFromCli, readText } from "./command.ts";

const what: Record<ImportKind, string> = {
  customers: "customers with their passwords and balances",
  subaccounts: "sub-accounts with their old user names and passwords",
  statics: "static IPs",
};

/** @throws ActRefused before a file is read that cannot be taken: text of two bytes a character fits */
async function refuseLargeFile(file: string): Promise<void> {
  if (file === "-") return;
  const { size } = await stat(file);
  if (size > 2 * maxImportLength) throw new ActRefused("the file is larger than 128 MB");
}

const importCommand = (kind: ImportKind): Command => ({
  name: `import ${kind}`,
  args: "FILE [--dry-run]",
  help: `Import ${what[kind]} from a CSV file, all or none; with --dry-run only say what it would bring`,
  run: async ({ services, args: [file = ""], options }) => {
    await refuseLargeFile(file);
    const text = await readText(file);
    if (options["dry-run"] === true) {
      const json = { ...previewOf(await tryImport(services, kind, text)), dryRun: true };
      return { ok: true, text: `${totalsText(json)}\nNothing was changed.`, json };
    }
    const prepared = await prepareImport(services, kind, text);
    // Before anything is written, which takes a minute for long files.
    process.stderr.write(`${totalsText(previewOf(prepared))}\n`);
    const json = await performFromCli(services, importFile, { prepared, file });
    const done = `Imported ${json.lines} lines. Compare the totals with the old program's.`;
    return { ok: true, text: done, json: { ...json, dryRun: false } };
  },
});

function totalsText(preview: ImportPreview): string {
  const { kind, lines, invited, walletCents, trafficBytes, ips, notes, noteCount } = preview;
  const sums = [`${lines} ${kind}`];
  if (walletCents > 0) sums.push(`${plainMoney(walletCents)} in wallets`);
  if (trafficBytes > 0) sums.push(`${trafficBytes / 1_000_000_000} GB`);
  if (ips > 0) sums.push(`${ips} IPs`);
  if (invited > 0) sums.push(`${invited} without a password, who are invited by mail`);
  const more = noteCount - notes.length;
  return [
    `${sums.join(", ")}.`,
    ...notes.map(({ line, text }) => `  line ${line}: ${text}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ].join("\n");
}

export const importCommands: Command[] = importKinds.map(importCommand);
