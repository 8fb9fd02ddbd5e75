/** Rows of teams as calls return them. */
import type { CallResponse } from "@turnpike/contract/call.ts";
import type { Calls } from "@turnpike/contract/calls.ts";
import { shownEmail } from "../account/shown-email.ts";
import type { InvitationRow, MemberRow } from "./store.ts";

export const presentMember = (row: MemberRow): CallResponse<Calls["teamUp"]> => ({
  id: row.id,
  email: shownEmail(row.email),
  role: row.role,
  addedAt: row.addedAt.toISOString(),
  mfaBound: row.mfaBound,
  sessions: row.sessions,
  lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
});

export const presentInvitation = (row: InvitationRow): CallResponse<Calls["teamInvite"]> => ({
  id: row.id,
  email: shownEmail(row.email),
  role: row.role,
  invitedAt: row.invitedAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
});
