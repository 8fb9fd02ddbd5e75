import { Button, Group, Text } from "@mantine/core";
import { Loaded } from "@turnpike/ui/Loaded.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";
import { useCommand } from "../../lib/use-command.ts";

/** The invitation whose mailed link was opened in this tab (spec/accounts#invitations). */
export function Invitation({ token, onSettled }: { token: string; onSettled: () => void }) {
  const { t } = useTranslation("team");
  const invitation = useCall("teamInvitation", { token });
  const accept = useCommand("teamAccept", { awaitRefetch: true });
  return (
    <Loaded of={invitation} lines={2}>
      {({ account, email, role }) => (
        <Panel title={t("invitation.title", { account })}>
          <Text fz="sm" mb="md">
            {t("invitation.text", { email, role: t(`roles.${role}.name`) })}
          </Text>
          <Group>
            <Button loading={accept.busy} onClick={() => void accept.send({ token }, onSettled)}>
              {t("invitation.accept")}
            </Button>
            <Button variant="default" onClick={onSettled}>
              {t("invitation.ignore")}
            </Button>
          </Group>
        </Panel>
      )}
    </Loaded>
  );
}
