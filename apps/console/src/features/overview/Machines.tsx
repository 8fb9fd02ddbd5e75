import { Group, Text } from "@mantine/core";
import { formatCountry, formatNumber } from "@turnpike/ui/lib/format.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { Fragment } from "react";
import type { CallResult } from "../../lib/call.ts";
import { useT, word } from "../../lib/words.ts";
import { NONE, When, count } from "@turnpike/ui/list/kinds.tsx";
import { State } from "../../parts/cells.tsx";
import { Fact, Facts } from "../../parts/Facts.tsx";
import { Rows } from "../../parts/list/List.tsx";
import classes from "./overview.module.css";

type Answer = CallResult<"overview">;

/** Lengths of the queues. */
export function Queues({ queues }: { queues: Answer["queues"] }) {
  const t = useT();
  return (
    <Panel title={t("overview.queues")}>
      <Facts>
        {Object.entries(queues).map(([name, count]) => (
          <Fact key={name} term={word("queues", name)}>
            <span className="numeric">{formatNumber(count)}</span>
          </Fact>
        ))}
      </Facts>
    </Panel>
  );
}

const MAX_REASONS = 8;

/** Why gateways refused connections. */
export function Refusals({ refusals }: { refusals: Answer["refusals"] }) {
  const t = useT();
  const shown = refusals.slice(0, MAX_REASONS);
  const most = Math.max(1, ...shown.map(({ count }) => count));
  return (
    <Panel title={t("overview.refusals")} description={t("overview.lastDay")}>
      {shown.length === 0 ? (
        <Text c="dimmed">{t("overview.noRefusals")}</Text>
      ) : (
        <dl className={classes.bars}>
          {shown.map(({ reason, count }) => (
            <Fragment key={reason}>
              <dt>{reason}</dt>
              <div className={classes.track} aria-hidden>
                <div className={classes.fill} style={{ width: `${(100 * count) / most}%` }} />
              </div>
              <dd className="numeric">{formatNumber(count)}</dd>
            </Fragment>
          ))}
        </dl>
      )}
    </Panel>
  );
}

/** Exits by product and country. */
export function ExitsByPlace({ exits }: { exits: Answer["exits"] }) {
  const t = useT();
  return (
    <Rows
      name="exits"
      title={t("overview.exits")}
      rows={exits}
      rowId={({ country, product }) => `${product} ${country}`}
      empty={t("screens.exits.empty")}
      columns={[
        { key: "product", text: ({ product }) => word("products", product) },
        {
          key: "country",
          text: ({ country }) => country,
          show: ({ country }) => formatCountry(country),
        },
        { key: "total", as: count },
        {
          key: "offline",
          align: "right",
          text: ({ offline }) => offline,
          show: ({ offline }) => <Wrong count={offline} />,
        },
        { key: "free", as: count },
      ]}
    />
  );
}

/** A count that is red unless it is zero. */
function Wrong({ count }: { count: number }) {
  return (
    <Text span inherit {...(count > 0 ? { c: "red", fw: 600 } : { c: "dimmed" })}>
      {formatNumber(count)}
    </Text>
  );
}

/** The machines that run gateways. */
export function Nodes({ nodes }: { nodes: Answer["nodes"] }) {
  const t = useT();
  return (
    <Panel title={t("screens.nodes.title")}>
      <Facts>
        {nodes.map(({ name, state, workers }) => (
          <Fact key={name} term={name}>
            <Group gap="xs">
              <State state={state} />
              <Text span fz="sm" c="dimmed">
                {t("overview.workers", { count: workers })}
              </Text>
            </Group>
          </Fact>
        ))}
      </Facts>
    </Panel>
  );
}

/** Disk, backup, version. */
export function Technical({ data }: { data: Answer }) {
  const t = useT();
  return (
    <Panel title={t("overview.system")}>
      <Facts>
        <Fact term={t("overview.disk")}>{data.disk ? word("disks", data.disk) : NONE}</Fact>
        <Fact term={t("overview.backup")}>
          <When at={data.lastBackupAt} />
        </Fact>
        <Fact term={t("overview.version")}>{data.version}</Fact>
      </Facts>
    </Panel>
  );
}
