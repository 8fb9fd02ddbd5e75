import { Anchor, Button, Group, Loader, SegmentedControl, Stack, Text } from "@mantine/core";
import { IconDeviceDesktop, IconDownload, IconLock } from "@turnpike/ui/icons.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DEFAULT_MANAGER_PORT, type MissingReason } from "./manager-client.ts";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import classes from "./manager.module.css";
import type { Manager } from "./use-manager.ts";
import { api } from "../../lib/call.ts";

/** The commands to download and run the manager. */
const systems = ["unix", "windows"] as const;
type System = (typeof systems)[number];

/** This computer's operating system, as far as the browser reveals it. */
const thisSystem = (): System => (/Windows/.test(navigator.userAgent) ? "windows" : "unix");

const FILE = "proxy-manager.mjs";
/** The download, preconfigured for the dashboard it came from. */
const downloadUrl = (): string => `${api.origin}/downloads/${FILE}`;

/** Downloads and starts it, one command per line. */
const getAndRun = (system: System): string =>
  `${system === "windows" ? "curl.exe" : "curl"} -fLO ${downloadUrl()}\nnode ${FILE}`;

/** Starts a manager downloaded elsewhere so that it accepts this dashboard too. */
const runFor = (origin: string, system: System): string =>
  system === "windows"
    ? `$env:DASHBOARD_ORIGINS="${origin}"; node ${FILE}`
    : `DASHBOARD_ORIGINS=${origin} node ${FILE}`;

/** Why the manager does not answer, and what the user can do about it. */
export function NoManager({ why, manager }: { why: MissingReason; manager: Manager }) {
  if (why === "ask" || why === "denied") return <Withheld why={why} manager={manager} />;
  if (why === "foreign") return <Foreign manager={manager} />;
  return <Absent why={why} manager={manager} />;
}

/** The browser asks for permission, or denies it. */
function Withheld({ why, manager }: { why: "ask" | "denied"; manager: Manager }) {
  const { t } = useTranslation("manager");
  return (
    <EmptyState
      icon={<IconLock size={22} />}
      title={t(`${why}.title`)}
      text={t(`${why}.text`, { site: location.host })}
      action={<Look manager={manager} label={t(`${why}.look`)} mayAsk />}
    />
  );
}

/** The manager is running but does not allow this dashboard. */
function Foreign({ manager }: { manager: Manager }) {
  const { t } = useTranslation("manager");
  const [system, setSystem] = useState(thisSystem);
  return (
    <EmptyState
      icon={<IconLock size={22} />}
      title={t("foreign.title")}
      text={t("foreign.text", { site: location.origin })}
      action={
        <Stack gap="sm" mt="xs" className={classes.steps ?? ""}>
          <Systems value={system} onChange={setSystem} />
          <CodeBlock
            wrap
            code={runFor(location.origin, system)}
            label={t("foreign.command")}
            copyLabel={t("foreign.copy")}
          />
          <Text fz="sm" c="dimmed">
            {t("foreign.orNew")}{" "}
            <Anchor underline="always" href={downloadUrl()}>
              {t("absent.download")}
            </Anchor>
          </Text>
          <Look manager={manager} label={t("lookAgain")} />
        </Stack>
      }
    />
  );
}

/** "Please download proxy manager and run.", with instructions (spec/dashboard#answers). */
function Absent(props: { why: "absent" | "insecure" | "safari"; manager: Manager }) {
  const { t } = useTranslation("manager");
  const { why, manager } = props;
  const [system, setSystem] = useState(thisSystem);
  return (
    <EmptyState
      icon={<IconDeviceDesktop size={22} />}
      title={t("absent.title")}
      text={
        <>
          {t("absent.text")}{" "}
          <Anchor
            inherit
            underline="always"
            href="https://nodejs.org"
            target="_blank"
            rel="noreferrer"
          >
            nodejs.org
          </Anchor>
        </>
      }
      action={
        <Stack gap="sm" mt="xs" className={classes.steps ?? ""}>
          <Group gap="sm" justify="space-between">
            <Button
              component="a"
              href={downloadUrl()}
              download
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              {t("absent.download")}
            </Button>
            <Systems value={system} onChange={setSystem} />
          </Group>
          <CodeBlock
            wrap
            code={getAndRun(system)}
            label={t("absent.commands")}
            copyLabel={t("absent.copy")}
          />
          {manager.asks ? (
            <Look manager={manager} label={t("lookAgain")} mayAsk />
          ) : (
            <Group gap="xs" wrap="nowrap" component="output">
              <Loader size="xs" aria-hidden />
              <Text fz="sm">{t("absent.waits")}</Text>
            </Group>
          )}
          {why !== "absent" && <Text fz="sm">{t(`${why}.text`)}</Text>}
          <Runs system={system} port={manager.port ?? DEFAULT_MANAGER_PORT} />
        </Stack>
      }
    />
  );
}

/**
 * A manager that does not know this dashboard reveals nothing to it, not even that it runs, so this
 * links to the manager's own page, which only the user sees.
 */
function Runs({ system, port }: { system: System; port: number }) {
  const { t } = useTranslation("manager");
  const [visible, setVisible] = useState(false);
  const url = `http://127.0.0.1:${port}/`;
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        size="compact-sm"
        variant="subtle"
        aria-expanded={visible}
        onClick={() => setVisible(!visible)}
      >
        {t("runs.open")}
      </Button>
      {visible && (
        <Stack gap="xs" w="100%">
          <Text fz="sm">
            {t("runs.page")}{" "}
            <Anchor inherit underline="always" href={url} target="_blank" rel="noreferrer">
              {url}
            </Anchor>
          </Text>
          <Text fz="sm">{t("runs.text")}</Text>
          <CodeBlock
            wrap
            code={runFor(location.origin, system)}
            label={t("foreign.command")}
            copyLabel={t("foreign.copy")}
          />
        </Stack>
      )}
    </Stack>
  );
}

function Systems(props: { value: System; onChange: (system: System) => void }) {
  const { t } = useTranslation("manager");
  return (
    <SegmentedControl
      size="xs"
      w="fit-content"
      aria-label={t("system")}
      value={props.value}
      onChange={(next) => props.onChange(next as System)}
      data={systems.map((value) => ({ value, label: t(`systems.${value}`) }))}
    />
  );
}

function Look(props: { manager: Manager; label: string; mayAsk?: boolean }) {
  const { manager, mayAsk = false } = props;
  return (
    <Button
      w="fit-content"
      mx="auto"
      loading={manager.looking}
      onClick={() => manager.look(mayAsk)}
    >
      {props.label}
    </Button>
  );
}
