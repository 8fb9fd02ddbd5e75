import { Stack } from "@mantine/core";
import type { User } from "@turnpike/contract/session.ts";
import { useState } from "react";
import { useCall } from "../../lib/queries.ts";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { ScreenSkeleton } from "@turnpike/ui/Skeletons.tsx";
import { LinkedLogins } from "./LinkedLogins.tsx";
import { MfaBind } from "./MfaBind.tsx";
import { MfaUnbind } from "./MfaUnbind.tsx";
import { PasswordChange } from "./PasswordChange.tsx";
import { PasswordFirst } from "./PasswordFirst.tsx";
import { Protection } from "./Protection.tsx";
import { SecureMail } from "./SecureMail.tsx";

/** The change whose dialog is open. */
export type Change = "password" | "mfaBind" | "mfaUnbind" | "secureMail";

/** The account's protection, at a glance and to change. */
export function SecurityTab() {
  const member = useCall("member", {});
  const [change, setChange] = useState<Change | null>(null);
  const user = member.data;
  if (!user && member.isError) {
    return (
      <Panel>
        <ErrorState error={member.error} onRetry={() => void member.refetch()} />
      </Panel>
    );
  }
  if (!user) return <ScreenSkeleton />;
  return (
    <Stack gap="lg">
      <Protection user={user} onChange={setChange} />
      <LinkedLogins user={user} onPassword={() => setChange("password")} />
      {change && <ChangeDialog change={change} user={user} onClose={() => setChange(null)} />}
    </Stack>
  );
}

function ChangeDialog(props: { change: Change; user: User; onClose: () => void }) {
  const { user, onClose } = props;
  switch (props.change) {
    case "password":
      return user.hasPassword ? (
        <PasswordChange user={user} onClose={onClose} />
      ) : (
        <PasswordFirst user={user} onClose={onClose} />
      );
    case "mfaBind":
      return <MfaBind user={user} onClose={onClose} />;
    case "mfaUnbind":
      return <MfaUnbind user={user} onClose={onClose} />;
    case "secureMail":
      return <SecureMail user={user} onClose={onClose} />;
  }
}
