import { Stack } from "@mantine/core";
import type { User } from "@turnpike/contract/session.ts";
import { useState } from "react";
import { useCall } from "../../lib/queries.ts";
import { Loaded } from "@turnpike/ui/Loaded.tsx";
import { ScreenSkeleton } from "@turnpike/ui/Skeletons.tsx";
import { LinkedLogins } from "./LinkedLogins.tsx";
import { MfaBind } from "./MfaBind.tsx";
import { Protection } from "./Protection.tsx";
import { useSecurityActs } from "./use-security-acts.tsx";

/** The account's protection, at a glance and to change. */
export function SecurityTab() {
  const member = useCall("member", {});
  return (
    <Loaded of={member} waiting={<ScreenSkeleton />}>
      {(user) => <Security user={user} />}
    </Loaded>
  );
}

function Security({ user }: { user: User }) {
  const [binding, setBinding] = useState(false);
  const acts = useSecurityActs(user);
  return (
    <Stack gap="lg">
      <Protection user={user} acts={acts} onBindMfa={() => setBinding(true)} />
      <LinkedLogins user={user} onUnlink={acts.unlink} />
      {binding && <MfaBind user={user} onClose={() => setBinding(false)} />}
    </Stack>
  );
}
