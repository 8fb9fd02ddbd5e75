import { Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { openAct } from "../../ui/act/open-act.ts";
import { placeOf, type Session } from "./sessions.ts";
import { useDeviceName } from "./use-device-name.ts";

/** Asks before ending one session, or all but this one. */
export function useEnd() {
  const { t } = useTranslation("setting-account");
  const deviceName = useDeviceName();
  const shared = {
    call: "endSessions",
    danger: true,
    done: ({ ended }: { ended: number }) => t("devices.done", { count: ended }),
    gone: t("devices.doneBefore"),
  } as const;
  return {
    one: (session: Session) =>
      openAct({
        ...shared,
        input: { id: session.id },
        title: t("devices.one.title", { device: deviceName(session.agent) }),
        text: (
          <Stack gap="xs">
            <Text>{t("devices.one.text")}</Text>
            <Text fz="sm">{t("devices.one.where", { place: placeOf(session) })}</Text>
          </Stack>
        ),
        submit: t("devices.end"),
      }),
    others: (count: number) =>
      openAct({
        ...shared,
        input: {},
        title: t("devices.others.title"),
        text: t("devices.others.text", { count }),
        submit: t("devices.endOthers"),
      }),
  };
}
