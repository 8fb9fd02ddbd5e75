import { Anchor, Badge, Group, Text } from "@mantine/core";
import { formatAgo, formatCents, formatNumber } from "@turnpike/ui/lib/format.ts";
import { useNow } from "@turnpike/ui/lib/use-now.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { IconCircleCheck } from "@turnpike/ui/icons.ts";
import { Link } from "react-router";
import type { CallResult } from "../../lib/call.ts";
import { useT, word } from "../../lib/words.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { NextSteps, type Step } from "./NextSteps.tsx";
import classes from "./overview.module.css";

type Item = CallResult<"overview">["attention"][number];

/** The screen that resolves each kind. Kinds without one have a shell command in their text. */
const screenOf: Partial<Record<Item["kind"], string>> = {
  withdrawals: "/withdrawals?status=pending",
  identities: "/identities?state=pending",
  refundsDue: "/refunds?due=1",
  disputes: "/disputes?open=1",
  unclaimedPayments: "/payments?unclaimed=1",
  exitsOffline: "/exits?state=offline",
  exitsUnowned: "/exits?state=unowned",
  exitClaims: "/exits?state=claimed",
  nodesDown: "/nodes",
};
/** Kinds that put customers' traffic or money at risk now. */
const urgent = new Set<Item["kind"]>([
  "nodesDown",
  "diskLow",
  "disputes",
  "usageAside",
  "itemsAside",
  "exitClaims",
]);

/** Open issues, each with a link or command that resolves it, and what the set-up still lacks. */
export function Attention({ items, steps }: { items: readonly Item[]; steps: readonly Step[] }) {
  const t = useT();
  const isWell = items.length === 0;
  const next = steps.filter(({ state }) => isWell || state === "open");
  return (
    <Panel title={t("overview.attention")} flush>
      {isWell ? (
        <Group gap="xs" className={classes.well ?? ""}>
          <IconCircleCheck size={18} aria-hidden />
          {t(next.length === 0 ? "overview.allWell" : "overview.next")}
        </Group>
      ) : (
        <ul className={classes.list}>
          {items.map((item) => (
            <Line key={item.kind} item={item} />
          ))}
        </ul>
      )}
      {!isWell && next.length > 0 && <div className={classes.well}>{t("overview.lacks")}</div>}
      {next.length > 0 && <NextSteps steps={next} />}
    </Panel>
  );
}

function Line({ item }: { item: Item }) {
  const t = useT();
  const nowMs = useNow();
  const { kind, count, cents, since } = item;
  const screen = screenOf[kind];
  const more = [
    cents === null ? "" : formatCents(cents),
    since === null ? "" : t("overview.since", { ago: formatAgo(since, nowMs) }),
    screen ? "" : word("attentionHelp", kind),
  ].filter(Boolean);
  return (
    <li className={classes.line}>
      <Badge color={urgent.has(kind) ? "red" : "amber"} miw={46} className="numeric">
        {formatNumber(count)}
      </Badge>
      <div className={classes.what}>
        <Text fw={550}>{word("attention", kind)}</Text>
        {more.length > 0 && (
          <Text c="dimmed" fz="sm">
            {more.join(" · ")}
          </Text>
        )}
      </div>
      {kind === "refundsDue" && <ActButton act={{ call: "refundsSend" }} />}
      {screen && (
        <Anchor component={Link} to={screen} fz="sm" fw={550}>
          {t("overview.settle")}
          <span className="visually-hidden">: {word("attention", kind)}</span>
        </Anchor>
      )}
    </li>
  );
}
