import { Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useLastValue } from "../../lib/use-last-value.ts";
import { StepDialog } from "@turnpike/ui/StepDialog.tsx";
import { usePlaceText } from "../place/use-place-text.ts";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { ExportDialog } from "./ExportDialog.tsx";
import type { Task } from "./OpenedBatch.tsx";
import { addressOf, type IpAuth, networkOf, type OpenedIp } from "./pool-ip.ts";
import { Countdown } from "./Countdown.tsx";
import { IpTry } from "./IpTry.tsx";
import { Login } from "./Login.tsx";
import { MyWhitelistEntry } from "./MyWhitelistEntry.tsx";

/** The dialogs for opened IPs; null if none is open. */
export function OpenedDialogs(props: {
  auth: IpAuth;
  task: Task | null;
  answeredAtMs: number;
  onClose: () => void;
  /** Called with the ids of the deleted rows. */
  onDeleted: (ids: readonly string[]) => void;
}) {
  const { auth, task, answeredAtMs, onClose } = props;
  const kept = useLastValue(task);
  if (!kept) return null;
  const is = (kind: Task["kind"]) => task?.kind === kind;
  return (
    <>
      <DeleteDialog
        opened={is("delete")}
        rows={kept.rows}
        answeredAtMs={answeredAtMs}
        onClose={onClose}
        onDeleted={props.onDeleted}
      />
      <ExportDialog
        auth={auth}
        opened={is("export")}
        ids={kept.rows.map(({ id }) => id)}
        onClose={onClose}
      />
      <TryDialog
        opened={is("try")}
        row={kept.rows[0]}
        answeredAtMs={answeredAtMs}
        onClose={onClose}
      />
    </>
  );
}

/** One opened IP, ready to use: its credentials or whitelist, and a command to try it. */
function TryDialog(props: {
  row: OpenedIp | undefined;
  answeredAtMs: number;
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation("pool");
  const placeText = usePlaceText();
  const { row } = props;
  return (
    <StepDialog
      opened={props.opened}
      size="md"
      title={row ? t("try.title", { address: addressOf(row) }) : ""}
      onClose={props.onClose}
    >
      {row && (
        <Stack gap="md">
          <Text fz="sm" c="dimmed">
            {t("opened.leadsTo", { ip: row.ip })} · {placeText(row)} · {networkOf(row)} ·{" "}
            <Countdown row={row} answeredAtMs={props.answeredAtMs} />
          </Text>
          {row.auth === "user" ? <Login row={row} /> : <MyWhitelistEntry />}
          <Text fz="sm">{t("try.help")}</Text>
          <IpTry row={row} />
        </Stack>
      )}
    </StepDialog>
  );
}
