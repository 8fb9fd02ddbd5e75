import { Stack } from "@mantine/core";
import { useState } from "react";
import { forgetInvitation, keptInvitation } from "../../lib/invitation.ts";
import { useCall } from "../../lib/queries.ts";
import { accountView } from "../../lib/session.ts";
import { Acts } from "./Acts.tsx";
import { Invitation } from "./Invitation.tsx";
import { Mine } from "./Mine.tsx";
import { People } from "./People.tsx";

/** Who acts for the account, and for whose accounts the reader acts (spec/accounts#teams). */
export function TeamTab() {
  const [token, setToken] = useState(keptInvitation);
  const team = useCall("team", {});
  const isOwn = accountView() === undefined;
  const settle = () => {
    forgetInvitation();
    setToken(null);
  };
  return (
    <Stack gap="lg">
      {isOwn && token !== null && <Invitation token={token} onSettled={settle} />}
      {isOwn && <Mine />}
      <People team={team} />
      {(team.data?.members.length ?? 0) > 0 && <Acts />}
    </Stack>
  );
}
