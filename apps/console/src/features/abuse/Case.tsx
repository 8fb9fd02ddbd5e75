import { Loaded } from "@turnpike/ui/Loaded.tsx";
import { Anchor, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { formatExactMoment, formatNumber } from "@turnpike/ui/lib/format.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { ScreenSkeleton } from "@turnpike/ui/Skeletons.tsx";
import { IconArrowLeft } from "@turnpike/ui/icons.ts";
import { Link, useParams } from "react-router";
import type { CallResult } from "../../lib/call.ts";
import { useCanCall } from "../../lib/me.ts";
import { useCall } from "../../lib/queries.ts";
import { useT, word } from "../../lib/words.ts";
import { Code, NONE, When } from "@turnpike/ui/list/kinds.tsx";
import { CustomerLink, State } from "../../parts/cells.tsx";
import { Fact, Facts } from "../../parts/Facts.tsx";
import { CaseActs } from "./CaseActs.tsx";

type CaseAnswer = CallResult<"caseShow">;

/** One abuse case: the complaint, the customer it leads to, and what was done. */
export function Case() {
  const { number = "" } = useParams();
  const found = useCall("caseShow", { number: Number(number) });
  return (
    <Loaded of={found} waiting={<ScreenSkeleton />}>
      {({ case: one, events }) => (
        <>
          <Head one={one} />
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
            <About one={one} />
            <Events events={events} />
          </SimpleGrid>
        </>
      )}
    </Loaded>
  );
}

function Head({ one }: { one: CaseAnswer["case"] }) {
  const t = useT();
  return (
    <>
      <Anchor component={Link} to="/cases" fz="sm">
        <Group gap={4} mb={6} display="inline-flex">
          <IconArrowLeft size={14} aria-hidden /> {t("screens.cases.title")}
        </Group>
      </Anchor>
      <Group justify="space-between" gap="md" mb="md" align="flex-start">
        <Group gap="sm" miw={0}>
          <Title order={1} style={{ overflowWrap: "anywhere" }}>
            {t("cases.heading", { number: one.number, title: one.title })}
          </Title>
          <State state={one.state} />
        </Group>
        <CaseActs one={one} />
      </Group>
    </>
  );
}

function About({ one }: { one: CaseAnswer["case"] }) {
  const t = useT();
  const canCall = useCanCall();
  const { account, holder, exit, happenedAt, target } = one;
  const query = new URLSearchParams({ exit: exit ?? "", at: happenedAt ?? "", target });
  return (
    <Panel title={t("cases.about")}>
      <Facts>
        <Fact term={t("columns.reporter")}>{one.reporter || NONE}</Fact>
        <Fact term={t("columns.customer")}>
          <CustomerLink accountId={account?.id ?? null} email={account?.email ?? null} />
        </Fact>
        <Fact term={t("columns.subAccount")}>{holder ? (holder.name ?? holder.id) : NONE}</Fact>
        <Fact term={t("columns.exit")}>
          <Code>{exit ?? NONE}</Code>
        </Fact>
        <Fact term={t("columns.happenedAt")}>
          {happenedAt ? <time dateTime={happenedAt}>{formatExactMoment(happenedAt)}</time> : NONE}
        </Fact>
        <Fact term={t("columns.pattern")}>
          <Code>{target || NONE}</Code>
        </Fact>
        <Fact term={t("columns.requestId")}>
          <Code>{one.requestId || NONE}</Code>
        </Fact>
        <Fact term={t("columns.createdAt")}>
          <When at={one.createdAt} />
        </Fact>
        <Fact term={t("columns.closedAt")}>
          <When at={one.closedAt} />
        </Fact>
      </Facts>
      {exit && happenedAt && canCall("trace") && (
        <Anchor component={Link} to={`/trace?${query}`} fz="sm">
          {t("cases.traceAgain")}
        </Anchor>
      )}
    </Panel>
  );
}

/** An event's structured facts in the reader's language, or the text that staff wrote. */
function EventText({ event: { facts, text } }: { event: CaseAnswer["events"][number] }) {
  const t = useT();
  if (facts === null) return text;
  if (facts.code === "assigned")
    return (
      <>
        {t("caseFacts.assigned")}{" "}
        <CustomerLink accountId={facts.accountId} email={facts.accountId} />
      </>
    );
  const { connections, accounts } = facts;
  return t("caseFacts.found", {
    connections: formatNumber(connections),
    accounts: formatNumber(accounts),
  });
}

function Events({ events }: { events: CaseAnswer["events"] }) {
  const t = useT();
  return (
    <Panel title={t("cases.events")}>
      <Stack gap="md" component="ol" m={0} p={0} style={{ listStyle: "none" }}>
        {events.map((event) => (
          <li key={event.number}>
            <Text fw={600}>{word("caseEvents", event.kind)}</Text>
            <Text fz="sm" c="dimmed">
              {event.author || t("cases.commandLine")} · <When at={event.at} />
            </Text>
            {event.text && (
              <Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
                <EventText event={event} />
              </Text>
            )}
          </li>
        ))}
      </Stack>
    </Panel>
  );
}
