import { ActionIcon, Badge, Button, Group, Text } from "@mantine/core";
import { mayManageRole, type PersonRole } from "@turnpike/rules/team.ts";
import { EntryPanel } from "@turnpike/ui/EntryPanel.tsx";
import { IconPencil, IconTrash, IconUsersGroup } from "@turnpike/ui/icons.ts";
import { formatDateTime } from "@turnpike/ui/lib/format.ts";
import { useNow } from "@turnpike/ui/lib/use-now.ts";
import { TimeAgo } from "@turnpike/ui/TimeAgo.tsx";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import type { useCall } from "../../lib/queries.ts";
import { accountView } from "../../lib/session.ts";
import classes from "../developers/developers.module.css";
import { useTeamActs } from "./use-team-acts.ts";

interface Person {
  email: string;
  rank: PersonRole;
  text?: ReactNode;
  onChange?: (() => void) | false;
  onRemove?: (() => void) | false;
}

/** The people who act for the account, open invitations, and the way to invite (spec/accounts#teams). */
export function People({ team }: { team: ReturnType<typeof useCall<"team">> }) {
  const { t } = useTranslation("team");
  const own: PersonRole = accountView()?.role ?? "owner";
  const { invite } = useTeamActs(own);
  const rowsOf = usePeople(own);
  return (
    <EntryPanel
      of={team}
      rowsOf={rowsOf}
      title={t("people.title")}
      description={t("people.description")}
      action={
        mayManageRole(own, "viewer") && (
          <Button size="xs" onClick={invite}>
            {t("people.invite")}
          </Button>
        )
      }
      empty={{
        icon: <IconUsersGroup size={22} />,
        title: t("people.none"),
        text: t("people.noneHelp"),
      }}
      listClass={classes.list}
    >
      {(person) => <Row key={person.email} {...person} />}
    </EntryPanel>
  );
}

/** The owner, the members and the invited, unless there is only the owner. */
function usePeople(own: PersonRole) {
  const { t } = useTranslation("team");
  const { change, remove, takeBack } = useTeamActs(own);
  return ({ owner, members, invitations }: CallResult<"team">): Person[] => {
    const others = [
      ...members.map((member) => ({
        email: member.email,
        rank: member.role,
        text: <MemberText {...member} />,
        onChange: mayManageRole(own, member.role) && (() => change(member)),
        onRemove: mayManageRole(own, member.role) && (() => remove(member)),
      })),
      ...invitations.map((invitation) => ({
        email: invitation.email,
        rank: invitation.role,
        text: t("people.invited", { at: formatDateTime(invitation.expiresAt) }),
        onRemove: mayManageRole(own, invitation.role) && (() => takeBack(invitation)),
      })),
    ];
    return others.length === 0 ? [] : [{ email: owner, rank: "owner" }, ...others];
  };
}

function MemberText(props: { mfaBound: boolean; lastSeenAt: string | null }) {
  const { t } = useTranslation("team");
  const nowMs = useNow();
  return (
    <>
      {t(props.mfaBound ? "people.mfa" : "people.noMfa")} ·{" "}
      {props.lastSeenAt === null ? (
        t("people.never")
      ) : (
        <>
          {t("people.lastSeen")} <TimeAgo at={props.lastSeenAt} nowMs={nowMs} />
        </>
      )}
    </>
  );
}

function Row({ email, rank, text, onChange, onRemove }: Person) {
  const { t } = useTranslation("team");
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
          {text}
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap">
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
      </Group>
    </li>
  );
}
