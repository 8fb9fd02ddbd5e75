import { Stack, Text } from "@mantine/core";
import { rolePermissions, staffRoles } from "@turnpike/rules/staff.ts";
import { CopyBlock } from "../../parts/CopyBlock.tsx";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import type { CallResult, Item } from "../../lib/call.ts";
import { useMe } from "../../lib/me.ts";
import { useCall } from "../../lib/queries.ts";
import { useT, word } from "../../lib/words.ts";
import type { Act, Field } from "../../parts/act/act.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { RowMenu } from "../../parts/act/RowMenu.tsx";
import { When, when } from "@turnpike/ui/list/kinds.tsx";
import { State, YesNo } from "../../parts/cells.tsx";
import { Fact, Facts } from "../../parts/Facts.tsx";
import { Rows } from "../../parts/list/List.tsx";

type Person = Item<"staffList">;

const roleField = (initial: string): Field => ({
  name: "role",
  kind: "select",
  initial,
  options: staffRoles.map((value) => ({ value, label: word("roles", value) })),
});

const stateOf = ({ disabledAt, hasPassword }: Person) =>
  disabledAt ? "disabled" : hasPassword ? "active" : "invited";

/** Staff members and what their roles may do. */
export function Staff() {
  const t = useT();
  const list = useCall("staffList", {});
  const me = useMe();
  return (
    <>
      <PageHeader
        title={t("screens.staff.title")}
        description={t("screens.staff.text")}
        actions={
          <ActButton
            variant="filled"
            act={{
              call: "staffAdd",
              fields: [{ name: "email", kind: "email" }, roleField("support")],
              result: (invitation) => <OneTimeLink {...invitation} />,
              isShownOnce: true,
            }}
          />
        }
      />
      <Stack gap="md">
        <Rows
          name="staff"
          rows={list.data?.items}
          error={list.error}
          onRetry={() => void list.refetch()}
          rowId={({ id }) => id}
          empty={t("screens.staff.empty")}
          columns={[
            { key: "email" },
            { key: "role", text: ({ role }) => word("roles", role) },
            { key: "state", text: stateOf, show: (row) => <State state={stateOf(row)} /> },
            {
              key: "mfaBound",
              text: ({ mfaBound }) => String(mfaBound),
              show: ({ mfaBound }) => <YesNo yes={mfaBound} />,
            },
            { key: "lastSignInAt", as: when },
            { key: "createdAt", extra: "narrow", as: when },
          ]}
          actions={(person) =>
            person.id !== me?.id && <RowMenu name={person.email} acts={personActs(person)} />
          }
        />
        <Roles />
      </Stack>
    </>
  );
}

function personActs({ id, email: name, role, disabledAt }: Person) {
  const fixed = { id };
  const change: Act<"staffRole"> = { call: "staffRole", name, fixed, fields: [roleField(role)] };
  const link: Act<"staffLink"> = {
    call: "staffLink",
    name,
    fixed,
    danger: true,
    result: (invitation) => <OneTimeLink {...invitation} />,
    isShownOnce: true,
  };
  const enable: Act<"staffEnable"> = { call: "staffEnable", name, fixed };
  const disable: Act<"staffDisable"> = {
    call: "staffDisable",
    name,
    fixed,
    danger: true,
    confirmText: name,
  };
  return [change, link, disabledAt ? enable : disable] as const;
}

/** The link that sets a password, shown once. */
function OneTimeLink({ staff, link, expiresAt }: CallResult<"staffAdd">) {
  const t = useT();
  return (
    <Stack gap="xs">
      <Text>{t("staff.linkHelp", { email: staff.email })}</Text>
      <CopyBlock label={t("staff.link")} code={link} />
      <Text c="dimmed" fz="sm">
        {t("staff.linkUntil")} <When at={expiresAt} />
      </Text>
    </Stack>
  );
}

/** What each role may do, read from the rules package. */
function Roles() {
  const t = useT();
  const granted = (role: (typeof staffRoles)[number]) =>
    role === "owner"
      ? t("staff.everything")
      : rolePermissions[role].map((one) => word("permissions", one)).join(", ");
  return (
    <Panel title={t("staff.roles")}>
      <Facts>
        {staffRoles.map((role) => (
          <Fact key={role} term={word("roles", role)}>
            {granted(role)}
          </Fact>
        ))}
      </Facts>
    </Panel>
  );
}
