import { ActionIcon, Badge, Box, Button, Group, Text } from "@mantine/core";
import { mayManageRole, type PersonRole, type TeamRole } from "@turnpike/rules/team.ts";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { IconPencil, IconTrash, IconUsersGroup } from "@turnpike/ui/icons.ts";
import { formatDateTime } from "@turnpike/ui/lib/format.ts";
import { useNow } from "@turnpike/ui/lib/use-now.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { TimeAgo } from "@turnpike/ui/TimeAgo.tsx";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import type { useCall } from "../../lib/queries.ts";
import { accountView } from "../../lib/session.ts";
import classes from "../developers/developers.module.css";
import { useTeamActs } from "./use-team-acts.ts";

type Team = CallResult<"team">;

/** The people who act for the account, open invitations, and the way to invite (spec/accounts#teams). */
export function People({ team }: { team: ReturnType<typeof useCall<"team">> }) {
  const { t } = useTranslation("team");
  const own: PersonRole = accountView()?.role ?? "owner";
  const { invite } = useTeamActs(own);
  const mayInvite = mayManageRole(own, "viewer");
  const button = mayInvite && (
    <Button size="xs" onClick={invite}>
      {t("people.invite")}
    </Button>
  );
  const { data } = team;
  const isEmpty = data && data.members.length === 0 && data.invitations.length === 0;
  return (
    <Panel
      flush
      title={t("people.title")}
      description={t("people.description")}
      actions={data && !isEmpty && button}
    >
      {data === undefined ? (
        <Box p={team.error ? 0 : "md"}>
          {team.error ? (
            <ErrorState error={team.error} onRetry={() => void team.refetch()} />
          ) : (
            <LineSkeletons lines={3} height={22} />
          )}
        </Box>
      ) : isEmpty ? (
        <EmptyState
          icon={<IconUsersGroup size={22} />}
          title={t("people.none")}
          text={t("people.noneHelp")}
          action={button}
        />
      ) : (
        <Rows team={data} own={own} />
      )}
    </Panel>
  );
}

function Rows({ team, own }: { team: Team; own: PersonRole }) {
  const { t } = useTranslation("team");
  const { change, remove, takeBack } = useTeamActs(own);
  const nowMs = useNow();
  return (
    <ul className={classes.list} aria-label={t("people.title")}>
      <Row email={team.owner} rank="owner" />
      {team.members.map((member) => (
        <Row
          key={member.id}
          email={member.email}
          rank={member.role}
          onChange={mayManageRole(own, member.role) && (() => change(member))}
          onRemove={mayManageRole(own, member.role) && (() => remove(member))}
        >
          {t(member.mfaBound ? "people.mfa" : "people.noMfa")} ·{" "}
          {member.lastSeenAt === null ? (
            t("people.never")
          ) : (
            <>
              {t("people.lastSeen")} <TimeAgo at={member.lastSeenAt} nowMs={nowMs} />
            </>
          )}
        </Row>
      ))}
      {team.invitations.map((invitation) => (
        <Row
          key={invitation.id}
          email={invitation.email}
          rank={invitation.role}
          onRemove={mayManageRole(own, invitation.role) && (() => takeBack(invitation))}
        >
          {t("people.invited", { at: formatDateTime(invitation.expiresAt) })}
        </Row>
      ))}
    </ul>
  );
}

function Row(props: {
  email: string;
  rank: "owner" | TeamRole;
  children?: ReactNode;
  onChange?: (() => void) | false;
  onRemove?: (() => void) | false;
}) {
  const { t } = useTranslation("team");
  const { email, rank, onChange, onRemove } = props;
  return (
    <li className={classes.row}>
      <div className={classes.grows}>
        <Group gap="xs">
          <Text span fw={600} className={classes.breaks ?? ""}>
            {email}
          </Text>
          <Badge color="gray" title={t(`roles.${rank}.help`)}>
            {t(`roles.${rank}.name`)}
          </Badge>
        </Group>
        <Text fz="sm" c="dimmed">
          {props.children}
        </Text>
      </div>
      {onChange && (
        <ActionIcon
          size={30}
          variant="default"
          aria-label={t("people.change", { email })}
          onClick={onChange}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      )}
      {onRemove && (
        <ActionIcon
          size={30}
          variant="default"
          aria-label={t("people.remove", { email })}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}
