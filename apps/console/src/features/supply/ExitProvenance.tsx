import { Loaded } from "@turnpike/ui/Loaded.tsx";
import { Anchor, Stack, Text, Title } from "@mantine/core";
import { formatBytes, formatNumber } from "@turnpike/ui/lib/format.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { CallResult } from "../../lib/call.ts";
import { useCanCall } from "../../lib/me.ts";
import { useCall } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import { NONE, When } from "@turnpike/ui/list/kinds.tsx";
import { CustomerLink } from "../../parts/cells.tsx";

type Provenance = CallResult<"exitProvenance">;

/** Origin of an exit's address, its past holders and users. Empty if the role may not see it. */
export function ExitProvenance({ ip }: { ip: string }) {
  const t = useT();
  const canCall = useCanCall();
  const enabled = canCall("exitProvenance");
  const found = useCall("exitProvenance", { ip }, { enabled });
  if (!enabled) return null;
  return (
    <Loaded of={found}>
      {({ origins, holders, users }) => (
        <Stack gap="md">
          <Part title={t("provenance.origins")}>
            {origins.map((origin) => (
              <Text key={`${origin.importedAt} ${origin.product}`} fz="sm">
                {origin.provenance || NONE} · {origin.node ?? t("provenance.everyNode")} ·{" "}
                <When at={origin.importedAt} />
                {origin.retiredAt && (
                  <>
                    –<When at={origin.retiredAt} />
                  </>
                )}
              </Text>
            ))}
          </Part>
          <Part title={t("provenance.holders")}>
            {holders.map((row) => (
              <Text key={`${row.holder.id} ${row.from}`} fz="sm">
                <Who row={row} /> · <When at={row.from} />–{row.to && <When at={row.to} />}
              </Text>
            ))}
          </Part>
          <Part title={t("provenance.users")}>
            {users.map((row) => (
              <Text key={`${row.account.id} ${row.holder.id}`} fz="sm">
                <Who row={row} /> · <When at={row.firstAt} />–<When at={row.lastAt} /> ·{" "}
                {t("provenance.use", {
                  number: formatNumber(row.connections),
                  bytes: formatBytes(row.bytes),
                })}
              </Text>
            ))}
          </Part>
          <Anchor component={Link} to={`/trace?exit=${encodeURIComponent(ip)}`} fz="sm">
            {t("provenance.trace")}
          </Anchor>
        </Stack>
      )}
    </Loaded>
  );
}

function Who({ row }: { row: Provenance["users"][number] | Provenance["holders"][number] }) {
  return (
    <>
      <CustomerLink accountId={row.account.id} email={row.account.email} />{" "}
      {row.holder.name ?? row.holder.id}
    </>
  );
}

function Part({ title, children }: { title: string; children: readonly ReactNode[] }) {
  const t = useT();
  return (
    <div>
      <Title order={3} fz="md">
        {title}
      </Title>
      {children.length === 0 ? (
        <Text fz="sm" c="dimmed">
          {t("customer.none")}
        </Text>
      ) : (
        children
      )}
    </div>
  );
}
