import type { SelectedRows } from "@turnpike/ui/selected-rows.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";

/** Asks about the selected rows; without any, shows `sentence` (spec/dashboard#batch-actions). */
export const deleteTicked =
  <Row>({ rows }: SelectedRows<Row>, sentence: string, ask: (rows: Row[]) => void) =>
  (): void =>
    rows.length === 0 ? toast.warning(sentence) : ask(rows);
