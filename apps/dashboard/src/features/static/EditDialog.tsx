import { useTranslation } from "react-i18next";
import { useBusy } from "../../lib/queries.ts";
import { StepDialog } from "../../ui/StepDialog.tsx";
import { EditMany } from "./EditMany.tsx";
import { EditOne } from "./EditOne.tsx";
import type { StaticIp } from "./static-ip.ts";
import { type Term, termCalls } from "./term.ts";

/** Changes account, password, whitelist or remark of one or many. */
export function EditDialog(props: {
  term: Term;
  rows: readonly StaticIp[];
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation("static-edit");
  const { term, rows, opened, onClose } = props;
  const busy = useBusy(termCalls[term].update);
  const [first] = rows;
  const one = rows.length === 1 ? first : undefined;
  return (
    <StepDialog
      opened={opened}
      title={one ? t("edit.title", { host: one.host }) : t("edit.many", { count: rows.length })}
      size="md"
      busy={busy}
      onClose={onClose}
    >
      {one ? (
        <EditOne term={term} row={one} onClose={onClose} />
      ) : (
        <EditMany term={term} rows={rows} onClose={onClose} />
      )}
    </StepDialog>
  );
}
