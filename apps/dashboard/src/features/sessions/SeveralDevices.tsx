import { Stack, Switch, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { useCall } from "../../lib/queries.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { openAct } from "../../ui/act/open-act.ts";
import { Loaded } from "@turnpike/ui/Loaded.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { othersOf, useSessions } from "./sessions.ts";

/** Whether the account may be signed in on several devices at once (spec/sign-in#sessions). */
export function SeveralDevices() {
  const { t } = useTranslation("setting-account");
  const member = useCall("member", {});
  return (
    <Panel title={t("several.title")}>
      <Loaded of={member} lines={2} height={24}>
        {({ multiDevice: allowed }) => <Choice allowed={allowed} />}
      </Loaded>
    </Panel>
  );
}

function Choice({ allowed }: { allowed: boolean }) {
  const { t } = useTranslation("setting-account");
  const sessions = useSessions().data?.items;
  const change = useCommand("moreLogin", {
    awaitRefetch: true,
  });
  const done = ({ multiDevice }: { multiDevice: boolean }) =>
    multiDevice ? t("several.doneOn") : t("several.doneOff");
  const allow = () => void change.send({ enabled: true }, (answer) => toast.success(done(answer)));
  const forbid = () =>
    openAct({
      call: "moreLogin",
      input: { enabled: false },
      awaitRefetch: true,
      danger: true,
      title: t("several.confirmTitle"),
      text: <Ends others={sessions ? othersOf(sessions).length : 0} />,
      submit: t("several.confirm"),
      done,
    });
  return (
    <Stack gap="xs">
      <Switch
        label={t("several.label")}
        description={allowed ? t("several.on") : t("several.off")}
        checked={allowed}
        disabled={change.busy}
        onChange={(event) => (event.currentTarget.checked ? allow() : forbid())}
      />
      {sessions && (
        <Text fz="sm" c="dimmed">
          {t("several.now", { count: sessions.length })}
        </Text>
      )}
    </Stack>
  );
}

function Ends({ others }: { others: number }) {
  const { t } = useTranslation("setting-account");
  return (
    <Stack gap="xs">
      <Text>
        {others ? t("several.confirmOthers", { count: others }) : t("several.confirmNone")}
      </Text>
      <Text>{t("several.confirmThen")}</Text>
    </Stack>
  );
}
