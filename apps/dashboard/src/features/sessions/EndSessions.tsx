import { Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { makeStale } from "../../lib/changes.ts";
import {} from "../../lib/queries.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { ConfirmDialog } from "@turnpike/ui/ConfirmDialog.tsx";
import { placeOf, type Session } from "./sessions.ts";
import { useDeviceName } from "./use-device-name.ts";

/** Ends sessions, says how many, and closes the dialog. */
function useEnd(onClose: () => void) {
  const { t } = useTranslation("setting-account");
  const command = useCommand("endSessions", {
    handles: (refused) => {
      if (refused.code !== 404) return false;
      toast.success(t("devices.doneBefore"));
      void makeStale(["sessions"]);
      onClose();
      return true;
    },
  });
  const end = async (parameters: { id?: string }) => {
    const answer = await command.send(parameters);
    if (!answer) return;
    toast.success(t("devices.done", { count: answer.ended }));
    onClose();
  };
  return { end, busy: command.busy };
}

/** Asks before ending one session. */
export function EndSession(props: { session: Session; onClose: () => void }) {
  const { t } = useTranslation("setting-account");
  const { session, onClose } = props;
  const { end, busy } = useEnd(onClose);
  const device = useDeviceName()(session.agent);
  return (
    <ConfirmDialog
      opened
      danger
      title={t("devices.one.title", { device })}
      confirm={t("devices.end")}
      busy={busy}
      onConfirm={() => void end({ id: session.id })}
      onClose={onClose}
    >
      <Stack gap="xs">
        <Text>{t("devices.one.text")}</Text>
        <Text fz="sm">{t("devices.one.where", { place: placeOf(session) })}</Text>
      </Stack>
    </ConfirmDialog>
  );
}

/** Asks before ending all sessions but this one. */
export function EndOthers(props: { count: number; onClose: () => void }) {
  const { t } = useTranslation("setting-account");
  const { count, onClose } = props;
  const { end, busy } = useEnd(onClose);
  return (
    <ConfirmDialog
      opened
      danger
      title={t("devices.others.title")}
      confirm={t("devices.endOthers")}
      busy={busy}
      onConfirm={() => void end({})}
      onClose={onClose}
    >
      {t("devices.others.text", { count })}
    </ConfirmDialog>
  );
}
