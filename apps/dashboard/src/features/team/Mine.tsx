import { Button, Group, Text } from "@mantine/core";
import type { User } from "@turnpike/contract/session.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";
import { useCommand } from "../../lib/use-command.ts";
import { openAct } from "../../ui/act/open-act.ts";
import classes from "../developers/developers.module.css";
import { showTeam } from "./enter-team.ts";

type Team = User["teams"][number];

/** The accounts of others that the reader acts for; nothing without one. */
export function Mine() {
  const { t } = useTranslation("team");
  const member = useCall("member", {});
  const teams = member.data?.teams ?? [];
  if (teams.length === 0) return null;
  return (
    <Panel flush title={t("mine.title")}>
      <ul className={classes.list} aria-label={t("mine.title")}>
        {teams.map((team) => (
          <TeamRow key={team.id} team={team} />
        ))}
      </ul>
    </Panel>
  );
}

function TeamRow({ team }: { team: Team }) {
  const { t } = useTranslation("team");
  const enter = useCommand("teamEnter");
  const { id, account, role } = team;
  const leave = () =>
    openAct({
      call: "teamLeave",
      input: { id },
      danger: true,
      title: t("mine.leaveTitle", { account }),
      text: t("mine.leaveText"),
      submit: t("mine.leave"),
      done: () => t("mine.leaveDone"),
    });
  return (
    <li className={classes.row}>
      <div className={classes.grows}>
        <Text fw={600} className={classes.breaks ?? ""}>
          {account}
        </Text>
        <Text fz="sm" c="dimmed">
          {t(`roles.${role}.name`)}: {t(`roles.${role}.help`)}
        </Text>
      </div>
      <Group gap="xs">
        <Button
          size="xs"
          loading={enter.busy}
          onClick={() =>
            void enter.send({ id }, ({ session }) => showTeam({ session, account, role }))
          }
        >
          {t("mine.enter")}
        </Button>
        <Button size="xs" variant="default" onClick={leave}>
          {t("mine.leave")}
        </Button>
      </Group>
    </li>
  );
}
