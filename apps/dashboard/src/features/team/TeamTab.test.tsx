import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { keepInvitation, keptInvitation } from "../../lib/invitation.ts";
import { accountView, openView } from "../../lib/session.ts";
import { click, clickToSee, type } from "../../testing/person.ts";
import { page } from "../../testing/page.ts";
import { type Answers, showScreen } from "../../testing/screen.tsx";
import { testUser } from "../../testing/user.ts";
import { showTeam } from "./enter-team.ts";
import { TeamTab } from "./TeamTab.tsx";

const member = {
  id: "m1",
  email: "noor@example.com",
  role: "developer",
  addedAt: "2026-11-20T08:00:00.000Z",
  mfaBound: true,
  sessions: 0,
  lastSeenAt: null,
};
const invitation = {
  id: "i1",
  email: "ilya@example.com",
  role: "billing",
  invitedAt: "2026-11-20T08:00:00.000Z",
  expiresAt: "2026-11-27T08:00:00.000Z",
};

afterEach(() => sessionStorage.clear());

function show(more: Answers = {}, team = { members: [member], invitations: [invitation] }) {
  const answers: Answers = {
    "/v1/member": () => testUser(),
    "/v1/team": () => ({ owner: "ada@example.com", ...team }),
    "/v1/teamActs": () => page([]),
    ...more,
  };
  return showScreen({ screen: TeamTab, area: "team", path: "/cli/setting?tab=team", answers });
}
const people = async () => within(await screen.findByRole("list", { name: "Team" }));

test("the owner invites a person with a role, and sees everybody's (spec/dashboard#team)", async () => {
  const { askedOf } = await show({ "/v1/teamInvite": () => invitation });
  const rows = (await (await people()).findAllByRole("listitem")).map((row) => row.textContent);
  expect(rows[0]).toMatch(/ada@example.com.*Owner/);
  expect(rows[1]).toMatch(/noor@example.com.*Developer.*Second factor on.*Not here yet/);
  expect(rows[2]).toMatch(/ilya@example.com.*Billing.*Invited, until/);
  click("Invite a person");
  const dialog = within(await screen.findByRole("dialog", { name: "Invite a person" }));
  type(/E-mail address/, "ilya@example.com", dialog);
  await clickToSee(
    "Send the invitation",
    "The invitation is on its way to ilya@example.com.",
    dialog,
  );
  expect(askedOf("/v1/teamInvite")).toMatchObject([
    { email: "ilya@example.com", role: "developer" },
  ]);
});

test("an admin changes nobody who is an admin", async () => {
  openView({ token: `team-${"a".repeat(43)}`, email: "ada@example.com", role: "admin" });
  await show({}, { members: [{ ...member, role: "admin" }], invitations: [] });
  await people();
  expect(screen.queryByRole("button", { name: "Remove noor@example.com" })).toBeNull();
});

test("a mailed invitation is accepted, and the account is opened in this tab alone", async () => {
  expect(keepInvitation("t0ken")).toBe("/cli/setting?tab=team");
  const teams: ReturnType<typeof testUser>["teams"] = [];
  const { askedOf } = await show({
    "/v1/member": () => testUser({ teams }),
    "/v1/teamInvitation": () => ({
      account: "boss@example.com",
      email: "ada@example.com",
      role: "viewer",
      expiresAt: invitation.expiresAt,
    }),
    "/v1/teamAccept": () => {
      teams.push({ id: "m9", account: "boss@example.com", role: "viewer" });
      return { id: "m9" };
    },
  });
  await screen.findByText("boss@example.com invites you to their team");
  click("Accept");
  await screen.findByRole("list", { name: "Teams you belong to" });
  expect(askedOf("/v1/teamAccept")).toMatchObject([{ token: "t0ken" }]);
  await waitFor(() => expect(keptInvitation()).toBeNull());
  const went: string[] = [];
  const session = `team-${"b".repeat(43)}`;
  showTeam({ session, account: "boss@example.com", role: "viewer" }, () => went.push("home"));
  expect([accountView()?.token, accountView()?.role, went]).toEqual([session, "viewer", ["home"]]);
});
