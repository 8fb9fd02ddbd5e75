import { Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { CallRefused } from "../../lib/call.ts";
import { queryClient, useCommand } from "../../lib/queries.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { ConfirmDialog } from "@turnpike/ui/ConfirmDialog.tsx";
import { placeOf, type Session } from "./sessions.ts";
import { useDeviceName } from "./use-device-name.ts";

const isGone = (error: Error) => error instanceof CallRefused && error.code === 404;

/** Ends sessions, says how many, and closes the dialog. */
function useEnd(onClose: () => void) {
  const { t } = useTranslation("setting-account");
  const command = useCommand("endSessions", {
    invalidates: ["sessions", "loginLog"],
    handles: isGone,
  });
  const end = (parameters: { id?: string }) =>
    command.mutate(parameters, {
      onSuccess: ({ ended }) => {
        toast.success(t("devices.done", { count: ended }));
        onClose();
      },
      onError: (error) => {
        if (!isGone(error)) return;
        toast.success(t("devices.doneBefore"));
        void queryClient.invalidateQueries({ queryKey: ["sessions"] });
        onClose();
      },
    });
  return { end, busy: command.isPending };
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
      onConfirm={() => end({ id: session.id })}
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
      onConfirm={() => end({})}
      onClose={onClose}
    >
      {t("devices.others.text", { count })}
    </ConfirmDialog>
  );
}
