import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { when } from "@turnpike/ui/list/kinds.tsx";
import type { CallResult } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT, word } from "../../lib/words.ts";
import { RowMenu } from "../../parts/act/RowMenu.tsx";
import { CustomerLink, State, YesNo } from "../../parts/cells.tsx";
import { Rows } from "../../parts/list/List.tsx";

type Answer = CallResult<"customerTeam">;
type Person = Answer["people"][number];
type Team = Answer["teams"][number];

const role: ListColumn<{ role: Person["role"] }> = {
  key: "role",
  text: (row) => word("teamRoles", row.role),
};

const personColumns = (): ListColumn<Person>[] => [
  {
    key: "email",
    text: ({ email }) => email,
    show: ({ personId, email, role: of }) =>
      personId === null || of === "owner" ? (
        email
      ) : (
        <CustomerLink accountId={personId} email={email} />
      ),
  },
  role,
  { key: "state", text: ({ state }) => state, show: ({ state }) => <State state={state} /> },
  {
    key: "mfaBound",
    text: ({ mfaBound }) => String(mfaBound),
    show: ({ mfaBound }) => <YesNo yes={mfaBound} />,
  },
  { key: "sessions", align: "right", text: ({ sessions }) => sessions },
  { key: "lastSignInAt", as: when },
  { key: "addedAt", extra: "narrow", as: when },
];

const teamColumns = (): ListColumn<Team>[] => [
  {
    key: "email",
    text: ({ email }) => email,
    show: (row) => <CustomerLink {...row} />,
  },
  role,
  { key: "sessions", align: "right", text: ({ sessions }) => sessions },
  { key: "addedAt", as: when },
];

/** What the staff can do for a person of the team, as they can for the owner. */
function PersonMenu({ person }: { person: Person }) {
  const { personId, email, mfaBound } = person;
  if (personId === null || person.role === "owner") return null;
  const name = email ?? personId;
  const fixed = { account: personId };
  const end = { call: "customerEndSessions", name, fixed } as const;
  const unbind = {
    call: "customerUnbindMfa",
    name,
    fixed,
    danger: true,
    confirmText: name,
  } as const;
  return <RowMenu name={name} acts={mfaBound ? [end, unbind] : [end]} />;
}

/** The people of the customer's account, and the accounts that they act for; nothing without any. */
export function Team({ account }: { account: string }) {
  const t = useT();
  const { data } = useCall("customerTeam", { account });
  if (data === undefined) return null;
  const common = { account, empty: t("customer.none") };
  return (
    <>
      {data.people.length > 0 && (
        <Rows
          {...common}
          name="team"
          title={t("customer.team")}
          exported
          rows={data.people}
          rowId={({ personId, email }) => personId ?? email ?? ""}
          columns={personColumns()}
          actions={(person) => <PersonMenu person={person} />}
        />
      )}
      {data.teams.length > 0 && (
        <Rows
          {...common}
          name="teams"
          title={t("customer.teams")}
          rows={data.teams}
          rowId={({ accountId }) => accountId}
          columns={teamColumns()}
        />
      )}
    </>
  );
}
