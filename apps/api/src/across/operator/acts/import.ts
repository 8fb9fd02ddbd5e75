/** The act of importing what another installation had. */
import {
  type ImportTotals,
  type PreparedImport,
  prepareImport,
  writeImport,
} from "../../moving-in/import.ts";
import type { ImportKind } from "../../moving-in/read-file.ts";
import type { LineFault } from "../../moving-in/rows.ts";
import { ActRefused } from "../../../platform/act-refused.ts";
import { transaction } from "../../../platform/db/database.ts";
import { inMemory } from "../../../platform/in-memory.ts";
import type { Services } from "../../../platform/services.ts";
import { defineAct } from "./act.ts";

export interface ImportPreview extends ImportTotals {
  notes: LineFault[];
  noteCount: number;
}

const notesShown = 20;

/** What an import would bring, for a person to look at first. */
export const previewOf = ({ totals, notes }: PreparedImport): ImportPreview => ({
  ...totals,
  notes: notes.slice(0, notesShown),
  noteCount: notes.length,
});

const underWay = inMemory(() => ({ imports: 0 }));

/**
 * Runs one import at a time: a large one takes minutes, and several at once would take the turns of
 * everybody's calls.
 * @throws ActRefused while another runs in this process
 */
export async function alone<T>(services: Services, work: () => Promise<T>): Promise<T> {
  const state = underWay(services);
  if (state.imports > 0) throw new ActRefused("another import is under way: wait until it is done");
  state.imports += 1;
  try {
    return await work();
  } finally {
    state.imports -= 1;
  }
}

/**
 * Says what an import would bring. It only reads: written and taken back, a long file would keep its
 * customers' balances and the addresses that it names from everybody for minutes.
 * @throws ActRefused if it cannot be done
 */
export async function tryImport(
  services: Services,
  kind: ImportKind,
  text: string,
): Promise<PreparedImport> {
  const prepared = await prepareImport(services, kind, text);
  await transaction(services.db, (tx) => prepared.judge(services, tx));
  return prepared;
}

export const importFile = defineAct<{ prepared: PreparedImport; file: string }, ImportPreview>({
  action: "import.file",
  run: async (services, tx, { prepared, file }, actor) => {
    await writeImport(services, tx, { prepared, actor: actor.name });
    const { totals, digest } = prepared;
    return { result: previewOf(prepared), subject: file, after: { ...totals, digest } };
  },
});
