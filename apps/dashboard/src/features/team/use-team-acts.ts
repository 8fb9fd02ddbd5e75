/** The dialogs that change a team. */
import { mayManageRole, type PersonRole, teamRoles, type TeamRole } from "@turnpike/rules/team.ts";
import { useTranslation } from "react-i18next";
import { openAct } from "../../ui/act/open-act.ts";

interface Person {
  id: string;
  email: string;
  role: TeamRole;
}

/** What a person of this role can open. */
export function useTeamActs(own: PersonRole) {
  const { t } = useTranslation("team");
  const options = teamRoles
    .filter((role) => mayManageRole(own, role))
    .map((role) => ({
      value: role,
      label: `${t(`roles.${role}.name`)}: ${t(`roles.${role}.help`)}`,
    }));
  const roleField = (initial: TeamRole) =>
    ({ kind: "select", name: "role", label: t("invite.role"), options, initial }) as const;
  const invite = () =>
    openAct({
      call: "teamInvite",
      input: ({ email, role }) => ({ email: String(email), role: role as TeamRole }),
      awaitRefetch: true,
      title: t("invite.title"),
      text: t("invite.text"),
      submit: t("invite.submit"),
      fields: [{ kind: "email", name: "email", label: t("invite.email") }, roleField("developer")],
      done: ({ email }) => t("invite.done", { email }),
    });
  const change = ({ id, email, role: initial }: Person) =>
    openAct({
      call: "teamUp",
      input: ({ role }) => ({ id, role: role as TeamRole }),
      awaitRefetch: true,
      title: t("change.title", { email }),
      text: t("change.text"),
      submit: t("change.submit"),
      fields: [roleField(initial)],
      done: () => t("change.done"),
    });
  const remove = ({ id, email }: Person) =>
    openAct({
      call: "teamRemove",
      input: { id },
      danger: true,
      title: t("remove.title", { email }),
      text: t("remove.text"),
      submit: t("remove.submit"),
      done: () => t("remove.done", { email }),
    });
  const takeBack = ({ id, email }: Person) =>
    openAct({
      call: "teamRemove",
      input: { id },
      danger: true,
      title: t("takeBack.title"),
      text: t("takeBack.text", { email }),
      submit: t("takeBack.submit"),
      done: () => t("takeBack.done"),
    });
  return { invite, change, remove, takeBack };
}
