import { Alert, Anchor, Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { type Endpoint, endpointUrl } from "@turnpike/rules/endpoint.ts";
import { IconAlertTriangle, IconBolt, IconCircleCheck } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { CallRefused, type CallResult } from "../../lib/call.ts";
import { formatCountry, formatMs } from "@turnpike/ui/lib/format.ts";
import { useCommand } from "../../lib/use-command.ts";
import classes from "./proxy-test.module.css";
import { requestLogPath } from "../../lib/request-log-path.ts";

type Tested = CallResult<"proxyTest">;

/**
 * Tests an endpoint through the gateway and shows its exit, or why it failed and what to do. Set a
 * `key` per endpoint, since a result belongs to the endpoint that was tested. `help` says what a
 * test costs if that is not traffic of the traffic plan.
 */
export function ProxyTest({ endpoint, help }: { endpoint: Endpoint; help?: string }) {
  const { t } = useTranslation("parts");
  const test = useCommand("proxyTest", { handles: true });
  const run = () => void test.send({ proxy: endpointUrl(endpoint), protocol: endpoint.protocol });
  const { answer: data, error, busy } = test;
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Button
          data-needs="proxies"
          size="xs"
          variant="light"
          leftSection={<IconBolt size={15} aria-hidden />}
          loading={busy}
          onClick={run}
        >
          {t(data || error ? "test.again" : "test.run")}
        </Button>
        <Text fz="xs" c="dimmed" flex="1 1 12rem">
          {help ?? t("test.help")}
        </Text>
      </Group>
      <div aria-live="polite">
        {!busy && data && (data.ok ? <Reached tested={data} /> : <NotReached tested={data} />)}
        {!busy && error && <NoAnswer error={error} />}
      </div>
    </Stack>
  );
}

function Reached({ tested }: { tested: Tested }) {
  const { t } = useTranslation("parts");
  const { country, asn, connectMs, totalMs } = tested;
  const figures = [
    [t("test.exit"), tested.exitIp ?? "–"],
    [t("test.country"), country ? formatCountry(country) : "–"],
    [t("test.network"), asn === null ? "–" : `AS${asn}`],
    [t("test.connect"), connectMs === null ? "–" : formatMs(connectMs)],
    [t("test.total"), formatMs(totalMs)],
  ] as const;
  return (
    <Alert color="good" icon={<IconCircleCheck aria-hidden />} title={t("test.works")}>
      <SimpleGrid component="dl" cols={{ base: 2, sm: 5 }} spacing="sm" m={0}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <Text component="dt" fz="xs" c="dimmed">
              {name}
            </Text>
            <Text component="dd" m={0} fz="sm" fw={600} className={classes.figure ?? ""}>
              {value}
            </Text>
          </div>
        ))}
      </SimpleGrid>
      <LogLink id={tested.requestId} />
    </Alert>
  );
}

function NotReached({ tested }: { tested: Tested }) {
  const { t } = useTranslation("parts");
  const { status, text, fix } = tested;
  const title = status === null ? t("test.fails") : t("test.failsWith", { status });
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={title}>
      <Stack gap={6}>
        {text && <Text fz="sm">{text}</Text>}
        {fix && (
          <Text fz="sm">
            <strong>{t("remedy")}</strong> {fix}
          </Text>
        )}
        <LogLink id={tested.requestId} />
      </Stack>
    </Alert>
  );
}

/** The API itself refused the test, or could not be reached (a toast has said so). */
function NoAnswer({ error }: { error: Error }) {
  if (!(error instanceof CallRefused) || error.code === 300) return null;
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
      {error.msg}
    </Alert>
  );
}

function LogLink({ id }: { id: string | null }) {
  const { t } = useTranslation("parts");
  if (id === null) return null;
  return (
    <Anchor component={Link} to={requestLogPath(id)} fz="sm" mt={6} display="inline-block">
      {t("test.toLog")}
    </Anchor>
  );
}
